// attnlab compare: step 4, two variants of a sentence.

#include "analysis/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "analysis/find_text.hpp"
#include "analysis/pointing.hpp"
#include "base/error.hpp"
#include "base/unicode.hpp"
#include "capture/answer.hpp"
#include "capture/capture.hpp"
#include "chapter.hpp"
#include "command.hpp"
#include "draw_options.hpp"
#include "head_options.hpp"
#include "load_model.hpp"
#include "option_values.hpp"
#include "progress.hpp"
#include "text_options.hpp"
#include "view/compare_view.hpp"

namespace attnlab::lab {
namespace {

constexpr std::size_t kMaxTop = 10000;
constexpr std::array<const char*, 2> kNames = {"first", "second"};

/// Does something with one of the texts; what is wrong with it is said of that text.
template <class Action>
auto in_text(std::size_t variant, const Action& action) {
    try {
        return action();
    } catch (const UsageError& error) {
        throw UsageError(fmt::format("in the {} text: {}", kNames[variant], error.what()),
                         error.hint());
    }
}

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

/// Which token is watched in each text; nothing, with a note, where one of them does not have it.
std::optional<FocusRows> find_focus_tokens(const CompareOptions& options, const Chapter& chapter,
                                           CompareResult& result) {
    std::array<std::optional<Focus>, 2> focus;
    for (std::size_t v = 0; v < 2; ++v) {
        focus[v] = in_text(v, [&] {
            return find_focus(options.heads, result.variants[v].input.tokens, chapter.focus);
        });
        if (focus[v] && !focus[v]->note.empty()) {
            result.focus_note += fmt::format("The {} text: {} ", kNames[v], focus[v]->note);
        }
    }
    if (focus[0] && focus[1]) {
        FocusRows rows;
        rows.text = options.heads.focus.value_or(chapter.focus);
        rows.indices = {focus[0]->index, focus[1]->index};
        return rows;
    }
    const std::string where = focus[0]   ? "only in the first text"
                              : focus[1] ? "only in the second text"
                                         : "in neither text";
    result.focus_note =
        fmt::format("`{}` is {}: no row is shown side by side. --focus names another token.",
                    chapter.focus, where);
    return std::nullopt;
}

/// Compares both runs, and finds the head whose focus row is shown: the one that looks hardest at a
/// candidate, in the first text.
void compare_runs(const std::vector<std::string>& candidates, const OnProgress& on_progress,
                  CompareResult& result) {
    const auto& [a, b] = result.variants;
    Target target;
    if (result.focus) {
        target = target_of(a.input.tokens, result.focus->indices[0], candidates, a.causal);
    }
    std::optional<double> hardest;
    const auto look = [&](const HeadMapView& in_a, const HeadMapView& in_b) {
        if (!result.focus) return;
        const double weight = pointing_weight(in_a.weights, target);
        if (hardest && weight <= *hardest) return;
        hardest = weight;
        FocusRows& focus = *result.focus;
        focus.layer = in_a.layer;
        focus.head = in_a.head;
        const std::span<const float> row_a = in_a.weights.row(focus.indices[0]);
        const std::span<const float> row_b = in_b.weights.row(focus.indices[1]);
        focus.rows = {std::vector<float>(row_a.begin(), row_a.end()),
                      std::vector<float>(row_b.begin(), row_b.end())};
    };
    result.comparison = compare(a, b, {look, on_progress});
}

/// Whether a word stands in one of the texts.
bool is_in_a_text(const std::string& word, const CompareResult& result) {
    return std::ranges::any_of(result.variants, [&](const MapStream& variant) {
        return !find_text(variant.input.tokens, word).empty();
    });
}

void ask_what_comes_next(const CompareOptions& options, const Chapter& chapter,
                         const TextModel& model, const std::array<std::string, 2>& texts,
                         const std::vector<std::string>& candidates,
                         const CaptureOptions& capture_options, CompareResult& result) {
    const bool is_meant =
        options.heads.candidates || std::ranges::any_of(candidates, [&](const std::string& word) {
            return is_in_a_text(word, result);
        });
    if (!is_meant) {
        result.next_note = fmt::format(
            "What the model makes of it is left out: {} are in neither text. --candidates names "
            "other words to ask about.",
            fmt::join(candidates, " and "));
        return;
    }
    const Question question{options.cue.value_or(chapter.cue), candidates};
    require_utf8("--cue", question.cue);
    AnswerPair next;
    for (std::size_t v = 0; v < 2; ++v) {
        const std::size_t room = tokens_with(model, texts[v], question, options.flags.options());
        if (room > model.info().n_positions) {
            result.next_note = fmt::format(
                "What the model makes of it is left out: with the cue the {} text has {} tokens, "
                "and "
                "the model takes {}.",
                kNames[v], room, model.info().n_positions);
            return;
        }
    }
    for (std::size_t v = 0; v < 2; ++v) {
        next.answers[v] =
            answer(model, texts[v], question, options.flags.options(), capture_options);
    }
    const Question spaced = with_spaces(question, texts[0]);
    next.cue = spaced.cue;
    next.candidates = candidates;
    next.continuations = spaced.candidates;
    next.heads = compare_last_rows(next.answers[0], next.answers[1]);
    result.next = std::move(next);
}

CompareResult compare_texts(const CompareOptions& options, const Context& context) {
    const GlobalOptions& global = context.options;
    const Chapter chapter = load_chapter();
    const std::array<std::string, 2> texts = read_texts(options, chapter);
    const std::vector<std::string> candidates = candidate_words(options.heads, chapter.candidates);
    const auto model = std::make_shared<const TextModel>(load_model(global));

    CaptureOptions capture_options;
    capture_options.selection = selected_heads(options.heads, model->info());
    capture_options.causal = !options.no_mask;
    capture_options.threads = global.threads;

    CompareResult result;
    for (std::size_t v = 0; v < 2; ++v) {
        const TokenizedText input =
            in_text(v, [&] { return model->tokenize(texts[v], options.flags.options()); });
        if (options.draw.drop_first && input.tokens.size() < 2) {
            throw UsageError(
                "--drop-first leaves nothing of a text of one token, expected two or more");
        }
        result.variants[v] = capture(model, input, capture_options);
    }
    result.focus = find_focus_tokens(options, chapter, result);
    compare_runs(candidates, context.progress.reporter("comparing the heads"), result);
    ask_what_comes_next(options, chapter, *model, texts, candidates, capture_options, result);
    return result;
}

Report run_compare(const CompareOptions& options, const Context& context) {
    auto result = std::make_shared<const CompareResult>(compare_texts(options, context));
    return {
        [=, draw = options.draw.options(), top = options.top, style = context.style](
            const TextSink& sink) { compare_text(*result, draw, top, style, sink); },
        [=](const TextSink& sink) { sink(compare_json(*result)); },
    };
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
