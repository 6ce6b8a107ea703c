#include "attention/saturation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "attention/entropy.hpp"
#include "support/catch.hpp"

using attnlab::Mean;
using attnlab::run_saturation;
using attnlab::SaturationExample;
using attnlab::SaturationOptions;
using attnlab::SaturationResult;
using attnlab::SaturationRow;
using attnlab::theory_entropy_bits;

namespace {

/// A measurement within four of its standard errors of what theory says.
bool agrees(const Mean& measured, double theory) {
    return std::fabs(measured.value - theory) < 4.0 * measured.standard_error.value();
}

bool same(const SaturationRow& a, const SaturationRow& b) {
    return a.d_k == b.d_k && a.variance.value == b.variance.value &&
           a.undivided.entropy_bits.value == b.undivided.entropy_bits.value &&
           a.divided.jacobian_norm.value == b.divided.jacobian_norm.value;
}

}  // namespace

TEST_CASE("The variance of the dot products is d_k within its standard error") {
    SaturationOptions options;
    options.trials = 20;
    for (const SaturationRow& row : run_saturation(options).rows) {
        INFO("d_k " << row.d_k);
        CHECK(agrees(row.variance, static_cast<double>(row.d_k)));
    }
}

TEST_CASE("Softmax collapses without the division and stays as it was with it") {
    const SaturationResult result = run_saturation({});
    CHECK(result.uniform_entropy_bits == 6.0);
    REQUIRE(result.rows.size() == 6);
    for (std::size_t r = 1; r < result.rows.size(); ++r) {
        INFO("d_k " << result.rows[r].d_k);
        const SaturationRow& before = result.rows[r - 1];
        const SaturationRow& row = result.rows[r];
        CHECK(row.undivided.entropy_bits.value < before.undivided.entropy_bits.value);
        CHECK(row.undivided.largest_weight.value > before.undivided.largest_weight.value);
        CHECK(row.undivided.share_without_gradient.value >=
              before.undivided.share_without_gradient.value);
        CHECK(std::fabs(row.divided.entropy_bits.value - 5.33) < 0.15);
        CHECK(row.divided.share_without_gradient.value < 0.01);
    }
    const SaturationRow& longest = result.rows.back();
    CHECK(longest.undivided.entropy_bits.value < 0.3);
    CHECK(longest.undivided.jacobian_norm.value < 0.5 * longest.divided.jacobian_norm.value);
    CHECK(longest.undivided.share_without_gradient.value > 0.5);
}

TEST_CASE("With d_k of 1 the division changes nothing") {
    SaturationOptions options;
    options.d_ks = {1};
    options.trials = 2;
    const SaturationRow row = run_saturation(options).rows.front();
    CHECK(row.undivided.entropy_bits.value == row.divided.entropy_bits.value);
    CHECK(row.undivided.jacobian_norm.value == row.divided.jacobian_norm.value);
}

TEST_CASE("The entropy of divided scores is log2 n less half a nat for many keys") {
    // ln(64) - 1/2 nats in bits, from the logarithms themselves.
    CHECK(std::fabs(theory_entropy_bits(64) - (std::log(64.0) - 0.5) / std::log(2.0)) < 1e-12);
    SaturationOptions options;
    options.d_ks = {256};
    options.n = 1024;
    options.trials = 2;
    const SaturationResult result = run_saturation(options);
    REQUIRE(result.theory_entropy_bits.has_value());
    // Measured: 0.002 apart; what is left is of the order 1/n and the spread of two trials.
    CHECK(std::fabs(result.rows.front().divided.entropy_bits.value - *result.theory_entropy_bits) <
          0.02);
}

TEST_CASE("A row's numbers depend on seed and d_k alone") {
    SaturationOptions options;
    options.d_ks = {4, 64};
    options.n = 16;
    options.trials = 3;
    const SaturationResult result = run_saturation(options);

    SaturationOptions other = options;
    other.threads = 2;
    CHECK(same(run_saturation(other).rows[1], result.rows[1]));
    other = options;
    other.d_ks = {64};
    CHECK(same(run_saturation(other).rows[0], result.rows[1]));
    other = options;
    other.seed = 2;
    CHECK_FALSE(same(run_saturation(other).rows[1], result.rows[1]));
}

TEST_CASE("A single trial has means but no standard errors") {
    SaturationOptions options;
    options.d_ks = {4};
    options.trials = 1;
    const SaturationRow row = run_saturation(options).rows.front();
    CHECK(row.variance.value > 0.0);
    CHECK_FALSE(row.variance.standard_error.has_value());
    CHECK_FALSE(row.divided.entropy_bits.standard_error.has_value());
}

TEST_CASE("A single key gets all the weight and leaves nothing to measure") {
    SaturationOptions options;
    options.d_ks = {4};
    options.n = 1;
    const SaturationResult result = run_saturation(options);
    const SaturationRow& row = result.rows.front();
    CHECK(row.undivided.entropy_bits.value == 0.0);
    CHECK(row.undivided.largest_weight.value == 1.0);
    CHECK_FALSE(row.undivided.entropy_share.has_value());
    CHECK_FALSE(result.theory_entropy_bits.has_value());
    CHECK(result.example.keys.size() == 1);
}

TEST_CASE("The example shows one row of A both ways from the best key on") {
    const SaturationExample example = run_saturation({}).example;
    CHECK(example.d_k == 64);
    REQUIRE(example.keys.size() == 64);
    CHECK(std::ranges::is_sorted(example.scores, std::ranges::greater()));
    CHECK(std::ranges::is_sorted(example.undivided_weights, std::ranges::greater()));
    CHECK(std::ranges::is_sorted(example.divided_weights, std::ranges::greater()));
    for (std::size_t i = 0; i < example.scores.size(); ++i) {
        CHECK(example.divided_scores[i] == example.scores[i] / 8.0F);
    }
    for (const auto* weights : {&example.undivided_weights, &example.divided_weights}) {
        const double sum = std::accumulate(weights->begin(), weights->end(), 0.0);
        CHECK(std::fabs(sum - 1.0) < 1e-6);
    }
    CHECK(example.undivided_entropy_bits == attnlab::entropy_bits(example.undivided_weights));
    CHECK(example.undivided_entropy_bits < 2.0);
    CHECK(example.divided_entropy_bits > 4.5);
}

TEST_CASE("A score of 8 against one of 0 is 2981 to 1 and after the division 2.7 to 1") {
    const attnlab::SaturationRatio ratio = run_saturation({}).ratio;
    CHECK(std::lround(ratio.undivided) == 2981);
    CHECK(ratio.divisor == 8.0);
    CHECK(std::fabs(ratio.divided - 2.718281828) < 1e-9);
}

TEST_CASE("The progress of the trials is d_k in the sum of them and ends at 1") {
    SaturationOptions options;
    options.d_ks = {1, 3};
    options.trials = 2;
    std::vector<double> shares;
    run_saturation(options, [&](double share) { shares.push_back(share); });
    CHECK(shares == std::vector<double>{1.0 / 8.0, 2.0 / 8.0, 5.0 / 8.0, 1.0});
}
