// What a small random model holds to come next, beside the same read off its logits one by one.

#include "capture/next.hpp"

#include <cmath>
#include <vector>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/text_model_folder.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;
using attnlab::testing::small_config;
using attnlab::testing::TextModelFolder;
using Ids = std::vector<TokenId>;

namespace {

/// 2 layers of 2 heads, 16 positions, a token a byte and the end-of-text token.
TextModel load(std::optional<TokenId> end_of_text = std::nullopt) {
    Config config = small_config();
    config.eos_token_id = end_of_text;
    return TextModelFolder({}, config).load();
}

const TextModel& model() {
    static const TextModel loaded = load();
    return loaded;
}

/// The logits after these ids, by the model alone.
std::vector<float> logits_after(const Ids& ids) {
    const Matrix hidden = model().model().forward(ids);
    const Matrix all = model().model().logits(hidden);
    const std::span<const float> last = all.row(all.rows() - 1);
    return {last.begin(), last.end()};
}

TokenId argmax(const std::vector<float>& logits) {
    return static_cast<TokenId>(std::ranges::max_element(logits) - logits.begin());
}

/// log p of a token, from the definition.
double log_p(const std::vector<float>& logits, TokenId id) {
    double sum = 0.0;
    for (const float logit : logits) sum += std::exp(static_cast<double>(logit));
    return static_cast<double>(logits[static_cast<std::size_t>(id)]) - std::log(sum);
}

Ids ids_in(const Continuation& continuation) {
    Ids ids;
    for (const ProbableToken& next : continuation.tokens) ids.push_back(next.token.id);
    return ids;
}

}  // namespace

TEST_CASE("The next tokens are those of the last position in order", "[capture]") {
    const TokenizedText input = model().tokenize("abc");
    const std::vector<ProbableToken> next = next_tokens(Reading(model(), input, 1), 5);
    const std::vector<float> logits = logits_after(ids_of(input));
    REQUIRE(next.size() == 5);
    CHECK(next.front().token.id == argmax(logits));
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK(next[i].token.index == 3);
        CHECK(next[i].token.bytes.has_value());
        CHECK(next[i].probability == Approx(std::exp(log_p(logits, next[i].token.id))));
        if (i > 0) CHECK(next[i].probability <= next[i - 1].probability);
    }
}

TEST_CASE("The whole vocabulary has the probability 1 and no token twice", "[capture]") {
    const std::vector<ProbableToken> next =
        next_tokens(Reading(model(), model().tokenize("x"), 1), 1000);
    REQUIRE(next.size() == 257);
    double sum = 0.0;
    std::vector<bool> seen(257);
    for (const ProbableToken& each : next) {
        sum += each.probability;
        CHECK_FALSE(seen[static_cast<std::size_t>(each.token.id)]);
        seen[static_cast<std::size_t>(each.token.id)] = true;
    }
    CHECK(sum == Approx(1.0).epsilon(1e-12));
}

TEST_CASE("A greedy continuation takes the most probable token each time", "[capture]") {
    const TokenizedText input = model().tokenize("abc");
    const Continuation continuation = continue_greedily(model(), input, 6, 1);
    REQUIRE(continuation.tokens.size() == 6);
    CHECK_FALSE(continuation.ended);
    Ids ids = ids_of(input);
    for (const ProbableToken& next : continuation.tokens) {
        const std::vector<float> logits = logits_after(ids);
        CHECK(next.token.id == argmax(logits));
        CHECK(next.token.index == ids.size());
        CHECK(next.probability == Approx(std::exp(log_p(logits, next.token.id))));
        ids.push_back(next.token.id);
    }
}

TEST_CASE("A continuation does not depend on how many tokens are asked or on threads",
          "[capture]") {
    const TokenizedText input = model().tokenize("abc");
    const Continuation six = continue_greedily(model(), input, 6, 1);
    for (const std::size_t threads : {1U, 2U}) {
        const Continuation four = continue_greedily(model(), input, 4, threads);
        for (std::size_t i = 0; i < 4; ++i) {
            CHECK(four.tokens[i].token == six.tokens[i].token);
            CHECK(four.tokens[i].probability == six.tokens[i].probability);
        }
    }
}

TEST_CASE("A continuation ends with the end-of-text token", "[capture]") {
    const TokenizedText input = model().tokenize("abc");
    const Ids free = ids_in(continue_greedily(model(), input, 5, 1));
    const TextModel ending = load(free[2]);  // the same weights, and the third token is an end
    const auto first = static_cast<std::size_t>(std::ranges::find(free, free[2]) - free.begin());
    const Continuation ended = continue_greedily(ending, input, 5, 1);
    CHECK(ended.ended);
    CHECK(ids_in(ended) == Ids(free.begin(), free.begin() + static_cast<int>(first) + 1));
    const Continuation cut = continue_greedily(ending, input, first + 1, 1);
    CHECK(cut.ended);  // it came at the last place that was asked
}

TEST_CASE("A continuation as long as the model takes fits and one token more does not",
          "[capture]") {
    const TokenizedText input = model().tokenize("fourteen bytes");
    CHECK(continue_greedily(model(), input, 2, 1).tokens.size() == 2);
    bool has_begun = false;
    const auto ask = [&](std::size_t n) {
        continue_greedily(model(), input, n, 1, [&](double) { has_begun = true; });
    };
    expect_error<UsageError>([&] { ask(3); }, {"14 tokens and 3 more are 17", "takes 16"});
    const auto ask_unread = [&](const char* text, std::size_t n) {
        return continue_greedily(model(), model().tokenize(text), n, 1, {}, LastToken::kUnread);
    };
    CHECK(ask_unread("fourteen bytes", 3).tokens.size() == 3);
    CHECK(ask_unread("sixteen of bytes", 1).tokens.size() == 1);
    expect_error<UsageError>([&] { ask_unread("sixteen of bytes", 2); }, {"goes on to 17"});
    expect_error<UsageError>([&] { ask(100'000); }, {"100014", "takes 16"});
    const TokenizedText too_long = model().tokenize("seventeen letters");
    expect_error<UsageError>([&] { continue_greedily(model(), too_long, 1, 1); }, {"17 tokens"});
    CHECK_FALSE(has_begun);
}

TEST_CASE("A continuation tells how far it is", "[capture]") {
    std::vector<double> shares;
    continue_greedily(model(), model().tokenize("abc"), 4, 1,
                      [&](double share) { shares.push_back(share); });
    CHECK(shares == std::vector{0.25, 0.5, 0.75, 1.0});
}

TEST_CASE("The loss is the mean over the tokens after the first", "[capture]") {
    const Ids ids = {5, 77, 200, 77};
    double sum = 0.0;
    for (std::size_t i = 1; i < ids.size(); ++i) {
        sum -= log_p(logits_after(Ids(ids.begin(), ids.begin() + static_cast<int>(i))), ids[i]);
    }
    CHECK(next_token_loss(model(), ids, 1) == Approx(sum / 3.0).epsilon(1e-12));
    CHECK(next_token_loss(model(), ids, 2) == next_token_loss(model(), ids, 1));
    expect_error<UsageError>([&] { next_token_loss(model(), Ids{5}, 1); }, {"1 token", "two"});
}
