// Step 4 of the lab: two variants of a sentence, what is the same and what differs.

#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/compare.hpp"
#include "base/progress.hpp"
#include "capture/chosen_heads.hpp"
#include "capture/text_model.hpp"
#include "maps/answer.hpp"
#include "steps/focus.hpp"

namespace attnlab {

/// The row of the token that is watched, in one head of both variants.
struct FocusRows {
    std::string text;                    // as it was asked for: a word or an index
    std::array<std::size_t, 2> indices;  // in the first and in the second variant
    std::size_t layer = 0;
    std::size_t head = 0;
    std::array<std::vector<float>, 2> rows;  // [T] of each variant
};

/// What the model makes of both variants when they are followed by the cue.
struct AnswerPair {
    std::array<std::string, 2> cues;      // as it follows each text, with its space
    std::vector<std::string> candidates;  // as they were given
    /// As they follow the cue in each text, with their spaces.
    std::array<std::vector<std::string>, 2> continuations;
    std::array<Answer, 2> answers;
    std::vector<HeadDifference> heads;  // by where the last position looks, most different first
};

struct CompareResult {
    std::array<AttentionRun, 2> variants;
    Comparison comparison;
    std::optional<FocusRows> focus;
    std::string focus_note;  // why there is none, or why it is this one
    std::optional<AnswerPair> next;
    std::string next_note;  // why there is none
};

struct CompareStepOptions {
    std::array<TokenizedText, 2> inputs;  // each with its text
    TokenizeOptions tokenize = {};        // how they became tokens
    HeadSelection selection;
    bool causal = true;
    FocusOptions focus;
    std::string cue;  // what follows both texts when the model is asked
    std::size_t threads = 1;
    OnProgress on_progress = {};
    /// Meets each chosen head in both variants, layer by layer, with what is known before the first
    /// of them: the variants, their alignment and the focus.
    std::function<void(const CompareResult& begun, const HeadDifference& difference,
                       const HeadView& a, const HeadView& b)>
        on_pair = {};
};

/// Runs both texts in one pass, with the cue behind them; candidates of several tokens go on from
/// there in a second, short one.
///
/// Errors: UsageError saying which text, if the model does not take its tokens or the focus is not
///         there; InputError if a weight is not finite or a number overflows.
CompareResult run_compare_step(const TextModel& model, const CompareStepOptions& options);

/// Does something with one of the texts; what is wrong with it is said of that text.
///
/// Errors: UsageError, beginning with "in the first text: " or "in the second text: ".
void in_text(std::size_t variant, const std::function<void()>& action);

}  // namespace attnlab
