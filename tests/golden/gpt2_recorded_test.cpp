// GPT-2 small as other projects recorded it: its raw scores through this project's scaling, mask
// and softmax must give its recorded attention. The recordings are not part of this project; the
// test is built where CMake's ATTNLAB_GOLDENS_DIR names their folder.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "analysis/pointing.hpp"
#include "attention/attention.hpp"
#include "golden/golden_file.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"

using attnlab::AttentionOptions;
using attnlab::Mask;
using attnlab::Matrix;
using attnlab::testing::Comparison;
using attnlab::testing::load_json;
using attnlab::testing::matrix;
using attnlab::testing::numbers;

namespace {

constexpr double kWeightBound = 1e-6;  // the recording itself is in float; measured: 2.4e-7

const std::filesystem::path kFolder = std::filesystem::path(ATTNLAB_GOLDENS_DIR) / "gpt2-recorded";

Matrix identity(std::size_t n) {
    Matrix one(n, n);
    for (std::size_t i = 0; i < n; ++i) one(i, i) = 1.0F;
    return one;
}

}  // namespace

TEST_CASE("Scores recorded from GPT-2 give its recorded attention", "[golden]") {
    Comparison weights("attention weights", kWeightBound);
    for (const std::string name : {"recorded-0.json", "recorded-3.json"}) {
        const nlohmann::json recorded = load_json(kFolder / name);
        const nlohmann::json& scores = recorded.at("scores");
        REQUIRE(scores.size() == 12);
        for (std::size_t layer = 0; layer < 12; ++layer) {
            REQUIRE(scores.at(layer).size() == 12);
            for (std::size_t head = 0; head < 12; ++head) {
                // With the identity as keys, Q K^T is Q itself, exactly: the recorded scores.
                const Matrix raw = matrix(scores.at(layer).at(head));
                const Matrix keys = identity(raw.rows());
                AttentionOptions options;
                options.mask = Mask::kCausal;
                options.scale = 1.0F / 8.0F;  // sqrt(d_k), where d_k = 64
                weights.add(fmt::format("{}, {}.{}", name, layer, head),
                            attention(raw, keys, keys, options).weights,
                            numbers(recorded.at("attention").at(layer).at(head)));
            }
        }
    }
    weights.check();
}

TEST_CASE("The previous token head recorded from GPT-2 is 4.11", "[golden]") {
    struct Score {
        double score;
        std::string head;
    };
    std::vector<Score> scores;
    const nlohmann::json recorded = load_json(kFolder / "recorded-bos-1.json");
    for (const auto& [layer, heads] : recorded.at("attention").items()) {
        REQUIRE(heads.size() == 12);
        for (std::size_t head = 0; head < heads.size(); ++head) {
            const Matrix weights = matrix(heads.at(head));
            REQUIRE(weights.rows() == 25);
            scores.push_back(
                {attnlab::previous_token_score(weights), fmt::format("{}.{}", layer, head)});
        }
    }
    REQUIRE(scores.size() >= 4 * 12);
    std::ranges::sort(scores, [](const Score& a, const Score& b) { return a.score > b.score; });
    // Both figures were computed apart from this program and rounded to 4 decimals.
    CHECK(scores[0].head == "4.11");
    CHECK(scores[0].score == Approx(0.9994).margin(5e-5));
    CHECK(scores[1].head == "2.2");
    CHECK(scores[1].score == Approx(0.5977).margin(5e-5));
}
