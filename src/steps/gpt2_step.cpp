#include "steps/gpt2_step.hpp"

#include <utility>

#include "capture/next.hpp"

namespace attnlab {
namespace {

/// The one head that looks hardest from the focus at the candidates.
void choose_head(const TextModel& model, const TokenizedText& input, const Gpt2StepOptions& options,
                 Gpt2Result& result) {
    const std::size_t query = result.focus.value_or(input.tokens.size() - 1);
    if (!result.focus) {
        result.focus = query;
        result.focus_note = "No token is named as the focus: it is the last one.";
    }
    const CaptureOptions& capture = options.capture;
    Choice choice;
    choice.target = target_of(input.tokens, query, options.focus.candidates, capture.causal);
    choice.n_heads = capture.selection.layers.size() * capture.selection.heads.size();
    AttentionMaps best = capture_best(model, input, capture, [&](MatrixView weights) {
        return pointing_weight(weights, choice.target);
    });
    choice.weight = pointing_weight(best.maps.front().weights, choice.target);
    result.choice = std::move(choice);
    result.maps = std::move(best);
}

}  // namespace

Gpt2Result run_gpt2_step(std::shared_ptr<const TextModel> model, const Gpt2StepOptions& options) {
    Gpt2Result result;
    result.mean = options.mean;
    TokenizedText input = options.input;
    if (options.n_greedy) {
        result.continuation = continue_greedily(
            *model, input, *options.n_greedy, options.capture.threads, options.on_greedy_progress);
        input = joined(input, *result.continuation);
    }
    if (const std::optional<Focus> focus = find_focus(options.focus, input.tokens)) {
        result.focus = focus->index;
        result.focus_note = focus->note;
    }
    if (options.is_one_head_chosen) {
        choose_head(*model, input, options, result);
    } else {
        result.maps = capture(std::move(model), input, options.capture);
    }
    return result;
}

}  // namespace attnlab
