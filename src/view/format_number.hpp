// How numbers look in a text: fixed digits, and none where they would say nothing.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/matrix.hpp"

namespace attnlab {

/// A number with `precision` digits after the point, never as "-0"; from 1e7 on with an exponent.
std::string format_number(double number, std::size_t precision);

/// The same, without digits after the point where the number is whole.
std::string format_plain(double number, std::size_t precision);

/// A count with a comma after each three digits: 124,439,808.
std::string format_count(std::uint64_t number);

/// A vector in brackets, of a long one the beginning: (8, 4, 0, 0).
std::string format_vector(std::span<const float> values, std::size_t precision);

/// Whether all numbers are whole and small enough to be read as such.
bool all_whole(MatrixView values);

}  // namespace attnlab
