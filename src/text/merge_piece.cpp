#include "text/merge_piece.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <map>

namespace attnlab {
namespace {

using Rank = MergeTable::Rank;
constexpr Rank kNoMerge = MergeTable::kNoMerge;

// A word has about five bytes. Up to this many, looking at every pair each time is quadratic and
// still three times as fast as the lists below.
constexpr std::size_t kShortPiece = 64;

void append_short(std::string_view piece, const MergeTable& merges, std::vector<TokenId>& ids) {
    std::array<TokenId, kShortPiece> symbols;
    std::array<Rank, kShortPiece> ranks;  // of a symbol and the next one
    std::size_t count = piece.size();
    for (std::size_t i = 0; i < count; ++i) symbols[i] = merges.id_of_byte(piece[i]);
    for (std::size_t i = 0; i + 1 < count; ++i) {
        ranks[i] = merges.rank_of(symbols[i], symbols[i + 1]);
    }
    while (count > 1) {
        const Rank lowest = *std::min_element(ranks.begin(), ranks.begin() + count - 1);
        if (lowest == kNoMerge) break;
        const TokenId product = merges.product_of(lowest);
        std::size_t kept = 0;
        for (std::size_t i = 0; i < count; ++i, ++kept) {
            const bool merges_here = i + 1 < count && ranks[i] == lowest;
            symbols[kept] = merges_here ? product : symbols[i];
            ranks[kept] = ranks[i];
            if (merges_here) ++i;
        }
        count = kept;
        for (std::size_t i = 0; i + 1 < count; ++i) {
            if (symbols[i] == product || symbols[i + 1] == product) {
                ranks[i] = merges.rank_of(symbols[i], symbols[i + 1]);
            }
        }
    }
    ids.insert(ids.end(), symbols.begin(), symbols.begin() + count);
}

/// A piece of any length: its tokens in a list linked both ways, and for each rank the places where
/// a pair of that rank waits. A run of one character has few ranks and is merged in linear time.
class LongPiece {
  public:
    LongPiece(std::string_view piece, const MergeTable& merges) : merges_(merges) {
        symbols_.reserve(piece.size());
        for (std::size_t i = 0; i < piece.size(); ++i) {
            symbols_.push_back({merges.id_of_byte(piece[i]), kNoMerge, i - 1, i + 1});
        }
        symbols_.front().previous = kNowhere;
        symbols_.back().next = kNowhere;
        for (std::size_t i = 0; i < symbols_.size(); ++i) rank_pair(i);
    }

    void merge_all() {
        while (!waiting_.empty()) {
            auto lowest = waiting_.extract(waiting_.begin());
            std::vector<std::size_t>& places = lowest.mapped();
            // Two other merges may have made this pair, each from left to right.
            if (!std::ranges::is_sorted(places)) std::ranges::sort(places);
            for (const std::size_t place : places) {
                // Since it was written down, a neighbour's merge may have undone this pair.
                if (symbols_[place].rank == lowest.key()) merge(place);
            }
        }
    }

    void append_to(std::vector<TokenId>& ids) const {
        for (std::size_t i = 0; i != kNowhere; i = symbols_[i].next) ids.push_back(symbols_[i].id);
    }

  private:
    static constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

    struct Symbol {
        TokenId id;
        Rank rank;  // of this symbol and the next one; kNoMerge once it is merged away
        std::size_t previous;
        std::size_t next;
    };

    void rank_pair(std::size_t left) {
        Symbol& symbol = symbols_[left];
        symbol.rank = kNoMerge;
        if (symbol.next == kNowhere) return;
        symbol.rank = merges_.rank_of(symbol.id, symbols_[symbol.next].id);
        if (symbol.rank != kNoMerge) waiting_[symbol.rank].push_back(left);
    }

    /// The symbol at `left` takes in the next one; that makes new pairs on both sides.
    void merge(std::size_t left) {
        Symbol& symbol = symbols_[left];
        Symbol& absorbed = symbols_[symbol.next];
        symbol.id = merges_.product_of(symbol.rank);
        symbol.next = absorbed.next;
        absorbed.rank = kNoMerge;
        if (symbol.next != kNowhere) symbols_[symbol.next].previous = left;
        if (symbol.previous != kNowhere) rank_pair(symbol.previous);
        rank_pair(left);
    }

    const MergeTable& merges_;
    std::vector<Symbol> symbols_;                       // one a byte, those merged away among them
    std::map<Rank, std::vector<std::size_t>> waiting_;  // where the left symbol of a pair is
};

}  // namespace

void append_merged(std::string_view piece, const MergeTable& merges, std::vector<TokenId>& ids) {
    if (piece.size() <= kShortPiece) {
        append_short(piece, merges, ids);
    } else {
        LongPiece symbols(piece, merges);
        symbols.merge_all();
        symbols.append_to(ids);
    }
}

}  // namespace attnlab
