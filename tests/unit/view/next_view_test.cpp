// What comes next, as text and as JSON, from results made by hand.

#include "view/next_view.hpp"

#include <nlohmann/json.hpp>

#include "base/unicode.hpp"
#include "support/catch.hpp"
#include "support/sample_maps.hpp"
#include "view/continuation_view.hpp"

using namespace attnlab;
using attnlab::testing::lines_of;
using attnlab::testing::sample_maps;
using attnlab::testing::tokens_of;
using attnlab::testing::tokens_of_ids;
using nlohmann::json;

namespace {

std::vector<ProbableToken> probable(const std::vector<Token>& tokens,
                                    const std::vector<double>& probabilities, std::size_t place) {
    std::vector<ProbableToken> result;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        result.push_back({tokens[i], probabilities[i]});
        result.back().token.index = place;
        if (tokens[i].bytes) result.back().token.id = static_cast<TokenId>(i + 40);
    }
    return result;
}

/// "The cat", and three tokens of five that may follow.
NextResult sample() {
    const AttentionMaps maps = sample_maps(tokens_of({"The", " cat"}), 1);
    NextResult result;
    result.model = maps.model;
    result.model.vocab_size = 5;
    result.input = maps.input;
    result.input.text = "The cat";
    result.next = probable(tokens_of({" sat", "\xE2\x80", "\x1b[2J"}), {0.5, 0.25, 0.00001}, 2);
    return result;
}

Continuation continuation(bool ended) {
    Continuation result;
    result.tokens =
        probable(tokens_of({" sat", "\xE2\x80", "\x99", "<end>"}), {0.5, 0.25, 0.75, 1.0}, 0);
    for (std::size_t i = 0; i < 4; ++i) result.tokens[i].token.index = 2 + i;
    result.ended = ended;
    return result;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("The most probable tokens stand in a table with bars", "[view]") {
    const std::string text = next_text(sample(), {100, false});
    CHECK(has(text, "2 tokens, no end-of-text token put first:\n  0:The 1:cat\n"));
    CHECK(has(text, "\nWhat comes next\n  rank  id  token      probability"));
    CHECK(has(text, "     1  40  \" sat\"          0.5000  \xE2\x96\x88"));
    CHECK(has(text, "A full bar is a probability of 1."));
    CHECK(
        has(text, "Together 0.7500; the 2 other tokens of the vocabulary share the rest, 0.2500."));
    CHECK_FALSE(has(text, "Continued"));
}

TEST_CASE("Half characters and control characters are drawn safely", "[view]") {
    NextResult result = sample();
    result.continuation = continuation(false);
    const std::string text = next_text(result, {100, false});
    for (const std::string& line : lines_of(text)) CHECK(printable(line) == line);
    CHECK(has(text, "\"\xEF\xBF\xBD\" part"));
    CHECK(has(text, "\"\\x1b[2J\""));
    CHECK(has(text, "1.0e-05"));
}

TEST_CASE("A vocabulary that is shown whole leaves no rest", "[view]") {
    NextResult result = sample();
    result.model.vocab_size = 3;
    CHECK_FALSE(has(next_text(result, {100, false}), "Together"));
    result.model.vocab_size = 4;
    CHECK(has(next_text(result, {100, false}), "the 1 other token of the vocabulary"));
}

TEST_CASE("A continuation is a table its text and how it ended", "[view]") {
    NextResult result = sample();
    result.continuation = continuation(false);
    const std::string open = next_text(result, {100, false});
    CHECK(has(open, "\nContinued greedily by 4 tokens\n"));
    CHECK(has(open, "      3  41  \""));
    CHECK(has(open, "The text goes on: \" sat\xE2\x80\x99<end>\""));
    CHECK_FALSE(has(open, "end-of-text token: the model"));
    result.continuation = continuation(true);
    const std::string ended = next_text(result, {100, false});
    CHECK(has(ended, "The text goes on: \" sat\xE2\x80\x99\"\n"));
    CHECK(has(ended, "The last of them is the end-of-text token"));
}

TEST_CASE("Without a vocabulary tokens are shown by their ids", "[view]") {
    NextResult result = sample();
    result.next = probable(tokens_of_ids({7, 9}), {0.5, 0.25}, 2);
    Continuation ids;
    ids.tokens = probable(tokens_of_ids({7, 9}), {0.5, 0.25}, 2);
    result.continuation = ids;
    const std::string text = next_text(result, {100, false});
    CHECK(has(text, "#7 "));
    CHECK(has(text, "The text goes on: 7 9\n"));
    const json dump = json::parse(next_json(result));
    CHECK(dump["next"][1]["text"].is_null());
    CHECK(dump["generated"]["text"].is_null());
}

TEST_CASE("A narrow table shows where tokens begin", "[view]") {
    NextResult result = sample();
    result.next =
        probable(tokens_of({" sat", " extraordinarily long-winded", "."}), {0.5, 0.3, 0.1}, 2);
    for (const std::size_t width : {20U, 40U}) {
        const std::string text = next_text(result, {width, false});
        CAPTURE(text);
        CHECK(has(text, "\" sat\""));
        CHECK(has(text, "\" extra"));
        CHECK(has(text, "\".\""));
        CHECK(has(text, "0.3000"));
        for (const std::string& line : lines_of(text)) {
            if (has(line, "extra")) CHECK(display_width(line) <= width);
        }
    }
}

TEST_CASE("A small rest is written like any small probability", "[view]") {
    NextResult result = sample();
    result.next = probable(tokens_of({" sat", ".", "x"}), {0.5, 0.25, 0.24999}, 2);
    CHECK(has(next_text(result, {100, false}), "share the rest, 1.0e-05."));
}

TEST_CASE("No line is wider than the output", "[view]") {
    NextResult result = sample();
    result.continuation = continuation(true);
    for (const std::string& line : lines_of(next_text(result, {40, false}))) {
        CHECK(display_width(line) <= 40);
    }
}

TEST_CASE("The JSON of what comes next has every token with its probability", "[view]") {
    NextResult result = sample();
    CHECK(json::parse(next_json(result))["generated"].is_null());
    result.continuation = continuation(true);
    const json dump = json::parse(next_json(result));
    CHECK(dump["schema"] == "attention-lab/1");
    CHECK(dump["step"] == "next");
    CHECK(dump["text"] == "The cat");
    CHECK(dump["tokens"].size() == 2);
    REQUIRE(dump["next"].size() == 3);
    CHECK(dump["next"][1] == json({{"index", 2},
                                   {"id", 41},
                                   {"text", "\xEF\xBF\xBD\xEF\xBF\xBD"},
                                   {"bytes", "e280"},
                                   {"probability", 0.25}}));
    CHECK(dump["generated"]["ended"] == true);
    CHECK(dump["generated"]["text"] == " sat\xE2\x80\x99");
    CHECK(dump["generated"]["tokens"].size() == 4);
    CHECK(dump["generated"]["tokens"][3]["index"] == 5);
}

TEST_CASE("A continuation beside other output says which tokens it is", "[view]") {
    const std::string text = continuation_text(continuation(true), {100, false});
    CHECK(has(text, "The last 4 of these were generated"));
    CHECK(has(text, "  2:sat 0.5000, 3:"));
    CHECK(has(text, "The last of them is the end-of-text token"));
    Continuation one;
    one.tokens = {continuation(false).tokens.front()};
    CHECK(has(continuation_text(one, {100, false}), "The last one of these was generated"));
}
