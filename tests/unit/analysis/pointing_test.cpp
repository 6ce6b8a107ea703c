#include "analysis/pointing.hpp"

#include <vector>

#include "support/catch.hpp"
#include "support/sample_maps.hpp"

using namespace attnlab;
using attnlab::testing::tokens_of;
using attnlab::testing::tokens_of_ids;
using attnlab::testing::trophy_words;
using Keys = std::vector<std::size_t>;
using Words = std::vector<std::string>;

TEST_CASE("A target is the candidates that the query can see", "[analysis]") {
    const std::vector<Token> tokens = tokens_of(trophy_words());
    const Target at_it = target_of(tokens, 9, {"trophy", "suitcase"}, true);
    CHECK(at_it.query == 9);
    CHECK(at_it.keys == Keys{1, 7});
    CHECK(at_it.words == Words{"trophy", "suitcase"});

    const Target before_suitcase = target_of(tokens, 5, {"trophy", "suitcase"}, true);
    CHECK(before_suitcase.keys == Keys{1});
    CHECK(before_suitcase.words == Words{"trophy"});

    const Target without_mask = target_of(tokens, 5, {"trophy", "suitcase"}, false);
    CHECK(without_mask.keys == Keys{1, 7});
}

TEST_CASE("A query does not count as its own target", "[analysis]") {
    const Target target = target_of(tokens_of(trophy_words()), 7, {"trophy", "suitcase"}, false);
    CHECK(target.keys == Keys{1});
    CHECK(target.words == Words{"trophy"});
}

TEST_CASE("Each token of each place of a candidate counts once", "[analysis]") {
    const std::vector<Token> tokens =
        tokens_of({"The", " d", "anced", " ", "d", "anced", " a", " it"});
    const Target target = target_of(tokens, 7, {"danced", "danced", "a"}, true);
    CHECK(target.keys == Keys{1, 2, 3, 4, 5, 6});
    // A word of which only the beginning can be seen.
    CHECK(target_of(tokens, 2, {"danced"}, true).keys == Keys{1});
}

TEST_CASE("Where no candidate can be seen every other token counts but the first", "[analysis]") {
    const std::vector<Token> tokens = tokens_of(trophy_words());
    const Target none = target_of(tokens, 4, {"zebra"}, true);
    CHECK(none.keys == Keys{1, 2, 3});
    CHECK(none.words.empty());
    CHECK(target_of(tokens, 2, {}, false).keys == Keys{1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13});
    CHECK(target_of(tokens, 1, {"suitcase"}, true).keys.empty());
    CHECK(target_of(tokens, 0, {"trophy"}, true).keys.empty());
    CHECK(target_of(tokens_of_ids({4, 5, 6}), 2, {"trophy"}, true).keys == Keys{1});
}

TEST_CASE("Pointing at words is the sum of their weights and else the largest one", "[analysis]") {
    Matrix weights(4, 4);
    weights(3, 0) = 0.5F;
    weights(3, 1) = 0.125F;
    weights(3, 2) = 0.25F;
    weights(3, 3) = 0.125F;
    CHECK(pointing_weight(weights, {3, {1, 2}, {"trophy", "suitcase"}}) == 0.375);
    CHECK(pointing_weight(weights, {3, {1, 2}, {}}) == 0.25);
    CHECK(pointing_weight(weights, {3, {}, {}}) == 0.0);
}
