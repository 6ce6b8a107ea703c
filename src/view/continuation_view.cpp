#include "view/continuation_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/unicode.hpp"
#include "view/bar_table.hpp"
#include "view/dump.hpp"
#include "view/format_number.hpp"
#include "view/tokens_view.hpp"

namespace attnlab {
namespace {

/// A token as wide as its table allows, which shows its beginning: the column of the rank and a gap
/// stand before it.
std::string cut(const std::string& text, const Style& style) {
    constexpr std::size_t kBefore = 10;
    constexpr std::size_t kNarrowest = 6;
    const std::size_t room = std::max(style.width, kBefore + kNarrowest) - kBefore;
    return display_width(text) <= room ? text : std::string(pad_right(text, room));
}

}  // namespace

std::string probability_text(double probability) {
    constexpr double kSmall = 5e-5;
    return probability > 0.0 && probability < kSmall ? fmt::format("{:.1e}", probability)
                                                     : fmt::format("{:.4f}", probability);
}

std::string probability_table(const std::string& name, const std::vector<std::string>& numbers,
                              const std::vector<ProbableToken>& tokens, const Style& style) {
    std::vector<std::vector<std::string>> rows = {{name, "id", "token", "probability"}};
    std::vector<double> bars;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const ProbableToken& next = tokens[i];
        rows.push_back({numbers[i], fmt::format("{}", next.token.id),
                        cut(quoted(next.token), style), probability_text(next.probability)});
        bars.push_back(next.probability);
    }
    return bar_table(rows, bars, "A full bar is a probability of 1.", style, "rrlr");
}

std::string ending_text(const Continuation& continuation) {
    if (!continuation.ended) return "";
    return "The last of them is the end-of-text token: the model holds the text to be over, and "
           "nothing was asked after it.";
}

std::string quoted_text(const Continuation& continuation) {
    if (const std::optional<std::string> text = text_of(continuation)) {
        return fmt::format("\"{}\"", printable(*text));
    }
    std::string ids;
    for (const ProbableToken& next : continuation.tokens) {
        ids += fmt::format("{}{}", ids.empty() ? "" : " ", next.token.id);
    }
    return ids;
}

std::string continuation_text(const Continuation& continuation, const Style& style) {
    const std::size_t n = continuation.tokens.size();
    std::string text = paragraph(
        fmt::format("The last {} of these {} generated, each the most probable token after all "
                    "before it, with its probability:",
                    n == 1 ? "one" : fmt::format("{}", n), n == 1 ? "was" : "were"),
        style);
    std::string words;
    for (const ProbableToken& next : continuation.tokens) {
        words += fmt::format("{}{}:{} {}", words.empty() ? "" : ", ", next.token.index,
                             token_label(next.token), probability_text(next.probability));
    }
    text += paragraph(words, style, "  ");
    if (continuation.ended) text += paragraph(ending_text(continuation), style);
    return text;
}

void write_probable_tokens(JsonWriter& json, const std::vector<ProbableToken>& tokens) {
    json.begin_array();
    for (const ProbableToken& next : tokens) {
        json.begin_object();
        write_token(json, next.token);
        json.member("probability", next.probability);
        json.end_object();
    }
    json.end_array();
}

void write_continuation(JsonWriter& json, const std::optional<Continuation>& continuation) {
    if (!continuation) {
        json.null();
        return;
    }
    json.begin_object();
    json.key("text").optional(text_of(*continuation));
    json.member("ended", continuation->ended);
    json.key("tokens");
    write_probable_tokens(json, continuation->tokens);
    json.end_object();
}

}  // namespace attnlab
