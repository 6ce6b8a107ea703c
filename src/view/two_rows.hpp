// Two rows of weights beside each other, a key a line, as numbers and as bars.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/align.hpp"
#include "maps/token.hpp"
#include "view/text.hpp"

namespace attnlab {

/// One row of a map: the weights of the keys that are shown, and the tokens they belong to.
struct RowView {
    std::span<const float> weights;    // at most T
    const std::vector<Token>& tokens;  // T
};

/// A row of each of two texts; keys in the same place share a line.
std::string two_rows(const RowView& a, const RowView& b, const Alignment& alignment,
                     const Style& style);

}  // namespace attnlab
