// How errors show what a file says: names, which may hold anything, and shapes.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace attnlab {

/// A name in quotes, printable, cut where it is longer than an error's line bears.
std::string quoted_name(std::string_view name);

/// A shape: "[2, 3]"; a single value has "[]".
std::string shape_text(std::span<const std::size_t> shape);

}  // namespace attnlab
