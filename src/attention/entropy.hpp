// How far a row of weights is from looking everywhere and from looking at one key only, and how
// much gradient the softmax that made it still lets through. Three numbers about one distribution;
// where the row comes from is nobody's business here.

#pragma once

#include <span>

namespace attnlab {

/// The entropy of a row of weights: log2(n) for n equal ones, 0 for all the weight on one key.
///
/// Units: bits. A weight of 0 adds nothing, as 0 log 0 is 0 in the limit.
double entropy_bits(std::span<const float> weights);

/// The largest weight of a row; 0 for an empty one.
double largest_weight(std::span<const float> weights);

/// The Frobenius norm of the softmax's Jacobian at these weights, diag(p) - p p^T.
///
/// A gradient reaches the scores through this matrix, so a norm near 0 means that it stops here. It
/// is 0 for a one-hot row, sqrt(n - 1) / n for n equal weights, and at most 1/2: two keys that
/// share all the weight. The matrix is not built: the sum of its squared entries,
///     sum p_i^2 (1 - p_i)^2 + sum_{i != j} p_i^2 p_j^2,
/// is s2 - 2 s3 + s2^2 with s2 = sum p_i^2, s3 = sum p_i^3. Near a one-hot row these numbers near 1
/// cancel, which leaves the norm an absolute error of about 1e-8.
double softmax_jacobian_norm(std::span<const float> weights);

}  // namespace attnlab
