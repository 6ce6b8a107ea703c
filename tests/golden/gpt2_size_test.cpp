// A random model of GPT-2 small's sizes, 124 million weights made at test time, against float64 at
// chosen spots: attention maps, rows of the residual stream, logits, sums over whole layers.

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "golden/golden_file.hpp"
#include "model/gpt2.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/random_gpt2.hpp"
#include "support/recorder.hpp"

using attnlab::Config;
using attnlab::ForwardOptions;
using attnlab::Gpt2;
using attnlab::Matrix;
using attnlab::MatrixView;
using attnlab::Stage;
using attnlab::TokenId;
using attnlab::testing::Comparison;
using attnlab::testing::config_of;
using attnlab::testing::load_golden;
using attnlab::testing::numbers;
using attnlab::testing::random_gpt2_weights;
using attnlab::testing::Recorder;

namespace {

// Bounds: float's rounding (6e-8 of a number), gathered over sums of up to 3072 terms and 12
// layers. Beside each bound: the worst error measured with AVX-512, AVX2, SSE4, SSSE3 and plain
// C++.
constexpr double kWeightBound = 4e-6;    // 7.6e-7
constexpr double kBlockBound = 2e-5;     // 3.0e-6, of numbers up to 5
constexpr double kLogitBound = 4e-5;     // 2.0e-5, of numbers up to 16
constexpr double kBlockSumBound = 1e-3;  // 1.7e-4, of 10,752 numbers
constexpr double kSquareBound = 4e-5;    // 7.6e-6, of 2,352 numbers
constexpr double kLogitSumBound = 5e-3;  // 1.4e-3, of 50,257 numbers

double sum_of(std::span<const float> values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

double sum_of_squares(std::span<const float> values) {
    return std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
}

void check_maps(const nlohmann::json& golden, const Recorder& got) {
    Comparison weights("attention weights", kWeightBound);
    for (const nlohmann::json& map : golden.at("maps")) {
        const auto layer = map.at("layer").get<std::size_t>();
        const auto head = map.at("head").get<std::size_t>();
        weights.add(fmt::format("head {}.{}", layer, head), got.head(layer, head).weights,
                    numbers(map.at("weights")));
    }
    weights.check();
}

void check_blocks(const nlohmann::json& golden, const Recorder& got) {
    Comparison rows("rows of block outputs", kBlockBound);
    for (const nlohmann::json& row : golden.at("block_rows")) {
        const auto layer = row.at("layer").get<std::size_t>();
        const auto index = row.at("row").get<std::size_t>();
        const MatrixView output = got.stage(Stage::kBlock, layer);
        rows.add(fmt::format("layer {}, row {}", layer, index),
                 output.block(index, 1, 0, output.columns), numbers(row.at("values")));
    }
    rows.check();
}

/// Sums over whole layers: what the spots leave out.
void check_sums(const nlohmann::json& golden, const Recorder& got, const Config& config) {
    Comparison sums("sums of block outputs", kBlockSumBound);
    Comparison squares("sums of squared attention weights", kSquareBound);
    for (std::size_t layer = 0; layer < config.n_layer; ++layer) {
        const std::string where = fmt::format("layer {}", layer);
        sums.add(where, sum_of(got.stage(Stage::kBlock, layer).values()),
                 golden.at("block_sums").at(layer).get<double>());
        double all_heads = 0.0;
        for (std::size_t head = 0; head < config.n_head; ++head) {
            all_heads += sum_of_squares(got.head(layer, head).weights.values());
        }
        squares.add(where, all_heads, golden.at("map_squares").at(layer).get<double>());
    }
    sums.check();
    squares.check();
}

void check_logits(const nlohmann::json& golden, const Matrix& got) {
    Comparison logits("logits", kLogitBound);
    const auto ids = golden.at("logit_ids").get<std::vector<std::size_t>>();
    const std::size_t last = got.rows() - 1;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const std::string where = fmt::format("id {}", ids[i]);
        logits.add("first row, " + where, static_cast<double>(got(0, ids[i])),
                   golden.at("first_logits").at(i).get<double>());
        logits.add("last row, " + where, static_cast<double>(got(last, ids[i])),
                   golden.at("logits").at(i).get<double>());
    }
    const auto top_ids = golden.at("top_ids").get<std::vector<std::size_t>>();
    for (std::size_t i = 0; i < top_ids.size(); ++i) {
        logits.add(fmt::format("place {}", i), static_cast<double>(got(last, top_ids[i])),
                   golden.at("top_logits").at(i).get<double>());
    }
    logits.check();

    Comparison sums("sums of logits", kLogitSumBound);
    for (std::size_t row = 0; row < got.rows(); ++row) {
        sums.add(fmt::format("row {}", row), sum_of(got.row(row)),
                 golden.at("logit_sums").at(row).get<double>());
    }
    sums.check();

    std::vector<std::size_t> order(got.columns());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::partial_sort(order.begin(), order.begin() + 5, order.end(),
                      [&](std::size_t a, std::size_t b) { return got(last, a) > got(last, b); });
    order.resize(5);
    CHECK(order == top_ids);
}

}  // namespace

TEST_CASE("A random model of the sizes of GPT-2 small agrees with float64", "[golden][large]") {
    const nlohmann::json golden = load_golden("gpt2_size");
    const Config config = config_of(golden.at("config"));
    const Gpt2 model(config, random_gpt2_weights(config, golden.at("seed")));
    const auto ids = golden.at("ids").get<std::vector<TokenId>>();
    REQUIRE(ids.size() == 14);

    Recorder got;
    ForwardOptions options;
    options.threads = 2;
    const Matrix hidden = model.forward(ids, options, &got);
    check_maps(golden, got);
    check_blocks(golden, got);
    check_sums(golden, got, config);
    check_logits(golden, model.logits(hidden, options.threads));
}
