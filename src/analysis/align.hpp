// Which token of one text is the same token in another, so that their maps can be compared.

#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "maps/token.hpp"

namespace attnlab {

using IndexPair = std::pair<std::size_t, std::size_t>;  // in A, in B

struct Alignment {
    /// Equal tokens, ascending in both: a longest common subsequence that begins with the common
    /// beginning.
    std::vector<IndexPair> pairs;
    /// Different tokens in the same place: where as many stand between two pairs in A as in B.
    std::vector<IndexPair> replaced;
    /// The first index at which the texts differ, which is also how many tokens they have in common
    /// before; nothing if they are the same.
    std::optional<std::size_t> first_difference;

    /// `pairs` and `replaced` together, ascending.
    std::vector<IndexPair> places() const;

    /// Every token of both texts once, in order: places together, what has no counterpart alone.
    std::vector<std::pair<std::optional<std::size_t>, std::optional<std::size_t>>> lines(
        std::size_t n_a, std::size_t n_b) const;
};

/// Tokens are the same where their ids are.
Alignment align(const std::vector<Token>& a, const std::vector<Token>& b);

}  // namespace attnlab
