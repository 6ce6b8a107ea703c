// Step 4 as text and as JSON: every case a pair of texts can be in.

#include "view/compare_view.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/unicode.hpp"
#include "support/catch.hpp"
#include "support/sample_maps.hpp"
#include "support/written.hpp"

using namespace attnlab;
using attnlab::testing::Compared;
using attnlab::testing::lines_of;
using attnlab::testing::random_map;
using attnlab::testing::sample_maps;
using attnlab::testing::tokens_of;
using attnlab::testing::tokens_of_ids;
using attnlab::testing::trophy_words;
using nlohmann::json;

namespace {

const Style kWide{500, false};
using Words = std::vector<std::string>;

using Maps = std::array<AttentionMaps, 2>;

/// Random maps of two texts; where they are causal the common rows are the same.
Maps maps_of(std::vector<Token> a, std::vector<Token> b, bool causal = true) {
    Maps maps = {sample_maps(std::move(a), 1, causal), sample_maps(std::move(b), 50, causal)};
    auto& [first, second] = maps;
    const Alignment alignment = align(first.input.tokens, second.input.tokens);
    const std::size_t n = alignment.first_difference.value_or(first.input.tokens.size());
    for (std::size_t m = 0; causal && m < first.maps.size(); ++m) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j <= i; ++j) {
                second.maps[m].weights(i, j) = first.maps[m].weights(i, j);
            }
        }
    }
    return maps;
}

Compared result_of(const Maps& maps) {
    Compared result(maps);
    result.focus_note = "`it` is in neither text.";
    result.next_note = "What the model makes of it is left out.";
    return result;
}

Compared result_of(std::vector<Token> a, std::vector<Token> b) {
    return result_of(maps_of(std::move(a), std::move(b)));
}

FocusRows focus_of(const Maps& maps, const std::string& text,
                   const std::array<std::size_t, 2>& indices, const HeadId& id) {
    FocusRows focus{text, indices, id.layer, id.head, {}};
    for (std::size_t v = 0; v < 2; ++v) {
        const HeadMap& map = maps[v].map_of(id.layer, id.head);
        const std::span<const float> row = map.weights.row(indices[v]);
        focus.rows[v].assign(row.begin(), row.end());
    }
    return focus;
}

Maps trophy_maps(bool causal = true) {
    return maps_of(tokens_of(trophy_words(" big")), tokens_of(trophy_words(" small")), causal);
}

Compared trophy_result(bool causal = true) {
    Compared result = result_of(trophy_maps(causal));
    result.focus = focus_of(trophy_maps(causal), "it", {9, 9}, {1, 2});
    return result;
}

/// The answers to two questions, with random last rows.
AnswerPair sample_answers(const Words& a, const Words& b) {
    AnswerPair next;
    next.cues = {" The", " The"};
    next.candidates = {"trophy", "suitcase"};
    next.continuations[0] = next.continuations[1] = {" trophy", " suitcase"};
    const std::array<Words, 2> words = {a, b};
    for (std::size_t v = 0; v < 2; ++v) {
        Answer& answer = next.answers[v];
        answer.input.text = "text";
        answer.input.tokens = tokens_of(words[v]);
        const std::size_t n = words[v].size();
        for (std::size_t head = 0; head < 6; ++head) {
            const Matrix map = random_map(n, 10 * v + head);
            const std::span<const float> row = map.row(n - 1);
            answer.rows.push_back({head / 3, head % 3, {row.begin(), row.end()}});
        }
    }
    next.answers[0].probabilities = {0.9375, 0.0123456};
    next.answers[1].probabilities = {0.03125, 0.96875};
    next.heads = compare_last_rows(next.answers[0], next.answers[1]);
    return next;
}

bool has(const std::string& text, const std::string& piece) {
    return text.find(piece) != std::string::npos;
}

std::string text_of(const Compared& result, std::size_t top = 2, const Style& style = kWide,
                    const DrawOptions& options = {}) {
    return testing::compare_text(result, top, options, style);
}

}  // namespace

