// Every width from 1 on: nothing fails, and no line is wider than it must be.

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "base/unicode.hpp"
#include "support/catch.hpp"
#include "support/sample_maps.hpp"
#include "support/written.hpp"
#include "view/compare_view.hpp"
#include "view/gpt2_view.hpp"
#include "view/tokens_view.hpp"

using namespace attnlab;
using attnlab::testing::lines_of;
using attnlab::testing::sample_maps;
using attnlab::testing::tokens_of;
using attnlab::testing::trophy_words;
using Words = std::vector<std::string>;

namespace {

// What cannot be broken: the longest word of the program's sentences with its indent, a map of one
// cell with its label, a title.
constexpr std::size_t kNarrowest = 24;

/// How far the widest line goes beyond the width, or beyond the narrowest where that is more.
std::size_t excess(const std::string& text, std::size_t width) {
    const std::size_t allowed = std::max(width, kNarrowest);
    return std::max(widest(lines_of(text)), allowed) - allowed;
}

/// Texts of one token, of a sentence, of wide characters, and of more tokens than fit.
std::vector<Words> texts() {
    Words many(70, " word");
    many[64] = " another";
    return {{"Hi"},
            trophy_words(),
            {"\xE6\x97\xA5\xE6\x9C\xAC", "\xE8\xAA\x9E", " e\xCC\x81", "\xF0\x9F\x8F\x86",
             "\xE2\x80", "\n"},
            many};
}

}  // namespace

TEST_CASE("The attention of a model fits every width", "[view]") {
    for (const Words& words : texts()) {
        Gpt2Result result;
        AttentionMaps maps = sample_maps(tokens_of(words), 1);
        maps.layers = {1};
        maps.heads = {2};
        maps.maps = {maps.maps.back()};
        result.maps = maps;
        result.focus = words.size() - 1;
        result.choice = Choice{{*result.focus, {0}, {}}, 0.5, 6};
        for (std::size_t width = 1; width <= 200; width += width < 30 ? 1 : 17) {
            DrawOptions options;
            for (const bool values : {false, true}) {
                options.values = values;
                options.drop_first = values && words.size() > 1;
                INFO(words.size() << " tokens, width " << width);
                const std::string text = testing::gpt2_text(result, options, {width, false});
                CHECK(excess(text, width) == 0);
            }
        }
    }
}

TEST_CASE("A comparison fits every width", "[view]") {
    for (const Words& words : texts()) {
        Words others = words;
        others.back() = " other";
        const std::array<AttentionMaps, 2> maps = {sample_maps(tokens_of(words), 1),
                                                   sample_maps(tokens_of(others), 2)};
        testing::Compared result(maps);
        const std::size_t last = words.size() - 1;
        const auto last_row = [&](std::size_t v) -> std::vector<float> {
            const std::span<const float> row = maps[v].maps[0].weights.row(last);
            return {row.begin(), row.end()};
        };
        result.focus = FocusRows{"x", {last, last}, 0, 0, {last_row(0), last_row(1)}};
        AnswerPair next;
        next.cues = {" The", " The"};
        next.candidates = {"trophy", "suitcase"};
        next.continuations[0] = next.continuations[1] = {" trophy", " suitcase"};
        for (std::size_t v = 0; v < 2; ++v) {
            next.answers[v].input = result.variants[v].input;
            next.answers[v].probabilities = {0.25, 0.5};
            next.answers[v].rows = {{0, 0, last_row(v)}};
        }
        next.heads = compare_last_rows(next.answers[0], next.answers[1]);
        result.next = std::move(next);
        for (std::size_t width = 1; width <= 200; width += width < 30 ? 1 : 17) {
            INFO(words.size() << " tokens, width " << width);
            const std::string text = testing::compare_text(result, 2, {}, {width, false});
            CHECK(excess(text, width) == 0);
        }
    }
}

TEST_CASE("A table of tokens fits every width", "[view]") {
    for (const Words& words : texts()) {
        TokenizedText input;
        input.tokens = tokens_of(words);
        for (std::size_t width = 1; width <= 200; ++width) {
            INFO(words.size() << " tokens, width " << width);
            CHECK(excess(tokens_text(input, {"gpt2", 50257}, {width, false}), width) == 0);
        }
    }
}
