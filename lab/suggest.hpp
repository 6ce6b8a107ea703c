// The nearest of several words to one that was mistyped.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attnlab::lab {

/// The word that the fewest changes of one letter lead to; empty where none is near enough to be
/// meant: more than a third of the letters, or than two, would have to change.
std::string nearest(std::string_view typed, const std::vector<std::string>& words);

}  // namespace attnlab::lab