TEST_CASE("What is the same is said first with its numbers", "[view]") {
    const std::string text = text_of(trophy_result());
    CHECK(has(text, "The first text, 14 tokens:"));
    CHECK(has(text, "differ first at token 12, `big` in the first and `small` in the second"));
    CHECK(has(text,
              "Identical rows: 12 of the 12 before the first difference, in each of 6 heads; "
              "largest difference in them: 0 (equal to the bit)."));
    CHECK(has(text, "The row of 9:it in head 1.2, the uncomfortable part"));
    CHECK(text.find("1. What is the same") < text.find("2. Where the difference lives"));
    CHECK(has(text, "Attention shows where a head looks, not why the model answers as it does."));
}

TEST_CASE("The row of the focus is shown in both texts up to the focus", "[view]") {
    const Compared result = trophy_result();
    std::vector<std::string> rows;
    bool is_inside = false;
    for (const std::string& line : lines_of(text_of(result))) {
        if (line.empty()) is_inside = false;
        if (is_inside) rows.push_back(line);
        if (line.find("uncomfortable part:") != std::string::npos) is_inside = true;
    }
    REQUIRE(rows.size() == 11);
    const Matrix map = trophy_maps()[0].map_of(1, 2).weights;
    for (std::size_t key = 0; key < 10; ++key) {
        const std::string number = std::to_string(static_cast<double>(map(9, key))).substr(0, 3);
        CHECK(rows[key + 1].find(":" + token_label(result.variants[0].input.tokens[key])) !=
              std::string::npos);
        const std::size_t first = rows[key + 1].find(number);
        CHECK(first != std::string::npos);
        CHECK(rows[key + 1].find(number, first + 1) != std::string::npos);
    }
}

TEST_CASE("Where the difference lives the top heads are drawn", "[view]") {
    const Compared result = trophy_result();
    const std::string text = text_of(result);
    CHECK(has(text, "there is 1 row of tokens that both texts have"));
    CHECK(has(text, "JS divergence (bits)"));
    std::vector<std::string> titles;
    for (const std::string& line : lines_of(text)) {
        if (line.starts_with("Head ")) titles.push_back(line);
    }
    REQUIRE(titles.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        const HeadDifference& head = result.comparison.heads[i];
        CHECK(titles[i] == "Head " + std::to_string(head.layer) + "." + std::to_string(head.head));
    }
    CHECK(has(text, "first text"));
    CHECK(has(text, "second minus first"));
    CHECK(has(text, "Second minus first: +"));
    CHECK_FALSE(has(text_of(result, 0), "second minus first"));
    CHECK(has(text_of(result, 100), "second minus first"));
}

TEST_CASE("Two maps stand beside each other only where both fit", "[view]") {
    const auto lines_with_two = [](std::size_t width) {
        std::size_t n = 0;
        for (const std::string& line : lines_of(text_of(trophy_result(), 1, {width, false}))) {
            if (line.find("first text") != std::string::npos &&
                line.find("second text") != std::string::npos) {
                ++n;
            }
        }
        return n;
    };
    CHECK(lines_with_two(100) == 1);
    CHECK(lines_with_two(60) == 0);
}

TEST_CASE("Long texts show the end of their difference and not its beginning", "[view]") {
    Words words(40, " word");
    for (std::size_t i = 0; i < words.size(); ++i) words[i] += std::to_string(i);
    Words others = words;
    others[38] = " other";
    const std::string text =
        text_of(result_of(tokens_of(words), tokens_of(others)), 1, {60, false});
    CHECK(has(text, "38:word38|other"));
    CHECK(has(text, "to 39 of 40 fit"));
    CHECK_FALSE(has(text, "(tokens 0 to"));
}

TEST_CASE("Two equal texts differ nowhere", "[view]") {
    const Maps maps = maps_of(tokens_of(trophy_words()), tokens_of(trophy_words()));
    Compared result = result_of(maps);
    result.focus = focus_of(maps, "it", {9, 9}, {0, 0});
    const std::string text = text_of(result);
    CHECK(has(text, "Both texts are the same, token by token."));
    CHECK(has(text, "Identical rows: 14 of the 14"));
    CHECK(has(text, "Nowhere: the texts are the same."));
    CHECK_FALSE(has(text, "uncomfortable part"));  // there is nothing that it could not know
    CHECK(json::parse(compare_json(result)).at("first_difference").is_null());
}

