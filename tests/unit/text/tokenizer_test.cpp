#include "text/tokenizer.hpp"

#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/vocabulary_files.hpp"

using namespace attnlab;
using namespace attnlab::testing;
using namespace std::string_literals;

namespace {

using Ids = std::vector<TokenId>;

struct Case {
    std::string text;
    Ids ids;
};

/// Checks the ids of texts, and that they decode to the same bytes.
void check_ids(const std::vector<Case>& cases) {
    for (const Case& expected : cases) {
        INFO(printable(expected.text));
        CHECK(gpt2_tokenizer().encode(expected.text) == expected.ids);
        CHECK(gpt2_tokenizer().decode(expected.ids) == expected.text);
    }
}

}  // namespace

// The ids are those of OpenAI's own tokenizer, or of a second program that follows the published
// encoder step by step.

TEST_CASE("The sentences of the chapter have their known ids", "[text]") {
    check_ids({
        {"The trophy didn't fit in the suitcase because it was too big.",
         {464, 16383, 1422, 470, 4197, 287, 262, 45391, 780, 340, 373, 1165, 1263, 13}},
        {"The trophy didn't fit in the suitcase because it was too small.",
         {464, 16383, 1422, 470, 4197, 287, 262, 45391, 780, 340, 373, 1165, 1402, 13}},
        {"She danced gracefully on the stage.", {3347, 39480, 11542, 2759, 319, 262, 3800, 13}},
    });
    CHECK(gpt2_tokenizer().bytes_of(340) == " it");
}

TEST_CASE("A curly apostrophe is two tokens that are halves of a character", "[text]") {
    const Ids ids = gpt2_tokenizer().encode(
        "The trophy didn\u2019t fit in the suitcase because it was too big.");
    CHECK(ids == Ids{464, 16383, 1422, 447, 247, 83, 4197, 287, 262, 45391, 780, 340, 373, 1165,
                     1263, 13});
    CHECK(gpt2_tokenizer().bytes_of(447) == "\xE2\x80");
    CHECK(gpt2_tokenizer().bytes_of(247) == "\x99");
    CHECK(gpt2_tokenizer().bytes_of(ids[11]) == " it");
}

TEST_CASE("Spaces and line ends have their known ids", "[text]") {
    check_ids({
        {"hello\n\nworld", {31373, 198, 198, 6894}},
        {"\n\n\n", {628, 198}},
        {"\n =", {198, 796}},
        {"hello  world", {31373, 220, 995}},
        {std::string(100, ' '), Ids(100, 220)},
        {" \t\n x", {220, 197, 198, 2124}},
        {"x \n\n", {87, 220, 628}},
        {"x\ty\r\nz", {87, 197, 88, 201, 198, 89}},
        {"a   b", {64, 220, 220, 275}},
        {"a  ", {64, 220, 220}},
        {" ", {220}},
        {"", {}},
    });
}

TEST_CASE("Contractions have their known ids", "[text]") {
    check_ids({
        {"DON'T", {41173, 6, 51}},
        {"don't", {9099, 470}},
        {"can't've", {5171, 470, 1053}},
        {"'S 's", {6, 50, 705, 82}},
        {"it\u2019s", {270, 447, 247, 82}},
        {"I'm you're we've they'll he'd it's can't",
         {40, 1101, 345, 821, 356, 1053, 484, 1183, 339, 1549, 340, 338, 460, 470}},
    });
}

TEST_CASE("Nothing is normalised and nothing is dropped", "[text]") {
    check_ids({
        {"\u00E9", {2634}},
        {"e\u0301", {68, 136, 223}},
        {"a\0b"s, {64, 188, 65}},
        {"\uFEFFabc", {171, 119, 123, 39305}},
        {"a\u00A0b", {64, 1849, 65}},
        {"a\u00A0\u00A0b", {64, 1849, 1849, 65}},
        {"a\u200Bb \u200B", {64, 9525, 65, 20126}},
    });
}

TEST_CASE("Scripts and signs from all over Unicode have their known ids", "[text]") {
    check_ids({
        {"\u3053\u3093\u306B\u3061\u306F", {46036, 22174, 28618, 2515, 94, 31676}},
        {"\u65E5\u672C", {33768, 98, 17312, 105}},
        {"\U0001F3C6", {8582, 237, 228}},
        {"\U0001F468\u200D\U0001F469", {41840, 101, 447, 235, 41840, 102}},
        {"100 000\u00B2\u2167", {3064, 12877, 31185, 158, 227, 100}},
        {"1\u0660\u00BD", {16, 149, 254, 23141}},
    });
}

TEST_CASE("Rare spaces and what only looks like one have their known ids", "[text]") {
    check_ids({
        {"a\u180Eb \u180E c", {64, 157, 254, 236, 65, 28053, 254, 236, 269}},
        {"x\x1Cy \x1C z", {87, 216, 88, 220, 216, 1976}},
        {"a\u0085b\u0085\u0085\u0063", {64, 126, 227, 65, 126, 227, 126, 227, 66}},
        {"a\u1680\u2000 b", {64, 157, 248, 222, 447, 222, 275}},
        {"\u2028x\u2029\u2029y", {447, 101, 87, 447, 102, 447, 102, 88}},
    });
}

TEST_CASE("Merges that begin with a number sign are merges", "[text]") {
    check_ids({
        {"#", {2}},
        {"##", {2235}},
        {"###", {21017}},
        {"####", {4242}},
        {"########", {7804}},
        {"################", {14468}},
        {"#$", {29953}},
        {"#$#$", {34206}},
        {"#version: 0.2", {2, 9641, 25, 657, 13, 17}},
    });
}

