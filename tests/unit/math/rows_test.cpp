// Softmax, layer norm and GELU against the same formulas in double, on ordinary and extreme rows.

#include "math/rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"

using namespace attnlab;
using attnlab::testing::check_same_bits;
using attnlab::testing::Comparison;

namespace {

constexpr float kLargest = std::numeric_limits<float>::max();

std::vector<float> softmax_of(std::vector<float> row) {
    softmax(row);
    return row;
}

std::vector<float> layer_norm_of(const std::vector<float>& x, const std::vector<float>& gain,
                                 const std::vector<float>& bias, float epsilon) {
    std::vector<float> y(x.size());
    layer_norm(x, gain, bias, epsilon, y);
    return y;
}

std::vector<double> exact_softmax(const std::vector<float>& row) {
    std::vector<double> weights(row.begin(), row.end());
    const double largest = *std::ranges::max_element(weights);
    for (double& weight : weights) weight = std::exp(weight - largest);
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) weight /= sum;
    return weights;
}

std::vector<float> normal_row(std::size_t n, double spread, Random& random) {
    std::vector<float> row(n);
    for (float& value : row) value = static_cast<float>(spread * random.normal());
    return row;
}

MatrixView as_matrix(const std::vector<float>& row) {
    return {row.data(), 1, row.size(), row.size()};
}

