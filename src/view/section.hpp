// The parts of a longer report: a title, what is said below it, a remark in small print.
// In a narrow output nothing is indented, so that the numbers keep their room.

#pragma once

#include <string>
#include <string_view>

#include "view/text.hpp"

namespace attnlab {

/// An empty line and a title, broken into lines where it is long.
std::string section(std::string_view title, const Style& style);

/// A paragraph below a title.
std::string body(std::string_view text, const Style& style);

/// The same in quiet colour: what belongs to the table above it.
std::string remark(std::string_view text, const Style& style);

/// What lines below a title begin with.
std::string_view body_indent(const Style& style);

}  // namespace attnlab
