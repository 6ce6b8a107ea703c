#include "steps/compare_step.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <utility>

#include "analysis/find_text.hpp"
#include "analysis/pointing.hpp"
#include "base/error.hpp"
#include "capture/answer.hpp"

namespace attnlab {
namespace {

constexpr std::array<const char*, 2> kNames = {"first", "second"};

/// Which token is watched in each text; nothing, with a note, where one of them does not have it.
void find_focus_tokens(const FocusOptions& options, CompareResult& result) {
    std::array<std::optional<Focus>, 2> focus;
    for (std::size_t v = 0; v < 2; ++v) {
        in_text(v, [&] { focus[v] = find_focus(options, result.variants[v].input.tokens); });
        if (focus[v] && !focus[v]->note.empty()) {
            result.focus_note += fmt::format("The {} text: {} ", kNames[v], focus[v]->note);
        }
    }
    if (focus[0] && focus[1]) {
        result.focus.emplace();
        result.focus->text = options.asked.value_or(options.word);
        result.focus->indices = {focus[0]->index, focus[1]->index};
        return;
    }
    const std::string where = focus[0]   ? "only in the first text"
                              : focus[1] ? "only in the second text"
                                         : "in neither text";
    result.focus_note =
        fmt::format("`{}` is {}: no row is shown side by side. --focus names another token.",
                    options.word, where);
}

/// Both texts with the cue behind them; none, with a note, where the question makes no sense or the
/// model has no room.
std::vector<AskedText> ask_both(const TextModel& model, const CompareStepOptions& options,
                                CompareResult& result) {
    const std::vector<std::string>& candidates = options.focus.candidates;
    const auto is_in_a_text = [&](const std::string& word) {
        return std::ranges::any_of(options.inputs, [&](const TokenizedText& input) {
            return !find_text(input.tokens, word).empty();
        });
    };
    if (!options.focus.are_candidates_asked && std::ranges::none_of(candidates, is_in_a_text)) {
        result.next_note = fmt::format(
            "What the model makes of it is left out: {} are in neither text. --candidates names "
            "other words to ask about.",
            fmt::join(candidates, " and "));
        return {};
    }
    std::vector<AskedText> asked;
    for (std::size_t v = 0; v < 2; ++v) {
        asked.push_back(ask(model, options.inputs[v].text.value_or(""), {options.cue, candidates},
                            options.tokenize));
        if (asked[v].n_tokens() <= model.info().n_positions) continue;
        result.next_note = fmt::format(
            "What the model makes of it is left out: with the cue the {} text has {} tokens, and "
            "the model takes {}.",
            kNames[v], asked[v].n_tokens(), model.info().n_positions);
        return {};
    }
    return asked;
}

/// Whether `ids` begin with all of `beginning`.
bool begins_with(std::span<const TokenId> ids, std::span<const TokenId> beginning) {
    return ids.size() >= beginning.size() &&
           std::ranges::equal(ids.first(beginning.size()), beginning);
}

/// The texts of the one pass. A text is the beginning of its asked one where the cue leaves its
/// tokens alone and nobody sees the future: then it need not run by itself.
struct Pass {
    std::vector<std::vector<TokenId>> ids;
    std::array<std::size_t, 2> texts{};        // which of them each variant is, or begins
    std::array<std::size_t, 2> asked_texts{};  // and which it is with the cue
    std::vector<KeyValueCache> caches;         // of the asked texts, where candidates go on

    Pass(const TextModel& model, const CompareStepOptions& options,
         const std::vector<AskedText>& asked) {
        const auto add = [&](std::vector<TokenId> one) {
            ids.push_back(std::move(one));
            return ids.size() - 1;
        };
        for (std::size_t v = 0; v < 2; ++v) {
            std::vector<TokenId> text = ids_of(options.inputs[v]);
            if (!asked.empty()) {
                asked_texts[v] = add(ids_of(asked[v].input));
                if (options.causal && begins_with(ids.back(), text)) {
                    texts[v] = asked_texts[v];
                    continue;
                }
            }
            texts[v] = add(std::move(text));
        }
        if (options.causal && std::ranges::any_of(asked, &AskedText::has_long_candidate)) {
            for (const AskedText& one : asked) {
                caches.emplace_back(model.model().config(), one.n_tokens());
            }
        }
    }

    std::vector<TextInput> inputs() {
        std::vector<TextInput> all;
        for (const std::vector<TokenId>& one : ids) all.push_back({.ids = one});
        for (std::size_t v = 0; v < caches.size(); ++v) all[asked_texts[v]].cache = &caches[v];
        return all;
    }

