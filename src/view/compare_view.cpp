#include "view/compare_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

#include "base/unicode.hpp"
#include "view/difference_map.hpp"
#include "view/model_view.hpp"
#include "view/tokens_view.hpp"
#include "view/two_rows.hpp"
#include "view/wrapped_table.hpp"

namespace attnlab {
namespace {

constexpr std::array<std::string_view, 2> kNames = {"first", "second"};
constexpr std::size_t kListedHeads = 5;

std::string texts_text(const CompareResult& result, const Style& style) {
    std::string text;
    for (std::size_t v = 0; v < 2; ++v) {
        const TokenizedText& input = result.variants[v].input;
        const std::size_t n = input.tokens.size();
        text += paragraph(fmt::format("The {} text, {} token{}:", kNames[v], n, n == 1 ? "" : "s"),
                          style);
        text += token_line(input.tokens, style);
    }
    if (result.variants[0].input.bos) {
        text += paragraph("The end-of-text token was put first in both.", style);
    }
    return text;
}

std::string difference_at(const CompareResult& result) {
    const std::size_t index = *result.comparison.alignment.first_difference;
    const auto label = [&](std::size_t v) {
        const std::vector<Token>& tokens = result.variants[v].input.tokens;
        return index < tokens.size() ? fmt::format("`{}`", token_label(tokens[index]))
                                     : std::string("the end of the text");
    };
    return fmt::format("at token {}, {} in the first and {} in the second", index, label(0),
                       label(1));
}

std::string same_words(const CompareResult& result) {
    const std::optional<std::size_t>& first = result.comparison.alignment.first_difference;
    if (!first) return "Both texts are the same, token by token.";
    if (*first == 0) return "The texts differ from the first token on: they have no row in common.";
    const std::string until = fmt::format("The texts differ first {}. ", difference_at(result));
    if (!result.variants[0].causal) {
        return until +
               "Without the mask the tokens before that do see what comes after them, so their "
               "rows change and none is shared: the counterfactual, which GPT-2 was not trained "
               "for.";
    }
    return until +
           "No token before that can know: a causal model reads from left to right, and what "
           "stands "
           "at a position depends only on what came before it. So whatever a head does there, it "
           "does in both texts, bit for bit.";
}

std::string focus_words(const CompareResult& result) {
    const FocusRows& focus = *result.focus;
    const std::optional<std::size_t>& first = result.comparison.alignment.first_difference;
    const std::string label = row_label(result.variants[0].input.tokens[focus.indices[0]], 1);
    const std::string what =
        fmt::format("The row of {} in head {}.{}", label, focus.layer, focus.head);
    if (!first) return what + ", in both:";
    if (std::ranges::max(focus.indices) >= *first) {
        return what + ", which comes after the first difference:";
    }
    if (!result.variants[0].causal) return what + ", which the mask would have kept the same:";
    return what +
           ", the uncomfortable part: the word that decides what it means has not been read yet, "
           "so "
           "this row cannot resolve it:";
}

std::string same_part(const CompareResult& result, const Style& style) {
    const Comparison& comparison = result.comparison;
    std::string text = heading("1. What is the same, and why it is uncomfortable", style);
    text += paragraph(same_words(result), style);
    const std::size_t n_heads = comparison.heads.size();
    if (comparison.common_rows > 0) {
        text += "\n";
        text += paragraph(
            fmt::format(
                "Identical rows: {} of the {}{}, in each of {} head{}; largest difference in "
                "{}.",
                comparison.identical_rows, comparison.common_rows,
                comparison.alignment.first_difference ? " before the first difference" : "",
                n_heads, n_heads == 1 ? "" : "s",
                comparison.bit_identical
                    ? fmt::format("them: {} (equal to the bit)",
                                  comparison.max_difference_in_identical_rows)
                    : fmt::format("the others: {}", comparison.max_difference_in_common_rows)),
            style, "  ");
    }
    if (!result.focus) return text + "\n" + paragraph(result.focus_note, style);
    const FocusRows& focus = *result.focus;
    text += "\n";
    if (!result.focus_note.empty()) text += paragraph(result.focus_note, style);
    text += paragraph(focus_words(result), style);
    const auto row = [&](std::size_t v) -> RowView {
        const std::span<const float> weights = focus.rows[v];
        return {result.variants[v].causal ? weights.first(focus.indices[v] + 1) : weights,
                result.variants[v].input.tokens};
    };
    return text + two_rows(row(0), row(1), comparison.alignment, style);
}

std::string head_list(const std::vector<HeadDifference>& heads, std::size_t n, const Style& style) {
    std::vector<std::vector<std::string>> rows = {
        {"head", "JS divergence (bits)", "largest difference"}};
    for (std::size_t i = 0; i < std::min(n, heads.size()); ++i) {
        rows.push_back({fmt::format("{}.{}", heads[i].layer, heads[i].head),
                        fmt::format("{:.4f}", heads[i].js_divergence_bits),
                        fmt::format("{:.3f}", heads[i].max_difference)});
    }
    return wrapped_table(rows, style);
}

/// What stands above the maps of the second part.
std::string different_words(const CompareResult& result, const DrawOptions& options,
                            std::size_t n_drawn, const Style& style) {
    const Comparison& comparison = result.comparison;
    std::string text = heading("2. Where the difference lives", style);
    if (!comparison.alignment.first_difference) {
        return text + paragraph("Nowhere: the texts are the same.", style);
    }
    if (comparison.n_rows_compared == 0) {
        return text + paragraph(
                          "No token that both texts have follows the first difference, so there "
                          "is no row to compare.",
                          style);
    }
    const std::size_t n = comparison.n_rows_compared;
    text += paragraph(
        fmt::format(
            "{} {} {} row{} of tokens that both texts have. The heads in which they differ most, "
            "by the Jensen-Shannon divergence of the two rows (0 bits: the same, 1 bit: nothing "
            "in common):",
            result.variants[0].causal ? "From the first difference on there" : "There",
            n == 1 ? "is" : "are", n, n == 1 ? "" : "s"),
        style);
    text += head_list(comparison.heads, std::max(kListedHeads, n_drawn), style);
    if (options.drop_first && n_drawn > 0) {
        text += "\n" + paragraph(
                           "Token 0 is left out of the maps, and each row is divided by what is "
                           "left of it (--drop-first); the differences are those of whole rows.",
                           style);
    }
    return text;
}

std::string different_part(const CompareResult& result, const DrawOptions& options,
                           const MostDifferentHeads& drawn, const Style& style) {
    std::string text = different_words(result, options, drawn.size(), style);
    if (drawn.size() == 0) return text;
    MapStyle map;
    map.scale = options.scale;
    map.values = options.values;
    map.causal = result.variants[0].causal;
    std::vector<Token> tokens = result.variants[0].input.tokens;
    const std::vector<Token>& others = result.variants[1].input.tokens;
    tokens.insert(tokens.end(), others.begin(), others.end());
    return text + drawn.text() + "\n" + map_legend(tokens, map, style) + difference_legend(style);
}

/// The place of the largest weight, as a label.
std::string most_at(const LastRow& row, const std::vector<Token>& tokens) {
    const auto largest = std::ranges::max_element(row.weights);
    return row_label(tokens[static_cast<std::size_t>(largest - row.weights.begin())], 1);
}

const LastRow& last_row(const Answer& answer, const HeadDifference& head) {
    const auto found = std::ranges::find_if(answer.rows, [&](const LastRow& row) {
        return row.layer == head.layer && row.head == head.head;
    });
    if (found == answer.rows.end()) throw std::logic_error("a last row was not kept");
    return *found;
}

std::string probabilities_table(const AnswerPair& next, const Style& style) {
    std::vector<std::vector<std::string>> rows = {{""}};
    const bool same = next.continuations[0] == next.continuations[1];
    for (const std::string& word : same ? next.continuations[0] : next.candidates) {
        rows.front().push_back(fmt::format("P(\"{}\")", printable(word)));
    }
    for (std::size_t v = 0; v < 2; ++v) {
        rows.push_back({fmt::format("{} text", kNames[v])});
        for (const double probability : next.answers[v].probabilities) {
            rows.back().push_back(probability < 5e-5 ? fmt::format("{:.1e}", probability)
                                                     : fmt::format("{:.4f}", probability));
        }
    }
    return wrapped_table(rows, style);
}

std::string next_words(const AnswerPair& next) {
    std::array<std::size_t, 2> best{};
    for (std::size_t v = 0; v < 2; ++v) {
        const std::vector<double>& probabilities = next.answers[v].probabilities;
        best[v] = static_cast<std::size_t>(std::ranges::max_element(probabilities) -
                                           probabilities.begin());
    }
    const std::string first = printable(next.cues[0]);
    const std::string second = printable(next.cues[1]);
    std::string asked = fmt::format(
        "What the model makes of it: {}, and it is asked how probable each candidate is as what "
        "comes next.",
        first == second
            ? fmt::format("each text is followed by `{}`", first)
            : fmt::format("the first text is followed by `{}`, the second by `{}`", first, second));
    if (next.candidates.size() < 2) return asked;
    if (best[0] == best[1]) {
        return asked +
               fmt::format(" In both texts it prefers `{}`.", printable(next.candidates[best[0]]));
    }
    return asked +
           fmt::format(" Of these it prefers `{}` in the first text and `{}` in the second.",
                       printable(next.candidates[best[0]]), printable(next.candidates[best[1]]));
}

std::string next_part(const CompareResult& result, const Style& style) {
    if (!result.next) return paragraph(result.next_note, style);
    const AnswerPair& next = *result.next;
    std::string text = paragraph(next_words(next), style);
    text += probabilities_table(next, style) + "\n";

    const std::vector<Token>& tokens_a = next.answers[0].input.tokens;
    const std::vector<Token>& tokens_b = next.answers[1].input.tokens;
    text +=
        paragraph(fmt::format("Where the last position, {}, looks when it decides; the heads that "
                              "differ most there:",
                              row_label(tokens_a.back(), 1)),
                  style);
    std::vector<std::vector<std::string>> rows = {
        {"head", "JS divergence (bits)", "first looks at", "second looks at"}};
    for (std::size_t i = 0; i < std::min(kListedHeads, next.heads.size()); ++i) {
        const HeadDifference& head = next.heads[i];
        const LastRow& a = last_row(next.answers[0], head);
        const LastRow& b = last_row(next.answers[1], head);
        rows.push_back(
            {fmt::format("{}.{}", head.layer, head.head),
             fmt::format("{:.4f}", head.js_divergence_bits),
             fmt::format("{} {:.3f}", most_at(a, tokens_a), std::ranges::max(a.weights)),
             fmt::format("{} {:.3f}", most_at(b, tokens_b), std::ranges::max(b.weights))});
    }
    text += wrapped_table(rows, style) + "\n";
    const HeadDifference& first = next.heads.front();
    text += paragraph(fmt::format("The whole row in head {}.{}:", first.layer, first.head), style);
    const RowView a{last_row(next.answers[0], first).weights, tokens_a};
    const RowView b{last_row(next.answers[1], first).weights, tokens_b};
    return text + two_rows(a, b, align(tokens_a, tokens_b), style);
}

}  // namespace

std::string compare_text(const CompareResult& result, const DrawOptions& options,
                         const MostDifferentHeads& drawn, const Style& style) {
    std::string text = model_text(result.variants[0].model, style) + "\n";
    if (!result.variants[0].causal) text += no_mask_text(style) + "\n";
    text += texts_text(result, style) + "\n";
    text += same_part(result, style) + "\n";
    text += different_part(result, options, drawn, style);
    text += "\n" + next_part(result, style) + "\n";
    return text +
           paragraph("Attention shows where a head looks, not why the model answers as it does.",
                     style);
}

}  // namespace attnlab
