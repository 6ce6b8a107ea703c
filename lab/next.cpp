// attnlab next: what a model holds to come next after a text.

#include "capture/next.hpp"

#include <cstdint>
#include <memory>
#include <optional>

#include "command.hpp"
#include "load_model.hpp"
#include "model_input.hpp"
#include "option_values.hpp"
#include "progress.hpp"
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

NextResult ask(const NextOptions& options, const Context& context) {
    const std::size_t threads = context.options.threads;
    const TextModel model = load_model(context.options);
    NextResult result;
    result.model = model.info();
    result.input = options.input.read(model);
    if (options.greedy) {
        result.continuation = continue_greedily(model, result.input, *options.greedy, threads,
                                                context.progress.reporter("going on with the text"),
                                                LastToken::kUnread);
    }
    result.next = next_tokens(model, result.input, options.top, threads);
    return result;
}

Report run_next(const NextOptions& options, const Context& context) {
    auto result = std::make_shared<const NextResult>(ask(options, context));
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