TEST_CASE("The end-of-text marker is one id or text as the caller says", "[text]") {
    const Tokenizer& tokenizer = gpt2_tokenizer();
    CHECK(tokenizer.end_of_text() == 50256);
    CHECK(tokenizer.encode("a<|endoftext|>b") == Ids{64, 50256, 65});
    CHECK(tokenizer.encode("a<|endoftext|>b", SpecialTokens::kAsText) ==
          Ids{64, 27, 91, 437, 1659, 5239, 91, 29, 65});
    CHECK(tokenizer.encode("<|endoftext|><|endoftext|>") == Ids{50256, 50256});
    CHECK(tokenizer.encode("<|endoftext|") == Ids{27, 91, 437, 1659, 5239, 91});
    CHECK(tokenizer.decode(Ids{64, 50256, 65}) == "a<|endoftext|>b");
    // The text ends before the marker: both spaces are one piece, and none joins the next word.
    CHECK(tokenizer.encode("a  <|endoftext|> b") == Ids{64, 220, 220, 50256, 275});
}

TEST_CASE("A text that is not UTF-8 is refused with offset and byte", "[text]") {
    const auto refuse = [](const std::string& text, std::initializer_list<const char*> pieces) {
        expect_error<UsageError>([&] { gpt2_tokenizer().encode(text); }, pieces);
        expect_error<UsageError>([&] { gpt2_tokenizer().encode(text, SpecialTokens::kAsText); },
                                 pieces);
    };
    refuse("ab\xFF", {"not UTF-8", "byte 0xff", "offset 2"});
    refuse("\xE2\x80", {"byte 0xe2", "offset 0"});
    refuse("caf\xC3\xA9 \xE9", {"byte 0xe9", "offset 6"});
    refuse("a\xED\xA0\x80", {"byte 0xed", "offset 1"});
    refuse("<|endoftext|>\x80", {"byte 0x80", "offset 13"});
}

TEST_CASE("An id out of range is refused with the range", "[text]") {
    const Tokenizer& tokenizer = gpt2_tokenizer();
    expect_error<UsageError>([&] { tokenizer.bytes_of(50257); }, {"50257", "0 to 50256"});
    expect_error<UsageError>([&] { tokenizer.bytes_of(-1); }, {"-1", "0 to 50256"});
    expect_error<UsageError>([&] { tokenizer.decode(Ids{64, 60000}); }, {"60000", "0 to 50256"});
    CHECK(tokenizer.decode({}).empty());
}

TEST_CASE("344 of the tokens of GPT-2 are not UTF-8 alone", "[text]") {
    const Tokenizer& tokenizer = gpt2_tokenizer();
    REQUIRE(tokenizer.vocabulary_size() == 50257);
    int partial = 0;
    for (TokenId id = 0; id < 50257; ++id) {
        if (first_invalid_utf8(tokenizer.bytes_of(id))) ++partial;
    }
    CHECK(partial == 344);
}

TEST_CASE("A small vocabulary works like a large one", "[text]") {
    const SmallVocabulary files({"\u0120 i", "\u0120i t", "t h", "th e"});
    Tokenizer loaded = files.load();
    const Tokenizer tokenizer = std::move(loaded);
    CHECK(tokenizer.vocabulary_size() == 261);
    CHECK(tokenizer.end_of_text() == 260);
    CHECK(tokenizer.encode("the it<|endoftext|>") == Ids{259, 257, 260});
    CHECK(tokenizer.decode(tokenizer.encode("weather\n")) == "weather\n");
}

TEST_CASE("A vocabulary without the marker reads it as text", "[text]") {
    const TemporaryFolder folder;
    const Tokenizer tokenizer =
        Tokenizer::load(folder.write("vocab.json", vocab_json(byte_spellings())),
                        folder.write("merges.txt", "#version: 0.2\n"));
    CHECK_FALSE(tokenizer.end_of_text().has_value());
    CHECK(tokenizer.encode("<|endoftext|>").size() == 13);
}

TEST_CASE("A million characters of one kind are answered at once", "[text]") {
    struct Run {
        char character;
        std::size_t count;
        TokenId id;
    };
    // 4, 4, 1, 2 and 16 characters to a token.
    for (const Run run : {Run{'^', 250000, 39397}, Run{'a', 250000, 24794}, Run{' ', 1000000, 220},
                          Run{'\n', 500000, 628}, Run{'0', 62500, 25645}}) {
        INFO("character " << static_cast<int>(run.character));
        const std::string text(1000000, run.character);
        const std::clock_t begin = std::clock();
        const Ids ids = gpt2_tokenizer().encode(text);
        const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        // About 0.05 s of the processor, ten times that under sanitizers; merging in quadratic time
        // would take an hour.
        CHECK(seconds < 5.0);
        CHECK(ids == Ids(run.count, run.id));
    }
}

TEST_CASE("A million mixed letters in one word are answered at once", "[text]") {
    std::string text;
    for (std::size_t i = 0; i < 1000000; ++i) text += "etaoinshrdlu"[i * i / 7 % 12];
    const std::clock_t begin = std::clock();
    const Ids ids = gpt2_tokenizer().encode(text);
    CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 10.0);
    CHECK(gpt2_tokenizer().decode(ids) == text);
}
