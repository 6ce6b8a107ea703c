// Maps made from maps: the mean of several heads, a map without its first token.

#pragma once

#include <cstddef>
#include <functional>

#include "base/matrix.hpp"
#include "maps/map_stream.hpp"

namespace attnlab {

/// The mean map of the chosen heads of each chosen layer, one [T, T] after the other, each shown to
/// `use` and then forgotten; rows still sum to 1.
void mean_over_heads(const MapStream& maps,
                     const std::function<void(std::size_t layer, MatrixView mean)>& use);

/// The map without token 0 as query and key; each row is divided by what is left of it.
///
/// Real GPT-2 rests more than half of its attention on the first token, which hides the rest.
/// A row that gave everything to token 0 stays all 0.
///
/// Shapes:  [T, T] -> [T - 1, T - 1].
/// Errors:  UsageError if there is only one token.
Matrix without_first_token(MatrixView weights);

}  // namespace attnlab
