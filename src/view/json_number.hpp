// How numbers look in JSON, written into room that the caller has: large maps are made of them, so
// nothing is allocated here and nothing is checked twice.

#pragma once

#include <cstddef>
#include <span>

namespace attnlab {

/// No number takes more characters, a separator behind it included.
constexpr std::size_t kLongestNumber = 32;

/// Writes the shortest decimals that read back to the same number; returns where they end.
///
/// Errors: std::logic_error for NaN or infinity, which JSON does not have.
char* write_number(char* to, float number);
char* write_number(char* to, double number);

/// Writes a row as a list, `[0.25, 0.75, null]`: its first `n_open` numbers, then nulls.
///
/// `to` has room for kLongestNumber characters a number, and two more.
/// Errors: as write_number(); returns where the row ends.
char* write_row(char* to, std::span<const float> row, std::size_t n_open);

}  // namespace attnlab
