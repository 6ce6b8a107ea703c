// The matrix product: the one kernel that nearly all of a forward pass is spent in.
// The sum over the inner dimension runs in one fixed order for every element, whatever the number
// of rows, columns or threads: a row's result never depends on the rows beside it. This is why it
// is ours; no BLAS promises it.

#pragma once

#include <cstddef>

#include "base/matrix.hpp"

namespace attnlab {

/// A B, row by row plus a bias where one is given.
///
/// Shapes:  a [M, K], b [K, N], bias [1, N] or empty -> [M, N].
/// Errors:  std::logic_error naming both shapes if the inner dimensions differ or the bias does not
/// fit.
Matrix matmul(MatrixView a, MatrixView b, MatrixView bias = {}, std::size_t threads = 1);

/// The same into memory that is there: c [M, N], which must not overlap the others.
void matmul(MatrixView a, MatrixView b, MatrixView bias, MutableMatrixView c,
            std::size_t threads = 1);

/// A B^T, for a B that lies in memory by rows (the head: hidden states against every token's
/// embedding). Its sums run lane by lane, so the last bits differ from matmul(a, transpose(b)).
///
/// Shapes:  a [M, K], b [N, K] -> [M, N].
/// Errors:  std::logic_error naming both shapes if the inner dimensions differ.
Matrix matmul_transposed(MatrixView a, MatrixView b, std::size_t threads = 1);

/// The transpose: [M, N] -> [N, M].
Matrix transpose(MatrixView a);

}  // namespace attnlab
