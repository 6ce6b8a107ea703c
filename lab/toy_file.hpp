// Q, K and V from the text of a JSON file.

#pragma once

#include <cstddef>
#include <string_view>

#include "attention/toy_input.hpp"

namespace attnlab::lab {

/// The largest inputs of the toy step: a map of 1024 x 1024 is as long as GPT-2's.
constexpr std::size_t kMostTokens = 1024;
constexpr std::size_t kMostComponents = 4096;

/// A file such as {"Q": [[1, 0], [0, 1]], "K": ..., "V": ..., "tokens": ["a", "b"], "mask": ...}.
///
/// `tokens` and `mask` may be missing; a row of the mask says whom that token may look at, by true
/// and false or 1 and 0. Whether the matrices fit each other is not checked here.
///
/// Errors: InputError naming member, row and column, got and expected; the file is for the caller
///         to name.
ToyInput parse_toy_file(std::string_view text);

}  // namespace attnlab::lab
