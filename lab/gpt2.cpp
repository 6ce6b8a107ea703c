// attnlab gpt2: step 3, the attention of a GPT-2.

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "analysis/pointing.hpp"
#include "base/error.hpp"
#include "capture/capture.hpp"
#include "capture/next.hpp"
#include "chapter.hpp"
#include "command.hpp"
#include "draw_options.hpp"
#include "head_options.hpp"
#include "load_model.hpp"
#include "model_input.hpp"
#include "option_values.hpp"
#include "progress.hpp"
#include "view/gpt2_view.hpp"

namespace attnlab::lab {
namespace {

constexpr const char* kRunning = "running the model";
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

/// The one head that looks hardest from the focus at the candidates.
void capture_hardest(const TextModel& model, const TokenizedText& input,
                     const CaptureOptions& options, const std::vector<std::string>& candidates,
                     Gpt2Result& result) {
    const std::size_t query = result.focus.value_or(input.tokens.size() - 1);
    if (!result.focus) {
        result.focus = query;
        result.focus_note = "No token is named as the focus: it is the last one.";
    }
    Choice choice;
    choice.target = target_of(input.tokens, query, candidates, options.causal);
    choice.n_heads = options.selection.layers.size() * options.selection.heads.size();
    AttentionMaps best = capture_best(model, input, options, [&](MatrixView weights) {
        return pointing_weight(weights, choice.target);
    });
    choice.weight = pointing_weight(best.maps.front().weights, choice.target);
    result.choice = std::move(choice);
    result.maps = std::move(best);
}

Gpt2Result look(const Gpt2Options& options, const Context& context) {
    const GlobalOptions& global = context.options;
    if ((options.scores || options.tensors) && !global.json_path) {
        throw UsageError(fmt::format("{} adds to the JSON, and --json is not given",
                                     options.scores ? "--scores" : "--tensors"));
    }
    if (options.greedy && options.no_mask) {
        throw UsageError("--greedy and --no-mask are given: the text goes on as GPT-2 was trained",
                         "leave one of them out");
    }
    const Chapter chapter = load_chapter();
    const auto model = std::make_shared<const TextModel>(load_model(global));
    TokenizedText input = options.input.read(*model);
    Gpt2Result result;
    if (options.greedy) {
        result.continuation =
            continue_greedily(*model, input, *options.greedy, global.threads,
                              context.progress.reporter("going on with the text"));
        input = joined(input, *result.continuation);
    }
    if (options.draw.drop_first && input.tokens.size() < 2) {
        throw UsageError(
            "--drop-first leaves nothing of a text of one token, expected two or more");
    }

    CaptureOptions capture_options;
    capture_options.selection = selected_heads(options.heads, model->info());
    capture_options.causal = !options.no_mask;
    capture_options.scores = options.scores;
    capture_options.tensors = options.tensors;
    capture_options.threads = global.threads;
    capture_options.on_progress = context.progress.reporter(kRunning);

    if (const std::optional<Focus> focus = find_focus(options.heads, input.tokens, chapter.focus)) {
        result.focus = focus->index;
        result.focus_note = focus->note;
    }
    if (options.heads.are_heads_chosen() || options.mean) {
        result.maps = capture(model, input, capture_options);
        result.mean = options.mean;
    } else {
        capture_hardest(*model, input, capture_options,
                        candidate_words(options.heads, chapter.candidates), result);
    }
    return result;
}

/// Shows all maps to nobody: what can go wrong in the model goes wrong now.
void show_to_nobody(const MapStream& maps, const OnProgress& on_progress) {
    const std::size_t n = maps.layers.size() * maps.heads.size();
    std::size_t n_shown = 0;
    maps.show([&](const HeadMapView&) {
        report(on_progress, static_cast<double>(++n_shown) / static_cast<double>(n));
    });
}

Report run_gpt2(const Gpt2Options& options, const Context& context) {
    auto result = std::make_shared<const Gpt2Result>(look(options, context));
    const DrawOptions draw = options.draw.options();
    const std::size_t threads = context.options.threads;
    Report report = {
        [=, style = context.style](const TextSink& sink) { gpt2_text(*result, draw, style, sink); },
        [=, on_progress = context.progress.reporter("writing the maps")](const TextSink& sink) {
            gpt2_json(*result, sink, threads, on_progress);
        },
    };
    if (result->maps.is_kept()) return report;
    report.rehearse = [=, on_progress = context.progress.reporter(kRunning)] {
        show_to_nobody(result->maps, on_progress);
    };
    return report;
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
