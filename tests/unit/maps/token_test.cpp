#include "maps/token.hpp"

#include "support/catch.hpp"

using namespace attnlab;

namespace {

Token token(const std::string& bytes) { return {0, 1, bytes}; }

}  // namespace

TEST_CASE("A label is the token's text without the space before it", "[maps]") {
    CHECK(token_label(token(" it")) == "it");
    CHECK(token_label(token("it")) == "it");
    CHECK(token_label(token("'t")) == "'t");
    CHECK(token_label(token("  x")) == " x");  // one space is GPT-2's, the other is the text's
    CHECK(token_label(token("\xE6\x97\xA5")) == "\xE6\x97\xA5");
}

TEST_CASE("A label of nothing but spaces shows each of them", "[maps]") {
    CHECK(token_label(token(" ")) == "\xE2\x90\xA3");
    CHECK(token_label(token("   ")) == "\xE2\x90\xA3\xE2\x90\xA3\xE2\x90\xA3");
}

TEST_CASE("A label is safe on a terminal", "[maps]") {
    CHECK(token_label(token("\n\n")) == "\\n\\n");
    CHECK(token_label(token(" \t")) == "\\t");
    CHECK(token_label(token("\x1b[2J\a\r")) == "\\x1b[2J\\x07\\r");
    CHECK(token_label(token(" \xE2\x80\xAE")) == "\\u{202e}");
    CHECK(token_label(token(std::string("\0", 1))) == "\\x00");
    CHECK(token_label(token("\xE2\x80")) == "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST_CASE("A token without bytes is labelled by its id", "[maps]") {
    const Token token{3, 464, std::nullopt};
    CHECK(token_label(token) == "#464");
    CHECK_FALSE(is_partial(token));
}

TEST_CASE("A part of a character is told from whole ones", "[maps]") {
    CHECK(is_partial(token("\xE2\x80")));
    CHECK(is_partial(token("\x99")));
    CHECK(is_partial(token(" \xF0\x9F")));
    CHECK_FALSE(is_partial(token("\xE2\x80\x99")));
    CHECK_FALSE(is_partial(token(" it")));
    CHECK_FALSE(is_partial(token("\n")));
}
