// A table of measurements that loses nothing in a narrow output: columns that do not fit follow in
// a table of their own below, with the first column once more.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "view/text.hpp"

namespace attnlab {

/// Cells of text, aligned as table() has it, all to the right unless asked; the first row is the
/// header, the first column says what a row is about. Below a title, as body() is.
std::string wrapped_table(const std::vector<std::vector<std::string>>& rows, const Style& style,
                          std::string_view alignment = "r");

}  // namespace attnlab
