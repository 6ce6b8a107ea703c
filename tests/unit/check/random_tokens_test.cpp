#include "check/random_tokens.hpp"

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "base/random.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;
using Ids = std::vector<TokenId>;

TEST_CASE("A sequence is given twice over and once with new tokens", "[check]") {
    const std::vector<RandomTokens> sequences = random_tokens({7, 3, 5, 42}, 50);
    REQUIRE(sequences.size() == 3);
    for (const RandomTokens& tokens : sequences) {
        REQUIRE(tokens.repeated.size() == 11);
        REQUIRE(tokens.unrepeated.size() == 11);
        CHECK(tokens.repeated.front() == 42);
        for (std::size_t i = 0; i < 6; ++i) CHECK(tokens.repeated[i] == tokens.unrepeated[i]);
        for (std::size_t i = 6; i < 11; ++i) CHECK(tokens.repeated[i] == tokens.repeated[i - 5]);
        const std::set<TokenId> different(tokens.unrepeated.begin(), tokens.unrepeated.end());
        CHECK(different.size() == 11);
        CHECK(*different.begin() >= 0);
        CHECK(*different.rbegin() < 50);
    }
    CHECK(sequences[0].repeated != sequences[1].repeated);
}

TEST_CASE("The tokens are those of the seed one after the other", "[check]") {
    const RandomTokens tokens = random_tokens({7, 1, 2, std::nullopt}, 1'000'000).front();
    Random random(7);
    Ids drawn;
    for (int i = 0; i < 4; ++i) {
        drawn.push_back(static_cast<TokenId>(random.uniform() * 1'000'000.0));
    }
    CHECK(tokens.unrepeated == drawn);  // of a million, four are different
    CHECK(tokens.repeated == Ids{drawn[0], drawn[1], drawn[0], drawn[1]});
    CHECK(random_tokens({8, 1, 2, std::nullopt}, 1'000'000).front().unrepeated != drawn);
}

TEST_CASE("A whole vocabulary may be used up and no more", "[check]") {
    Ids all = random_tokens({1, 1, 3, 6}, 7).front().unrepeated;
    std::ranges::sort(all);
    CHECK(all == Ids{0, 1, 2, 3, 4, 5, 6});
    expect_error<UsageError>([] { random_tokens({1, 1, 3, 6}, 6); }, {"2 x 3", "has 6"});
    expect_error<UsageError>([] { random_tokens({1, 1, 4, std::nullopt}, 7); }, {"2 x 4"});
}
