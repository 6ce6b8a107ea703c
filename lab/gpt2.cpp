// attnlab gpt2: step 3, the attention of a GPT-2.

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "base/error.hpp"
#include "chapter.hpp"
#include "command.hpp"
#include "draw_options.hpp"
#include "head_options.hpp"
#include "load_model.hpp"
#include "model_input.hpp"
#include "option_values.hpp"
#include "progress.hpp"
#include "steps/gpt2_step.hpp"
#include "view/gpt2_view.hpp"

namespace attnlab::lab {
namespace {

constexpr std::size_t kMostGreedy = 100'000;  // a model's own length is the bound that is met

struct Gpt2Options {
    ModelInput input;
    HeadOptions heads;
    std::optional<std::size_t> greedy;
    bool mean = false;
    bool no_mask = false;
    bool scores = false;
    bool tensors = false;
    DrawFlags draw;
};

Gpt2StepOptions step_options(const Gpt2Options& options, const TextModel& model,
                             const Context& context) {
    const Chapter chapter = load_chapter();
    Gpt2StepOptions step;
    step.input = options.input.read(model);
    if (!options.greedy) require_drawable(options.draw, step.input);
    step.capture.selection = selected_heads(options.heads, model.info());
    step.capture.causal = !options.no_mask;
    step.capture.scores = options.scores;
    step.capture.tensors = options.tensors;
    step.capture.threads = context.options.threads;
    step.capture.on_progress = context.progress.reporter("running the model");
    step.is_one_head_chosen = !options.heads.are_heads_chosen() && !options.mean;
    step.mean = options.mean;
    step.focus = focus_options(options.heads, chapter);
    step.n_greedy = options.greedy;
    step.on_greedy_progress = context.progress.reporter("going on with the text");
    return step;
}

Report run_gpt2(const Gpt2Options& options, const Context& context) {
    if ((options.scores || options.tensors) && !context.options.json_path) {
        throw UsageError(fmt::format("{} adds to the JSON, and --json is not given",
                                     options.scores ? "--scores" : "--tensors"));
    }
    if (options.greedy && options.no_mask) {
        throw UsageError("--greedy and --no-mask are given: the text goes on as GPT-2 was trained",
                         "leave one of them out");
    }
    const auto model = std::make_shared<const TextModel>(load_model(context.options));
    auto result = std::make_shared<const Gpt2Result>(
        run_gpt2_step(model, step_options(options, *model, context)));
    return Report::Writer(
        [=, draw = options.draw.options(), style = context.style,
         threads = context.options.threads](const TextSink* text, const TextSink* json) {
            std::optional<Gpt2Text> as_text;
            std::optional<Gpt2Json> as_json;
            if (text != nullptr) as_text.emplace(*result, draw, style, *text);
            if (json != nullptr) as_json.emplace(*result, *json, threads);
            result->maps.for_each_head([&](const HeadView& head) {
                if (as_text) as_text->add(head);
                if (as_json) as_json->add(head);
            });
            if (as_text) as_text->finish();
            if (as_json) as_json->finish();
        });
}

}  // namespace

Command setup_gpt2(CLI::App& program) {
    CLI::App* app = add_command(program, "gpt2",
                                "Step 3: the attention of every head of a GPT-2, drawn as a map",
                                {"attnlab gpt2 --layer 2 --head all --scale sqrt",
                                 "attnlab gpt2 \"The cat sat because it was tired.\" --layer 1 "
                                 "--head 0-2 --json maps.json"});
    auto options = std::make_shared<Gpt2Options>();
    add_model_input(*app, options->input);
    add_number_option(*app, "--greedy", {1, kMostGreedy},
                      "Go on with the text by N tokens, each the most probable one",
                      [options](std::uint64_t number) { options->greedy = number; });
    add_head_options(*app, options->heads);
    app->add_flag("--mean", options->mean, "Average the chosen heads of each layer");
    app->add_flag("--no-mask", options->no_mask,
                  "Let every token see the future, as the chapter's bare function does");
    add_draw_flags(*app, options->draw);
    app->add_flag("--scores", options->scores, "Add the scaled scores before the mask to the JSON");
    app->add_flag("--tensors", options->tensors, "Add q, k and v to the JSON");
    return {app, [options](const Context& context) { return run_gpt2(*options, context); }};
}

}  // namespace attnlab::lab
