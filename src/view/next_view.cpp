#include "view/next_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "view/continuation_view.hpp"
#include "view/dump.hpp"
#include "view/format_number.hpp"
#include "view/model_view.hpp"
#include "view/section.hpp"

namespace attnlab {
namespace {

std::string count_of(std::size_t n, const char* noun) {
    return fmt::format("{} {}{}", format_count(n), noun, n == 1 ? "" : "s");
}

std::string next_table(const NextResult& result, const Style& style) {
    std::string text = section("What comes next", style);
    std::vector<std::string> ranks;
    double together = 0.0;
    for (const ProbableToken& next : result.next) {
        ranks.push_back(fmt::format("{}", ranks.size() + 1));
        together += next.probability;
    }
    text += probability_table("rank", ranks, result.next, style);
    const std::size_t n_others = result.model.vocab_size - result.next.size();
    if (n_others == 0) return text;
    return text + body(fmt::format("Together {:.4f}; the {} of the vocabulary share the rest, "
                                   "{}.",
                                   together, count_of(n_others, "other token"),
                                   probability_text(std::max(0.0, 1.0 - together))),
                       style);
}

std::string continuation_table(const Continuation& continuation, const Style& style) {
    const std::size_t n = continuation.tokens.size();
    std::string text =
        section(fmt::format("Continued greedily by {}", count_of(n, "token")), style);
    text +=
        body("Each is the most probable one after all before it, of equals the lowest id.", style);
    std::vector<std::string> places;
    for (const ProbableToken& next : continuation.tokens) {
        places.push_back(fmt::format("{}", next.token.index));
    }
    text += probability_table("index", places, continuation.tokens, style);
    text += body(fmt::format("The text goes on: {}", quoted_text(continuation)), style);
    if (continuation.ended) text += body(ending_text(continuation), style);
    return text;
}

}  // namespace

std::string next_text(const NextResult& result, const Style& style) {
    std::string text = model_text(result.model, style);
    text += "\n" + input_text(result.input, style);
    text += next_table(result, style);
    if (result.continuation) text += continuation_table(*result.continuation, style);
    return text;
}

std::string next_json(const NextResult& result) {
    JsonWriter json;
    begin_dump(json, "next");
    write_model(json, result.model);
    write_input(json, result.input);
    json.key("next");
    write_probable_tokens(json, result.next);
    json.key("generated");
    write_continuation(json, result.continuation);
    json.end_object();
    return json.take();
}

}  // namespace attnlab
