// What a Transformer does to one row of numbers at a time: scale, softmax, layer norm, GELU,
// addition.
// A row's result depends on that row alone. Reductions run lane by lane, in an order that the
// length of the row fixes.

#pragma once

#include <span>

namespace attnlab {

/// Multiplies a row by a factor, in place. Returns whether every product is finite.
bool scale(std::span<float> row, float factor);

/// Turns a row of finite scores into weights that sum to 1, in place: exp(s_j) / sum_k exp(s_k).
///
/// The maximum is subtracted first, so large scores cannot overflow. An empty row stays empty.
void softmax(std::span<float> scores);

/// (x - mean) / sqrt(variance + epsilon) * gain + bias.
///
/// The variance is the biased one (divided by C), and epsilon stands inside the root.
///
/// Shapes:  x, gain, bias and y [C].
/// Source:  Ba, Kiros and Hinton 2016; GPT-2's `model.py`, `norm`.
void layer_norm(std::span<const float> x, std::span<const float> gain, std::span<const float> bias,
                float epsilon, std::span<float> y);

/// 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))), in place.
///
/// This is the tanh form that GPT-2 was trained with; the erf form differs by up to 4.7e-4.
///
/// Source:  Hendrycks and Gimpel 2016; GPT-2's `model.py`, `gelu`.
void gelu(std::span<float> x);

/// Adds x to the sums, number by number.
void add(std::span<const float> x, std::span<float> sums);

}  // namespace attnlab
