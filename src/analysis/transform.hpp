// Maps made from maps: the mean of several heads, a map without its first token.

#pragma once

#include <cstddef>
#include <functional>

#include "base/matrix.hpp"
#include "maps/head.hpp"

namespace attnlab {

/// For MapStream::for_each_head: the mean map of `n_heads` heads that follow each other, which are
/// those of one layer. Each [T, T] is handed to `use` and then forgotten; rows still sum to 1.
UseHead mean_over_heads(std::size_t n_heads,
                        std::function<void(std::size_t layer, MatrixView mean)> use);

/// The map without token 0 as query and key; each row is divided by what is left of it.
///
/// Real GPT-2 rests more than half of its attention on the first token, which hides the rest.
/// A row that gave everything to token 0 stays all 0.
///
/// Shapes:  [T, T] -> [T - 1, T - 1].
/// Errors:  UsageError if there is only one token.
Matrix without_first_token(MatrixView weights);

}  // namespace attnlab
