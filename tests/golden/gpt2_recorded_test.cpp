// GPT-2 small as other projects recorded it: its raw scores through this project's scaling, mask
// and softmax must give its recorded attention. The recordings are not part of this project; the
// test is built where CMake's ATTNLAB_GOLDENS_DIR names their folder.

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

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
