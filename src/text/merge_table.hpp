// The merges of a vocabulary: which two neighbouring tokens become one, and which merge goes first.
// Only the table; the merging itself is in merge_piece.cpp.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/token_id.hpp"
#include "text/hash_index.hpp"
#include "text/vocabulary.hpp"

namespace attnlab {

/// Two tokens and the token that they become.
struct Merge {
    TokenId left;
    TokenId right;
    TokenId product;
};

/// All merges by rank, and the rank of a pair. The lowest rank merges first.
class MergeTable {
  public:
    using Rank = std::uint32_t;
    static constexpr Rank kNoMerge = HashIndex::kNone;  // greater than every rank

    /// Reads one merge a line, `left right`, after a first line `#version...` that may be missing.
    /// Lines may end with CRLF, and the last one with nothing.
    ///
    /// Errors: InputError naming file and line if a line is not two spelled tokens with one space
    ///         between, a part or the product is not in the vocabulary, or a pair stands twice.
    static MergeTable read(const std::filesystem::path& merges_txt, const Vocabulary& vocabulary,
                           std::size_t threads = 1);

    std::size_t size() const { return merges_.size(); }

    /// The token of a single byte: what merging begins with.
    TokenId id_of_byte(char byte) const { return byte_ids_[static_cast<std::uint8_t>(byte)]; }

    /// The rank of a pair, or kNoMerge if it does not merge.
    Rank rank_of(TokenId left, TokenId right) const {
        const auto is_pair = [&](Rank rank) {
            return merges_[rank].left == left && merges_[rank].right == right;
        };
        return index_.find(hash_of(left, right), is_pair);
    }

    TokenId product_of(Rank rank) const { return merges_[rank].product; }

  private:
    MergeTable(const Vocabulary& vocabulary, std::size_t capacity);

    void add(const Merge& merge);

    static std::uint64_t hash_of(TokenId left, TokenId right) {
        const std::uint64_t pair = static_cast<std::uint64_t>(static_cast<std::uint32_t>(left))
                                       << 32U |
                                   static_cast<std::uint32_t>(right);
        const std::uint64_t mixed = pair * 0x9E3779B97F4A7C15U;  // 2^64 / golden ratio, odd
        return mixed ^ (mixed >> 32U);
    }

    std::array<TokenId, 256> byte_ids_;
    std::vector<Merge> merges_;  // indexed by rank
    HashIndex index_;
};

}  // namespace attnlab
