// What a Transformer does to one row of numbers at a time: softmax, layer norm, GELU.
// A row's result depends on that row alone. Reductions run lane by lane, in an order that the
// length of the row fixes.

#pragma once

#include <span>

#include "base/matrix.hpp"

namespace attnlab {

/// Turns a row of finite scores into weights that sum to 1, in place: exp(s_j) / sum_k exp(s_k).
///
/// The maximum is subtracted first, so large scores cannot overflow. An empty row stays empty.
void softmax(std::span<float> scores);

/// (x - mean) / sqrt(variance + epsilon) * gain + bias, for each row.
///
/// The variance is the biased one (divided by C), and epsilon stands inside the root.
///
/// Shapes:  x [T, C], gain and bias [1, C] -> [T, C].
/// Source:  Ba, Kiros and Hinton 2016; GPT-2's `model.py`, `norm`.
Matrix layer_norm(MatrixView x, MatrixView gain, MatrixView bias, float epsilon);

/// 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))), in place.
///
/// This is the tanh form that GPT-2 was trained with; the erf form differs by up to 4.7e-4.
///
/// Source:  Hendrycks and Gimpel 2016; GPT-2's `model.py`, `gelu`.
void gelu(std::span<float> x);

}  // namespace attnlab