TEST_CASE("Texts that differ from the first token on have no row in common", "[view]") {
    const Maps maps = maps_of(tokens_of({"A", " cat", "."}), tokens_of({"The", " cat", "."}));
    Compared result = result_of(maps);
    result.focus = focus_of(maps, "cat", {1, 1}, {0, 0});
    const std::string text = text_of(result);
    CHECK(has(text, "differ from the first token on"));
    CHECK_FALSE(has(text, "Identical rows"));
    CHECK(has(text, "which comes after the first difference"));
    CHECK(has(text, "there are 2 rows"));
}

TEST_CASE("A text that is the beginning of the other ends before the difference", "[view]") {
    const Compared result =
        result_of(tokens_of({"The", " cat"}), tokens_of({"The", " cat", " sat"}));
    const std::string text = text_of(result);
    CHECK(has(text, "at token 2, the end of the text in the first and `sat` in the second"));
    CHECK(has(text, "No token that both texts have follows the first difference"));
    CHECK_FALSE(has(text, "second minus first"));
}

TEST_CASE("The focus may stand at different places of the two texts", "[view]") {
    const Maps maps = maps_of(tokens_of({"A", " cat", " saw", " it"}),
                              tokens_of({"A", " black", " cat", " saw", " it"}));
    Compared result = result_of(maps);
    result.focus = focus_of(maps, "it", {3, 4}, {0, 1});
    const std::string text = text_of(result);
    CHECK(has(text, "1:black"));
    CHECK(has(text, "1/2:cat"));
    CHECK(has(text, "3/4:it"));
    CHECK(has(text, "(Tokens that have no counterpart in the other text are left out.)"));
    const json dump = json::parse(compare_json(result));
    CHECK(dump.at("focus").at("indices") == json({3, 4}));
    CHECK(dump.at("focus").at("rows")[0].size() == 4);
    CHECK(dump.at("focus").at("rows")[1].size() == 5);
    CHECK(dump.at("alignment") == json({{0, 0}, {1, 2}, {2, 3}, {3, 4}}));
    CHECK(dump.at("replaced") == json::array());
}

TEST_CASE("Without the mask the changed rows are called the counterfactual", "[view]") {
    const Compared result = trophy_result(false);
    const std::string text = text_of(result);
    CHECK(has(text, "the counterfactual, which GPT-2 was not trained for"));
    CHECK_FALSE(has(text, "Identical rows"));
    CHECK_FALSE(has(text, "equal to the bit)"));
    CHECK(has(text, "which the mask would have kept the same"));
    CHECK(json::parse(compare_json(result)).at("bit_identical") == false);
    CHECK(json::parse(compare_json(result)).at("mask") == "none");
}

TEST_CASE("What cannot be shown is left out with a note", "[view]") {
    const Compared result = result_of(tokens_of({"A", " b"}), tokens_of({"A", " c"}));
    const std::string text = text_of(result);
    CHECK(has(text, "`it` is in neither text."));
    CHECK(has(text, "What the model makes of it is left out."));
    const json dump = json::parse(compare_json(result));
    CHECK(dump.at("focus").is_null());
    CHECK(dump.at("next").is_null());
}

TEST_CASE("Leaving out the first token is said beside the maps", "[view]") {
    DrawOptions options;
    options.drop_first = true;
    const Compared result = trophy_result();
    CHECK(has(text_of(result, 1, kWide, options), "Token 0 is left out of the maps"));
    CHECK_FALSE(has(text_of(result, 0, kWide, options), "Token 0 is left out"));
    CHECK_FALSE(has(text_of(result), "Token 0 is left out"));
}

TEST_CASE("What the model makes of both texts is told in words and numbers", "[view]") {
    Compared result = trophy_result();
    result.next = sample_answers(trophy_words(" big"), trophy_words(" small"));
    const std::string text = text_of(result);
    CHECK(has(text, "followed by ` The`"));
    CHECK(has(text, "it prefers `trophy` in the first text and `suitcase` in the second"));
    CHECK(has(text, "P(\" trophy\")  P(\" suitcase\")"));
    CHECK(has(text, "0.9375          0.0123\n"));
    CHECK(has(text, "Where the last position, 13:., looks when it decides"));
    const HeadDifference& head = result.next->heads.front();
    CHECK(has(text, "The whole row in head " + std::to_string(head.layer) + "." +
                        std::to_string(head.head)));
    result.next->answers[1].probabilities = {0.5, 0.25};
    CHECK(has(text_of(result), "In both texts it prefers `trophy`."));
    result.next->candidates.resize(1);
    CHECK_FALSE(has(text_of(result), "prefers"));
}

