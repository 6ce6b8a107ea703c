// How much of a GPT-2's layer is attention, measured: the model runs on random tokens while an
// observer reads the clock. What is counted is in attention/cost.hpp.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "attention/cost.hpp"
#include "base/clock.hpp"
#include "base/progress.hpp"
#include "model/gpt2.hpp"

namespace attnlab {

struct LayerTimingOptions {
    std::size_t n_layers = 4;     // from the first on: enough, since all are alike
    double total_cpu_ms = 100.0;  // a length runs until so much time has gone by, and once at least
};

/// Times the layers of a forward pass over n random tokens, with the causal mask and by one thread,
/// for each n. Every layer that it runs is a measurement of its own.
///
/// Nothing for an n that is longer than the model takes. The shortest length runs once before all:
/// the weights are in memory then. `clock` is thread_clock_ms, or a test's.
/// Errors:  InputError as Gpt2::forward() says.
std::vector<std::optional<LayerTiming>> measure_layers(const Gpt2& model,
                                                       std::span<const std::size_t> lengths,
                                                       const Clock& clock,
                                                       const OnProgress& on_progress = {},
                                                       const LayerTimingOptions& options = {});

}  // namespace attnlab
