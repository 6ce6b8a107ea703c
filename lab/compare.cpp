// attnlab compare: step 4, two variants of a sentence.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "chapter.hpp"
#include "command.hpp"
#include "draw_options.hpp"
#include "head_options.hpp"
#include "load_model.hpp"
#include "option_values.hpp"
#include "progress.hpp"
#include "steps/compare_step.hpp"
#include "text_options.hpp"
#include "view/compare_view.hpp"

namespace attnlab::lab {
namespace {

constexpr std::size_t kMaxTop = 10000;
struct CompareOptions {
    std::optional<std::string> first;
    std::optional<std::string> second;
    std::optional<std::string> cue;
    TokenizeFlags flags;
    HeadOptions heads;
    bool no_mask = false;
    std::size_t top = 2;
    DrawFlags draw;
};

std::array<std::string, 2> read_texts(const CompareOptions& options, const Chapter& chapter) {
    if (!options.first) return chapter.sentences;
    if (!options.second) {
        throw UsageError("compare: one text is given, expected two or none",
                         "attnlab compare \"one text\" \"another text\"");
    }
    if (*options.first == "-" && *options.second == "-") {
        throw UsageError("compare: both texts are `-`, and there is one standard input");
    }
    return {read_text_argument(*options.first), read_text_argument(*options.second)};
}

CompareStepOptions step_options(const CompareOptions& options, const TextModel& model,
                                const Context& context) {
    const Chapter chapter = load_chapter();
    const std::array<std::string, 2> texts = read_texts(options, chapter);
    CompareStepOptions step;
    step.tokenize = options.flags.options();
    step.selection = selected_heads(options.heads, model.info());
    for (std::size_t v = 0; v < 2; ++v) {
        in_text(v, [&] { step.inputs[v] = model.tokenize(texts[v], step.tokenize); });
        require_drawable(options.draw, step.inputs[v]);
    }
    step.causal = !options.no_mask;
    step.focus = focus_options(options.heads, chapter);
    step.cue = options.cue.value_or(chapter.cue);
    require_utf8("--cue", step.cue);
    step.threads = context.options.threads;
    step.on_progress = context.progress.reporter("comparing the heads");
    return step;
}

Report run_compare(const CompareOptions& options, const Context& context) {
    const auto model = std::make_shared<const TextModel>(load_model(context.options));
    return Report::Writer([=, step = step_options(options, *model, context), style = context.style](
                              const TextSink* text, const TextSink* json) mutable {
        const DrawOptions draw = options.draw.options();
        MostDifferentHeads drawn(text != nullptr ? options.top : 0, draw, style);
        step.on_pair = [&](const auto&... pair) { drawn.add(pair...); };
        const CompareResult result = run_compare_step(*model, step);
        if (text != nullptr) (*text)(compare_text(result, draw, drawn, style));
        if (json != nullptr) (*json)(compare_json(result));
    });
}

}  // namespace

Command setup_compare(CLI::App& program) {
    CLI::App* app = add_command(
        program, "compare", "Step 4: two variants of a sentence, what is the same and what differs",
        {"attnlab compare",
         "attnlab compare \"The ball broke the glass because it was hard.\" \"The ball broke the "
         "glass because it was thin.\" --candidates ball,glass"});
    auto options = std::make_shared<CompareOptions>();
    app->add_option("A", options->first,
                    "The first text; - reads standard input (the chapter's, with `big`)")
        ->type_name("");
    app->add_option("B", options->second, "The second text (the chapter's, with `small`)")
        ->type_name("");
    app->add_option("--cue", options->cue,
                    "What follows both texts when the model is asked (\" The\")")
        ->type_name("TEXT");
    add_head_options(*app, options->heads);
    add_number_option(*app, "--top", {0, kMaxTop},
                      "How many heads to draw, most different first (2)",
                      [options](std::uint64_t number) { options->top = number; });
    add_tokenize_flags(*app, options->flags);
    app->add_flag("--no-mask", options->no_mask,
                  "Let every token see the future: the counterfactual");
    add_draw_flags(*app, options->draw);
    return {app, [options](const Context& context) { return run_compare(*options, context); }};
}

}  // namespace attnlab::lab
