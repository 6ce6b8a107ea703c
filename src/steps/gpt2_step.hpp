// Step 3 of the lab: the attention of a GPT-2 over one text, or over a text and what the model goes
// on with.

#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "analysis/pointing.hpp"
#include "base/progress.hpp"
#include "capture/capture.hpp"
#include "capture/text_model.hpp"
#include "maps/continuation.hpp"
#include "maps/map_stream.hpp"
#include "steps/focus.hpp"

namespace attnlab {

struct Gpt2StepOptions {
    TokenizedText input;
    CaptureOptions capture;           // which heads; all where none was asked for
    bool is_one_head_chosen = false;  // of those the one that points hardest, and no other
    bool mean = false;                // the mean of each layer's heads, too
    FocusOptions focus;
    std::optional<std::size_t> n_greedy;  // how many tokens to go on by
    OnProgress on_greedy_progress = {};
};

struct Gpt2Result {
    MapStream maps;                            // of the text, and of what was appended to it
    std::optional<Continuation> continuation;  // that, where it was asked for
    bool mean = false;
    std::optional<std::size_t> focus;  // the token that is watched
    std::string focus_note;            // why it is that one, where it was not asked for
    std::optional<Choice> choice;      // why the head was chosen, where it was not asked for
};

/// The model runs when the maps are asked for; where a head is chosen, and for what follows the
/// text, it runs now.
///
/// Errors: UsageError if the model does not take the tokens, or the focus is not there; InputError
///         if a weight is not finite or a number overflows.
Gpt2Result run_gpt2_step(std::shared_ptr<const TextModel> model, const Gpt2StepOptions& options);

}  // namespace attnlab
