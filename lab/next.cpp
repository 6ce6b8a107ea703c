// attnlab next: what a model holds to come next after a text.

#include <cstdint>
#include <memory>
#include <optional>

#include "command.hpp"
#include "load_model.hpp"
#include "model_input.hpp"
#include "option_values.hpp"
#include "progress.hpp"
#include "steps/next_step.hpp"
#include "view/next_view.hpp"

namespace attnlab::lab {
namespace {

constexpr std::size_t kMostShown = 1000;
constexpr std::size_t kMostGreedy = 100'000;  // a model's own length is the bound that is met

struct NextOptions {
    ModelInput input;
    std::size_t top = 10;
    std::optional<std::size_t> greedy;
};

Report run_next(const NextOptions& options, const Context& context) {
    const TextModel model = load_model(context.options);
    NextStepOptions step;
    step.input = options.input.read(model);
    step.top = options.top;
    step.n_greedy = options.greedy;
    step.threads = context.options.threads;
    step.on_progress = context.progress.reporter("going on with the text");
    auto result = std::make_shared<const NextResult>(run_next_step(model, step));
    return {
        [result, style = context.style] { return next_text(*result, style); },
        [result] { return next_json(*result); },
    };
}

}  // namespace

Command setup_next(CLI::App& program) {
    CLI::App* app =
        add_command(program, "next", "What a model holds to come next: tokens, and a continuation",
                    {"attnlab next \"The trophy didn't fit in the suitcase because it was too "
                     "big. The\" --top 5",
                     "attnlab next --greedy 6 --json next.json"});
    auto options = std::make_shared<NextOptions>();
    add_model_input(*app, options->input);
    add_number_option(*app, "--top", {1, kMostShown},
                      "How many tokens to show, most probable first (10)",
                      [options](std::uint64_t number) { options->top = number; });
    add_number_option(*app, "--greedy", {1, kMostGreedy},
                      "Go on with the text by N tokens, each the most probable one",
                      [options](std::uint64_t number) { options->greedy = number; });
    return {app, [options](const Context& context) { return run_next(*options, context); }};
}

}  // namespace attnlab::lab
