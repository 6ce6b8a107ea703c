// How long one head's attention takes for growing n: the measured side of the chapter's n^2.
// What is timed is attention() itself, on one thread, without a mask, so that all n^2 entries are
// computed. What is counted is in cost.hpp.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "attention/cost.hpp"
#include "base/clock.hpp"
#include "base/progress.hpp"

namespace attnlab {

/// How often a length is run: until both are reached.
struct Repetitions {
    double total_cpu_ms = 100.0;  // short runs are many, so that one of them is undisturbed
    std::size_t runs = 3;
};

/// Times attention over the first n rows of random Q, K and V, for each n.
///
/// Each length runs once before it is timed: the memory of its result is there then, and is used
/// again by all that follow, as the heads of a model do.
/// `clock` is thread_clock_ms, or a test's.
/// Shapes:  Q, K, V [n, D], normal numbers that are the same on every run.
std::vector<HeadRow> measure_head(std::span<const std::size_t> lengths, std::size_t d_k,
                                  const Clock& clock, const OnProgress& on_progress = {},
                                  const Repetitions& repetitions = {});

}  // namespace attnlab
