#include "view/tokens_view.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/unicode.hpp"
#include "support/catch.hpp"
#include "support/sample_maps.hpp"

using namespace attnlab;
using attnlab::testing::lines_of;
using attnlab::testing::tokens_of;
using attnlab::testing::trophy_words;
using Lines = std::vector<std::string>;

namespace {

TokenizedText input_of(const std::vector<std::string>& words) {
    TokenizedText input;
    input.text = "";
    for (const std::string& word : words) *input.text += word;
    input.tokens = tokens_of(words);
    return input;
}

Lines table_of(const std::vector<std::string>& words) {
    TokenizedText input = input_of(words);
    for (std::size_t i = 0; i < words.size(); ++i) input.tokens[i].id = static_cast<TokenId>(7 * i);
    return lines_of(tokens_text(input, {"gpt2", 50257}, {100, false}));
}

}  // namespace

TEST_CASE("Tokens are shown with index id text and bytes", "[view]") {
    CHECK(table_of({"A", " it", "\n"}) ==
          Lines{
              "3 tokens, cut by the vocabulary of gpt2 (50257 tokens).",
              "  index  id  text   bytes",
              "      0   0  \"A\"    41",
              "      1   7  \" it\"  20 69 74",
              "      2  14  \"\\n\"   0a",
          });
    CHECK(table_of({"A"})[0] == "1 token, cut by the vocabulary of gpt2 (50257 tokens).");
}

TEST_CASE("Parts of characters and what may harm a terminal are marked", "[view]") {
    const Lines lines = table_of({"\xE2\x80", "\x99", "\x1b[2J", "\xE2\x80\xAE"});
    for (const std::string& line : lines) CHECK(printable(line) == line);
    CHECK(lines[2].find("\" part") != std::string::npos);
    CHECK(lines[3].find("\" part") != std::string::npos);
    CHECK(lines[4].find("\"\\x1b[2J\" ") != std::string::npos);
    CHECK(lines[5].find("\"\\u{202e}\" ") != std::string::npos);
    CHECK(lines.back() == "part: bytes that are no whole character on their own.");
    CHECK(table_of({"it"}).size() == 3);  // no note where there is no part
}

TEST_CASE("The bytes stay in their column beside wide characters", "[view]") {
    const Lines lines =
        table_of({"it", "\xE6\x97\xA5\xE6\x9C\xAC", "\xF0\x9F\x8F\x86", "e\xCC\x81"});
    const std::vector<std::string> bytes = {"69 74", "e6 97", "f0 9f", "65 cc"};
    for (std::size_t i = 0; i < 4; ++i) {
        const std::string& line = lines[i + 2];
        CHECK(display_width(line.substr(0, line.find(bytes[i]))) ==
              display_width(lines[1].substr(0, lines[1].find("bytes"))));
    }
}

TEST_CASE("The table says whether a token was put first", "[view]") {
    TokenizedText input = input_of({"<|endoftext|>", "A"});
    input.bos = true;
    const std::string text = tokens_text(input, {"gpt2\x1b", 50257}, {200, false});
    CHECK(text.find("the end-of-text token was put first") != std::string::npos);
    CHECK(text.find("gpt2\\x1b") != std::string::npos);
}

TEST_CASE("Tokens are JSON with the vocabulary that cut them", "[view]") {
    const TokenizedText input = input_of({"\xE2\x80", "\x99", "\"\\"});
    const nlohmann::json dump = nlohmann::json::parse(tokens_json(input, {"gpt2", 50257}));
    CHECK(dump.at("schema") == "attention-lab/1");
    CHECK(dump.at("step") == "tokens");
    CHECK(dump.at("vocabulary").at("name") == "gpt2");
    CHECK(dump.at("vocabulary").at("size") == 50257);
    CHECK(dump.at("text") == "\xE2\x80\x99\"\\");
    CHECK(dump.at("tokens").size() == 3);
    CHECK(dump.at("tokens")[2].at("bytes") == "225c");
}

TEST_CASE("A line of tokens names each with its index", "[view]") {
    CHECK(token_line(tokens_of({"The", " cat", "."}), {80, false}) == "  0:The 1:cat 2:.\n");
    CHECK(token_line(tokens_of({"A"}), {80, false}) == "  0:A\n");
    CHECK(token_line(tokens_of(trophy_words()), {20, false}).starts_with("  0:The 1:trophy\n"));
}

TEST_CASE("A line of many tokens shows the first and the last ones", "[view]") {
    const std::string all =
        token_line(tokens_of(std::vector<std::string>(80, "x")), {100000, false});
    CHECK(all.find("more") == std::string::npos);
    CHECK(std::ranges::count(all, ':') == 80);
    const std::string most =
        token_line(tokens_of(std::vector<std::string>(1024, "x")), {100000, false});
    CHECK(most.find(" 39:x ... 944 more ... 984:x ") != std::string::npos);
    CHECK(most.ends_with(" 1023:x\n"));
    CHECK(std::ranges::count(most, ':') == 80);
}