double gelu_tanh(double x) {
    return 0.5 * x *
           (1.0 + std::tanh(std::sqrt(2.0 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
}

double gelu_erf(double x) { return 0.5 * x * (1.0 + std::erf(x / std::numbers::sqrt2)); }

}  // namespace

TEST_CASE("Softmax agrees with double for rows of every length", "[math]") {
    // A weight w = exp(-d) / sum carries the rounding of d, which is at most d 2^-24, and a few of
    // its own; w d is at most 1/e, so the error stays below 8 roundings of 1.
    Comparison weights("softmax", 8 * 0x1p-24);    // measured: 3.6 of them
    Comparison sums("sum of a row", 8 * 0x1p-24);  // measured: 7.2 with one lane, else 3.1
    // Lane by lane, the longest chain of additions is 5000 where a vector has one lane.
    Comparison long_sum("sum of 5000", 40 * 0x1p-24);  // measured: 18.6 with one lane, else 4.3
    Random random(1);
    for (std::size_t n = 1; n <= 70; ++n) {
        for (const double spread : {0.1, 1.0, 10.0, 100.0}) {
            const std::vector<float> row = normal_row(n, spread, random);
            const std::vector<float> got = softmax_of(row);
            weights.add(std::to_string(n), as_matrix(got), exact_softmax(row));
            sums.add(std::to_string(n), std::accumulate(got.begin(), got.end(), 0.0), 1.0);
        }
    }
    const std::vector<float> long_row = normal_row(5000, 3.0, random);
    const std::vector<float> got = softmax_of(long_row);
    weights.add("5000", as_matrix(got), exact_softmax(long_row));
    long_sum.add("5000", std::accumulate(got.begin(), got.end(), 0.0), 1.0);
    weights.check();
    sums.check();
    long_sum.check();
}

TEST_CASE("Softmax of extreme rows is exact", "[math]") {
    using Row = std::vector<float>;
    CHECK(softmax_of({0.0F, 1e5F}) == Row{0.0F, 1.0F});
    CHECK(softmax_of({1e5F, 0.0F, -1e5F}) == Row{1.0F, 0.0F, 0.0F});
    CHECK(softmax_of({3e38F, -3e38F}) == Row{1.0F, 0.0F});  // their difference overflows
    CHECK(softmax_of({3e38F, 3e38F}) == Row{0.5F, 0.5F});
    CHECK(softmax_of({-3e38F, -3e38F}) == Row{0.5F, 0.5F});
    CHECK(softmax_of({kLargest, -kLargest, kLargest, 0.0F}) == Row{0.5F, 0.0F, 0.5F, 0.0F});
    CHECK(softmax_of({-kLargest}) == Row{1.0F});
    CHECK(softmax_of({7.25F}) == Row{1.0F});
    CHECK(softmax_of({}).empty());
    for (std::size_t n = 1; n <= 40; ++n) {  // whole and partial vectors
        for (const float value : {0.0F, -1e5F, 3e38F}) {
            const Row equal = softmax_of(Row(n, value));
            CHECK(equal == Row(n, 1.0F / static_cast<float>(n)));
        }
        Row one_large(n, -3e38F);
        one_large[n - 1] = 3e38F;
        Row expected(n, 0.0F);
        expected[n - 1] = 1.0F;
        CHECK(softmax_of(one_large) == expected);
    }
}

TEST_CASE("Softmax writes nothing beside its row", "[math]") {
    for (std::size_t n = 0; n <= 40; ++n) {
        std::vector<float> values(n + 8, 5.0F);
        softmax(std::span(values).subspan(4, n));
        for (std::size_t i = 0; i < 4; ++i) {
            CHECK(values[i] == 5.0F);
            CHECK(values[n + 4 + i] == 5.0F);
        }
    }
}

TEST_CASE("Layer norm divides by the biased variance with epsilon inside the root", "[math]") {
    // 1 2 3 4 has mean 2.5, biased variance 1.25 (5/3 unbiased); 1.25 + 1 is 1.5 squared. With
    // epsilon outside the root the divisor would be 1.118 + 1.
    const std::vector<float> numbers = {1, 2, 3, 4};
    const std::vector<float> y = layer_norm_of(numbers, numbers, {{0, 10, 20, 30}}, 1.0F);
    const std::vector<double> wanted = {-1.0, 10.0 - 2.0 / 3.0, 21.0, 34.0};
    Comparison comparison("layer norm", 2e-6);  // one rounding of 34 is 1.9e-6; measured: 3.2e-7
    comparison.add("1 2 3 4", as_matrix(y), wanted);
    comparison.check();
}

TEST_CASE("Layer norm agrees with double for rows of every length", "[math]") {
    // Numbers of size 1 go through a sum of squares, a root, a division and two products.
    Comparison comparison("layer norm", 2.5e-6);  // measured: 9.4e-7
    Random random(2);
    for (std::size_t n = 1; n <= 70; ++n) {
        const std::vector<float> x = normal_row(n, 3.0, random);
        const std::vector<float> gain = normal_row(n, 1.0, random);
        const std::vector<float> bias = normal_row(n, 1.0, random);
        const double count = static_cast<double>(n);
        const double mean = std::accumulate(x.begin(), x.end(), 0.0) / count;
        double variance = 0.0;
        for (const float value : x) variance += std::pow(static_cast<double>(value) - mean, 2);
        variance /= count;
        std::vector<double> wanted;
        for (std::size_t j = 0; j < n; ++j) {
            const double normal =
                (static_cast<double>(x[j]) - mean) / std::sqrt(variance + double{1e-5F});
            wanted.push_back(normal * static_cast<double>(gain[j]) + static_cast<double>(bias[j]));
        }
        comparison.add(std::to_string(n), as_matrix(layer_norm_of(x, gain, bias, 1e-5F)), wanted);
    }
    comparison.check();
}

TEST_CASE("Layer norm of equal numbers is the bias and finite", "[math]") {
    for (const std::size_t n : {1U, 3U, 16U, 17U}) {
        const std::vector<float> x(n, 3.0F);
        const std::vector<float> gain(n, 2.0F);
        const std::vector<float> bias(n, 0.75F);
        for (const float value : layer_norm_of(x, gain, bias, 1e-5F)) CHECK(value == 0.75F);
    }
}

TEST_CASE("A row whose squares overflow is NaN and not the bare bias", "[math]") {
    const std::vector<float> ones(20, 1.0F);
    std::vector<float> x(20, 1e20F);
    x[3] = -1e20F;
    for (const float value : layer_norm_of(x, ones, ones, 1e-5F)) CHECK(std::isnan(value));
}

TEST_CASE("GELU is the tanh form to a few roundings", "[math]") {
    std::vector<float> x;
    for (int i = -4000; i <= 4000; ++i) x.push_back(static_cast<float>(i) * 0.0025F);
    std::vector<float> y = x;
    gelu(y);
    double worst = 0.0;  // in roundings of x
    double worst_against_erf = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const auto exact = static_cast<double>(x[i]);
        const auto got = static_cast<double>(y[i]);
        const double size = std::max(std::abs(exact), 1e-3) * 0x1p-24;
        worst = std::max(worst, std::abs(got - gelu_tanh(exact)) / size);
        worst_against_erf = std::max(worst_against_erf, std::abs(got - gelu_erf(exact)));
    }
    INFO("worst: " << worst << " roundings");
    CHECK(worst <= 4.0);  // measured: 1.6; 1 + tanh loses what is smaller than a rounding of 1
    // The erf form would be found out: it is 2000 times as far away as the bound allows.
    CHECK(worst_against_erf == Approx(4.7e-4).epsilon(0.02));
}

TEST_CASE("GELU of extreme numbers is the number or nothing", "[math]") {
    std::vector<float> x = {0.0F, 1e-30F, 20.0F, -20.0F, 1e20F, -1e20F, 3e38F, -3e38F};
    gelu(x);
    CHECK(x[0] == 0.0F);
    CHECK(x[1] == Approx(5e-31F).epsilon(1e-6));
    CHECK(x[2] == 20.0F);
    CHECK(x[3] == 0.0F);
    CHECK(x[4] == 1e20F);
    CHECK(x[5] == 0.0F);
    CHECK(x[6] == 3e38F);
    CHECK(x[7] == 0.0F);
}

TEST_CASE("GELU of a number has the same bits at every place of a row", "[math]") {
    Random random(4);
    const std::vector<float> row = normal_row(50, 2.0, random);
    std::vector<float> together = row;
    gelu(together);
    for (std::size_t i = 0; i < row.size(); ++i) {
        std::vector<float> alone = {row[i]};
        gelu(alone);
        CHECK(std::bit_cast<std::uint32_t>(alone[0]) == std::bit_cast<std::uint32_t>(together[i]));
    }
}
