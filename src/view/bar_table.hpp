// A table whose lines end in bars, where there is room for them: the last column and the numbers
// that it makes visible stand in one line.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "view/text.hpp"

namespace attnlab {

/// Cells of text, aligned as table() has it, all to the right unless asked; the first row the
/// header; behind each further row a bar. What a full bar means follows as a remark.
///
/// `values` has one for each row below the header, 1 is a full bar. Without the room for bars it is
/// a wrapped_table() of the cells. Below a title, as body() is.
std::string bar_table(const std::vector<std::vector<std::string>>& rows,
                      const std::vector<double>& values, std::string_view full_bar,
                      const Style& style, std::string_view alignment = "r");

}  // namespace attnlab
