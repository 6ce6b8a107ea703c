// The pieces that a text had lately: most words of a text come again, and need no merging then.
// It lives as long as one call of encode, so it needs no lock, and it is small and does not grow.

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "base/token_id.hpp"

namespace attnlab {

/// Remembers where in the output the ids of a piece stand; a newer piece may push out an older one.
class RecentPieces {
  public:
    /// The number of places fits a text of this size; a short one needs few.
    explicit RecentPieces(std::size_t text_size)
        : places_(std::bit_ceil(std::min(text_size / 4 + 1, kMostPlaces))) {}

    /// Appends the ids of a piece: again, as they stand in `ids` already, or else by `merge()`,
    /// which appends them. `ids` must be the same at every call and may only grow.
    template <class Merge>
    void append(std::string_view piece, std::vector<TokenId>& ids, const Merge& merge) {
        Place& place = places_[std::hash<std::string_view>{}(piece) & (places_.size() - 1)];
        if (place.piece == piece) {
            for (std::size_t i = place.begin; i < place.end; ++i) ids.push_back(ids[i]);
            return;
        }
        const std::size_t begin = ids.size();
        merge();
        place = {piece, begin, ids.size()};
    }

  private:
    static constexpr std::size_t kMostPlaces = 8192;  // 256 KB: 9 of 10 words are found in English

    struct Place {
        std::string_view piece;
        std::size_t begin = 0;  // where its ids are in the output
        std::size_t end = 0;
    };

    std::vector<Place> places_;
};

}  // namespace attnlab
