// The nearest of several words to one that was mistyped.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attnlab::lab {

/// The word that was meant, whether in capitals or not: the only one that begins with what was
/// typed, else the one that the fewest changes of one letter lead to; empty where none is near
/// enough: more than a third of the letters, or than two, would have to change, and none begins so.
std::string nearest(std::string_view typed, const std::vector<std::string>& words);

}  // namespace attnlab::lab
