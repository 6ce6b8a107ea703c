#include "maps/continuation.hpp"

#include "support/catch.hpp"
#include "support/sample_maps.hpp"

using namespace attnlab;
using attnlab::testing::tokens_of;
using attnlab::testing::tokens_of_ids;

namespace {

Continuation continuation_of(const std::vector<Token>& tokens, bool ended) {
    Continuation continuation;
    for (const Token& token : tokens) continuation.tokens.push_back({token, 0.5});
    continuation.ended = ended;
    return continuation;
}

}  // namespace

TEST_CASE("A text is joined with its continuation and stays what was given", "[maps]") {
    TokenizedText input;
    input.text = "The cat";
    input.tokens = tokens_of({"The", " cat"});
    const std::vector<Token> next = tokens_of({" sat", "."});
    const TokenizedText whole = joined(input, continuation_of(next, false));
    CHECK(whole.text == "The cat");
    REQUIRE(whole.tokens.size() == 4);
    CHECK(whole.tokens[1] == input.tokens[1]);
    CHECK(whole.tokens[3] == next[1]);
}

TEST_CASE("The text of a continuation goes without the token that ends it", "[maps]") {
    CHECK(text_of(continuation_of(tokens_of({" sat", ".", "<end>"}), false)) == " sat.<end>");
    CHECK(text_of(continuation_of(tokens_of({" sat", ".", "<end>"}), true)) == " sat.");
    CHECK(text_of(continuation_of(tokens_of({"<end>"}), true)) == "");
    CHECK(text_of(continuation_of(tokens_of({"\xE2\x80", "\x99"}), false)) == "\xE2\x80\x99");
    CHECK_FALSE(text_of(continuation_of(tokens_of_ids({1, 2}), false)));
}
