// What holds for every GPT-2, whatever its weights: what softmax and mask promise of its maps, what
// this program promises of its numbers, and what its files are.

#pragma once

#include <vector>

#include "base/progress.hpp"
#include "check/facts_file.hpp"
#include "check/finding.hpp"
#include "check/subject.hpp"

namespace attnlab {

/// The largest distance of a row's sum from 1. Weights are floats of 24 bits, which the sum
/// gathers: measured 3.1e-7 at most, on random models and the embedded one.
constexpr double kRowSumBound = 1e-6;

/// Checks rows, zeros, bits, head, parameters and the file's hash; each of the first ones on some
/// random tokens.
///
/// Errors: InputError as running the model says.
std::vector<CheckedFact> check_every_model(const Subject& subject, const Release& release,
                                           const OnProgress& on_progress = {});

}  // namespace attnlab
