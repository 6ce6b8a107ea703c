// The matrix product where A has so few rows that reading B is most of the work: a sentence.
// Internal to math/: matmul() decides which way a product goes, and checks the shapes.

#pragma once

#include <cstddef>

#include "base/matrix.hpp"

namespace attnlab {

/// How many rows a product may have to go this way: as many as are multiplied while a row of B
/// passes by once.
std::size_t few_rows();

/// C = bias + A B, to the bit as every other matmul(), for all columns or some of them.
///
/// Shapes:  a [M, K], b [K, N], bias [1, N], c [M, N].
void multiply_few_rows(MatrixView a, MatrixView b, MatrixView bias, MutableMatrixView c);

}  // namespace attnlab
