// The difference of two maps, with a sign in every cell: what one text added and what it took away.

#pragma once

#include <string>

#include "analysis/align.hpp"
#include "base/matrix.hpp"
#include "maps/token.hpp"
#include "view/text.hpp"

namespace attnlab {

/// B - A at the places that both texts have, drawn; a token that has no counterpart is left out.
///
/// Shapes:  a [Ta, Ta], b [Tb, Tb], maps of one head.
std::string difference_map(MatrixView a, MatrixView b, const std::vector<Token>& tokens_a,
                           const std::vector<Token>& tokens_b, const Alignment& alignment,
                           bool causal, const Style& style);

/// What the signs mean.
std::string difference_legend(const Style& style);

}  // namespace attnlab