    /// The last rows of the asked texts: [N, C] -> [2, C].
    Matrix last_rows(MatrixView hidden) const {
        Matrix last(2, hidden.columns);
        std::size_t end = 0;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            end += ids[i].size();
            for (std::size_t v = 0; v < 2; ++v) {
                if (asked_texts[v] == i)
                    std::ranges::copy(hidden.row(end - 1), last.row(v).begin());
            }
        }
        return last;
    }
};

std::vector<float> copy_of_row(MatrixView weights, std::size_t row) {
    return {weights.row(row).begin(), weights.row(row).end()};
}

/// Compares the heads as they come, each in both texts.
class Pairs {
  public:
    Pairs(const CompareStepOptions& options, const Pass& pass, CompareResult& result)
        : options_(options),
          pass_(pass),
          result_(result),
          comparer_(options.inputs[0].tokens, options.inputs[1].tokens, options.causal),
          heads_(pass.ids.size()) {
        result.comparison = comparer_.begun();
        if (!result.focus) return;
        target_ = target_of(options.inputs[0].tokens, result.focus->indices[0],
                            options.focus.candidates, options.causal);
    }

    /// One head of one text of the pass.
    void add(const HeadView& head, std::size_t text) {
        heads_[text] = head;
        if (text + 1 < heads_.size()) return;
        const HeadView a = variant(0);
        const HeadView b = variant(1);
        const HeadDifference difference = comparer_.add(a, b);
        look(a, b);
        if (result_.next) {
            for (std::size_t v = 0; v < 2; ++v) {
                const MatrixView weights = heads_[pass_.asked_texts[v]].weights;
                result_.next->answers[v].rows.push_back(
                    {head.layer, head.head, copy_of_row(weights, weights.rows - 1)});
            }
        }
        if (options_.on_pair) options_.on_pair(result_, difference, a, b);
        report(options_.on_progress, static_cast<double>(++n_done_) /
                                         static_cast<double>(options_.selection.ids().size()));
    }

    Comparison finish() { return std::move(comparer_).finish(); }

  private:
    /// A head of a variant without what the cue adds.
    HeadView variant(std::size_t v) const {
        const HeadView& head = heads_[pass_.texts[v]];
        const std::size_t T = options_.inputs[v].tokens.size();
        return {head.layer, head.head, head.weights.block(0, T, 0, T)};
    }

    /// Keeps the focus's rows of the head that looks hardest at a candidate, in the first text.
    void look(const HeadView& a, const HeadView& b) {
        if (!result_.focus) return;
        const double weight = pointing_weight(a.weights, target_);
        if (hardest_ && weight <= *hardest_) return;
        hardest_ = weight;
        FocusRows& focus = *result_.focus;
        focus.layer = a.layer;
        focus.head = a.head;
        focus.rows = {copy_of_row(a.weights, focus.indices[0]),
                      copy_of_row(b.weights, focus.indices[1])};
    }

    const CompareStepOptions& options_;
    const Pass& pass_;
    CompareResult& result_;
    Comparer comparer_;
    std::vector<HeadView> heads_;  // one of each text
    Target target_;
    std::optional<double> hardest_;
    std::size_t n_done_ = 0;
};

}  // namespace

void in_text(std::size_t variant, const std::function<void()>& action) {
    try {
        action();
    } catch (const UsageError& error) {
        throw UsageError(fmt::format("in the {} text: {}", kNames[variant], error.what()),
                         error.hint());
    }
}

CompareResult run_compare_step(const TextModel& model, const CompareStepOptions& options) {
    CompareResult result;
    for (std::size_t v = 0; v < 2; ++v) {
        in_text(v, [&] { model.model().require_ids(ids_of(options.inputs[v])); });
        result.variants[v] = {model.info(), options.inputs[v], options.causal,
                              options.selection.layers, options.selection.heads};
    }
    find_focus_tokens(options.focus, result);
    const std::vector<AskedText> asked = ask_both(model, options, result);
    if (!asked.empty()) {
        AnswerPair& next = result.next.emplace();
        next.candidates = options.focus.candidates;
        for (std::size_t v = 0; v < 2; ++v) {
            next.cues[v] = asked[v].question.cue;
            next.continuations[v] = asked[v].question.candidates;
            next.answers[v].input = asked[v].input;
        }
    }

    Pass pass(model, options, asked);
    Pairs pairs(options, pass, result);
    ChosenHeads observer(options.selection.ids(),
                         [&](const HeadView& head, std::size_t text) { pairs.add(head, text); });
    ForwardOptions forward;
    forward.causal = options.causal;
    forward.scores = false;
    forward.threads = options.threads;
    if (!result.next) {  // the heads alone are wanted
        forward.n_layers = options.selection.layers.back() + 1;
        forward.only_heads = true;
    }
    const Matrix hidden = model.model().forward(pass.inputs(), forward, &observer);
    result.comparison = pairs.finish();
    if (!result.next) return result;

    const auto probabilities = candidate_probabilities(model.model(), asked, pass.last_rows(hidden),
                                                       pass.caches, options.threads);
    for (std::size_t v = 0; v < 2; ++v) result.next->answers[v].probabilities = probabilities[v];
    result.next->heads = compare_last_rows(result.next->answers[0], result.next->answers[1]);
    return result;
}

}  // namespace attnlab