TEST_CASE("The JSON of a comparison has its fixed names", "[view]") {
    Compared result = trophy_result();
    result.next = sample_answers(trophy_words(" big"), trophy_words(" small"));
    const json dump = json::parse(compare_json(result));
    CHECK(dump.at("schema") == "attention-lab/1");
    CHECK(dump.at("step") == "compare");
    REQUIRE(dump.at("variants").size() == 2);
    CHECK(dump.at("variants")[1].at("tokens")[12].at("text") == " small");
    CHECK(dump.at("alignment").size() == 13);
    CHECK(dump.at("replaced") == json({{12, 12}}));
    CHECK(dump.at("first_difference") == 12);
    CHECK(dump.at("identical_rows") == 12);
    CHECK(dump.at("max_difference_in_identical_rows") == 0);
    CHECK(dump.at("bit_identical") == true);
    CHECK(dump.at("focus").at("text") == "it");
    CHECK(dump.at("focus").at("indices") == json({9, 9}));
    const Matrix map = trophy_maps()[0].map_of(1, 2).weights;
    for (std::size_t key = 0; key < 14; ++key) {
        CHECK(dump.at("focus").at("rows")[0][key].get<float>() == map(9, key));
    }
    REQUIRE(dump.at("heads").size() == 6);
    CHECK(dump.at("heads")[0].at("js_divergence_bits").get<double>() ==
          result.comparison.heads[0].js_divergence_bits);
    CHECK(dump.at("heads")[0].at("max_difference").get<double>() ==
          result.comparison.heads[0].max_difference);
    const json& next = dump.at("next");
    CHECK(next.at("cue") == " The");
    CHECK(next.at("candidates") == json({"trophy", "suitcase"}));
    CHECK(next.at("continuations") == json({" trophy", " suitcase"}));
    CHECK(next.at("probabilities") == json({{0.9375, 0.0123456}, {0.03125, 0.96875}}));
    CHECK(next.at("last_rows")[1].at("rows")[5].at("weights").size() == 14);
}

TEST_CASE("A comparison of harmful texts is safe to print and valid JSON", "[view]") {
    const Maps maps = maps_of(tokens_of({"\x1b[2J", "\xE2\x80", " \xE2\x80\xAE", "\""}),
                              tokens_of({"\x1b[2J", "\xE2\x80", "\a", "\""}));
    Compared result = result_of(maps);
    result.focus = focus_of(maps, "\x1b", {1, 1}, {0, 0});
    result.next = sample_answers({"\x1b", "\r"}, {"\x1b", "\\"});
    result.next->cues = {"\x1b\xFF", "\x1b\xFF"};
    result.next->candidates = {"\x1b", "\xE2\x80\xAE"};
    result.next->continuations[0] = result.next->continuations[1] = result.next->candidates;
    for (const std::string& line : lines_of(text_of(result))) CHECK(printable(line) == line);
    const std::string dump = compare_json(result);
    CHECK(dump.find('\x1b') == std::string::npos);
    CHECK(json::parse(dump).at("next").at("candidates")[0] == "\x1b");
}

TEST_CASE("Texts of one token and texts given by ids can be compared", "[view]") {
    const Compared one = result_of(tokens_of({"A"}), tokens_of({"B"}));
    CHECK(has(text_of(one), "differ from the first token on"));
    CHECK(json::parse(compare_json(one)).at("replaced") == json({{0, 0}}));
    const Compared ids = result_of(tokens_of_ids({1, 2, 3}), tokens_of_ids({1, 4, 3}));
    CHECK(has(text_of(ids), "`#2` in the first and `#4` in the second"));
    CHECK(json::parse(compare_json(ids)).at("variants")[0].at("text").is_null());
}
