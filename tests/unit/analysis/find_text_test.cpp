// Words are found by their text, wherever the tokens before have moved them.

#include "analysis/find_text.hpp"

#include <string>
#include <vector>

#include "base/error.hpp"
#include "capture/text_model.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/sample_maps.hpp"
#include "support/vocabulary_files.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;
using attnlab::testing::gpt2_tokenizer;
using attnlab::testing::tokens_of;
using attnlab::testing::tokens_of_ids;
using attnlab::testing::trophy_words;
using Spans = std::vector<TokenSpan>;

TEST_CASE("A word is found with and without a space before it", "[analysis]") {
    const std::vector<Token> tokens = tokens_of({"it", " was", " it", ".", "It"});
    CHECK(find_text(tokens, "it") == Spans{{0, 0}, {2, 2}});
    CHECK(find_text(tokens, " it") == Spans{{2, 2}});  // a space that is asked for must be there
    CHECK(find_text(tokens, "It") == Spans{{4, 4}});
    CHECK(find_text(tokens, ".") == Spans{{3, 3}});
    CHECK(find_text(tokens, "i").empty());
    CHECK(find_text(tokens, "its").empty());
    CHECK(find_text(tokens, "").empty());
}

TEST_CASE("A word of several tokens is found whole", "[analysis]") {
    const std::vector<Token> tokens =
        tokens_of({"She", " d", "anced", " gracefully", " d", "anced", " d"});
    CHECK(find_text(tokens, "danced") == Spans{{1, 2}, {4, 5}});
    CHECK(find_text(tokens, "danced gracefully") == Spans{{1, 3}});
    CHECK(find_text(tokens, "d") == Spans{{6, 6}});
    CHECK(find_text(tokens, "dan").empty());  // no whole token
    CHECK(find_text(tokens, "d anced").empty());
}

TEST_CASE("A space that is a token of its own does not count its word twice", "[analysis]") {
    const std::vector<Token> tokens = tokens_of({"The", " ", "z", "e", " ", "ze"});
    CHECK(find_text(tokens, "ze") == Spans{{1, 3}, {4, 5}});
}

TEST_CASE("A part of a longer word is not the word", "[analysis]") {
    CHECK(find_text(tokens_of({"The", " ex", "it", "."}), "it").empty());
    CHECK(find_text(tokens_of({" it", "self"}), "it").empty());
    CHECK(find_text(tokens_of({"it", "2"}), "it").empty());
    CHECK(find_text(tokens_of({" it", "'s"}), "it") == Spans{{0, 0}});
    CHECK(find_text(tokens_of({" didn", "'t"}), "didn") == Spans{{0, 0}});
    CHECK(find_text(tokens_of({" didn", "'t"}), "'t") == Spans{{1, 1}});
    CHECK(find_text(tokens_of({"(", "it", ")"}), "it") == Spans{{1, 1}});
    CHECK(find_text(tokens_of({"\n", "it", "\n"}), "it") == Spans{{1, 1}});
    // Scripts without spaces: each token may be a word.
    CHECK(find_text(tokens_of({"\xE6\x97\xA5", "\xE6\x9C\xAC"}), "\xE6\x9C\xAC") == Spans{{1, 1}});
}

TEST_CASE("Places of a text do not overlap", "[analysis]") {
    CHECK(find_text(tokens_of({"--", "--", "--"}), "----") == Spans{{0, 1}});
}

TEST_CASE("Tokens without bytes spell nothing but have indices", "[analysis]") {
    const std::vector<Token> tokens = tokens_of_ids({5, 7, 9});
    CHECK(find_text(tokens, "5").empty());
    CHECK(focus_index(tokens, "2") == 2);
    expect_error<UsageError>([&] { focus_index(tokens, "it"); }, {"--focus `it`", "no token"});
}

TEST_CASE("A focus is an index or the last token of a word", "[analysis]") {
    const std::vector<Token> tokens = tokens_of({"The", " d", "anced", " it", " 3", "."});
    CHECK(focus_index(tokens, "it") == 3);
    CHECK(focus_index(tokens, "danced") == 2);
    CHECK(focus_index(tokens, "0") == 0);
    CHECK(focus_index(tokens, "5") == 5);
    CHECK(focus_index(tokens, "3") == 3);  // an index, though a token says 3
    CHECK(focus_index(tokens, " 3") == 4);
}

TEST_CASE("A focus that is not one token is refused with what there is", "[analysis]") {
    const std::vector<Token> tokens = tokens_of({"it", " was", " it", " d", "anced", " it"});
    expect_error<UsageError>([&] { focus_index(tokens, "it"); },
                             {"--focus `it`", "3 times", "tokens 0, 2, 5"});
    expect_error<UsageError>([&] { focus_index(tokens, "6"); }, {"--focus 6", "from 0 to 5"});
    expect_error<UsageError>([&] { focus_index(tokens, "99999999999999999999999"); },
                             {"99999999999999999999999", "from 0 to 5"});
    expect_error<UsageError>([&] { focus_index(tokens, "-1"); }, {"`-1`", "no token"});
    expect_error<UsageError>([&] { focus_index(tokens, ""); }, {"--focus ``"});
    expect_error<UsageError>([&] { focus_index(tokens, "\x1b[31m"); }, {"`\\x1b[31m`"});
}

TEST_CASE("A curly apostrophe moves the word and it is still found", "[analysis]") {
    const std::string straight = "The trophy didn't fit in the suitcase because it was too big.";
    const std::string curly =
        "The trophy didn\xE2\x80\x99t fit in the suitcase because it was too big.";
    CHECK(focus_index(tokenize(gpt2_tokenizer(), straight).tokens, "it") == 9);
    const std::vector<Token> tokens = tokenize(gpt2_tokenizer(), curly).tokens;
    CHECK(tokens.size() == 16);
    CHECK(focus_index(tokens, "it") == 11);
    // The apostrophe itself is two tokens, each a part of a character.
    CHECK(find_text(tokens, "\xE2\x80\x99") == Spans{{3, 4}});
    CHECK(find_text(tokens, "didn\xE2\x80\x99t") == Spans{{2, 5}});
}
