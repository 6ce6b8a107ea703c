// What comes next after texts, by the embedded model, against float64: probabilities, greedy
// continuations and losses.

#include "capture/next.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "golden/golden_file.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"

using namespace attnlab;
using attnlab::testing::Comparison;
using attnlab::testing::load_golden;
using attnlab::testing::numbers;

namespace {

// Beside each bound the worst error measured, over all vectors.
constexpr double kProbabilityBound = 2e-6;  // 7.2e-7
constexpr double kGeneratedBound = 1e-5;    // 2.7e-6
constexpr double kLossBound = 1e-5;         // 2.0e-6

const TextModel& model() {
    static const TextModel loaded = TextModel::load(
        std::filesystem::path(ATTNLAB_DATA_DIR) / "models" / "trophy-tiny", "trophy-tiny", "", 1);
    return loaded;
}

struct Case {
    std::string name;
    TokenizedText input;
    nlohmann::json wanted;
};

std::vector<Case> cases() {
    std::vector<Case> all;
    const nlohmann::json golden = load_golden("next_tokens");
    for (const nlohmann::json& wanted : golden.at("texts")) {
        const auto ids = wanted.at("ids").get<std::vector<TokenId>>();
        all.push_back({fmt::format("text {}", all.size()), model().from_ids(ids), wanted});
    }
    REQUIRE(all.size() == 4);
    return all;
}

}  // namespace

TEST_CASE("The next tokens and their probabilities agree with float64", "[golden]") {
    Comparison probabilities("probabilities", kProbabilityBound);
    for (const Case& each : cases()) {
        const nlohmann::json& ids = each.wanted.at("top_ids");
        const std::vector<ProbableToken> next =
            next_tokens(Reading(model(), each.input, 1), ids.size());
        REQUIRE(next.size() == ids.size());
        for (std::size_t i = 0; i < next.size(); ++i) {
            INFO(each.name << ", rank " << i + 1);
            CHECK(next[i].token.id == ids.at(i));
            probabilities.add(each.name, next[i].probability,
                              each.wanted.at("top_probabilities").at(i).get<double>());
        }
    }
    probabilities.check();
}

TEST_CASE("Greedy continuations agree with float64 to their end", "[golden]") {
    Comparison probabilities("probabilities of what was generated", kGeneratedBound);
    bool has_ended = false;
    for (const Case& each : cases()) {
        const nlohmann::json& ids = each.wanted.at("greedy_ids");
        const auto n = each.wanted.at("greedy_asked").get<std::size_t>();
        const Continuation continuation = continue_greedily(model(), each.input, n, 1);
        INFO(each.name);
        REQUIRE(continuation.tokens.size() == ids.size());
        CHECK(continuation.ended == (ids.size() < n));
        has_ended = has_ended || continuation.ended;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            CHECK(continuation.tokens[i].token.id == ids.at(i));
            probabilities.add(each.name, continuation.tokens[i].probability,
                              each.wanted.at("greedy_probabilities").at(i).get<double>());
        }
    }
    CHECK(has_ended);
    probabilities.check();
}

TEST_CASE("Losses agree with float64", "[golden]") {
    Comparison losses("mean next-token losses", kLossBound);
    for (const Case& each : cases()) {
        losses.add(each.name, next_token_loss(model(), ids_of(each.input), 1),
                   each.wanted.at("loss").get<double>());
    }
    losses.check();
}
