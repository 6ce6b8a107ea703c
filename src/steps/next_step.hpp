// What a model holds to come next after a text, and how it goes on.

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/progress.hpp"
#include "capture/text_model.hpp"
#include "maps/continuation.hpp"

namespace attnlab {

struct NextStepOptions {
    TokenizedText input;
    std::size_t top = 10;                 // how many tokens, the most probable first
    std::optional<std::size_t> n_greedy;  // how many tokens to go on by
    std::size_t threads = 1;
    OnProgress on_progress = {};  // of going on
};

struct NextResult {
    ModelInfo model;
    TokenizedText input;
    std::vector<ProbableToken> next;           // the most probable first
    std::optional<Continuation> continuation;  // where it was asked for
};

/// Errors: UsageError if the model does not take so many tokens; InputError if a weight is not
///         finite or a number overflows.
NextResult run_next_step(const TextModel& model, const NextStepOptions& options);

}  // namespace attnlab
