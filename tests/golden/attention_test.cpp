// The attention function, stage by stage, against float64 on small matrices and extreme scores.

#include "attention/attention.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "attention/entropy.hpp"
#include "golden/golden_file.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"

using attnlab::AttentionOptions;
using attnlab::AttentionResult;
using attnlab::Mask;
using attnlab::Matrix;
using attnlab::testing::Comparison;
using attnlab::testing::load_golden;
using attnlab::testing::matrix;
using attnlab::testing::numbers;

namespace {

/// Bounds of the stages. Errors are float's roundings (6e-8 of a number) of a dot product, then of
/// exp, which turns an error of the score into one of the same size relative to the weight. Beside
/// the bounds: the worst errors measured with AVX-512, AVX2, SSE4, SSSE3 and plain C++. Without the
/// division scores reach 30, and their roundings are as much larger.
struct Bounds {
    double scores;  // relative to the largest of the case, which may be 3e38
    double weights;
    double output;
    double entropy;  // in bits
};
constexpr Bounds kDivided{1e-6, 5e-7, 1e-6, 3e-6};     // 2.0e-7, 1.5e-7, 3.7e-7, 4.9e-7
constexpr Bounds kNotDivided{1e-6, 4e-6, 1e-5, 1e-5};  // 2.0e-7, 1.1e-6, 3.8e-6, 1.6e-6

Matrix scaled_by(Matrix m, double factor) {
    for (float& value : m.values()) {
        value = static_cast<float>(static_cast<double>(value) * factor);
    }
    return m;
}

/// Scores beside the expected ones, both divided by the largest of them.
void add_scores(const std::string& where, const Matrix& got, std::vector<double> wanted,
                Comparison& scores) {
    double largest = 1.0;
    for (const double score : wanted) largest = std::max(largest, std::fabs(score));
    for (double& score : wanted) score /= largest;
    scores.add(where, scaled_by(got, 1.0 / largest), wanted);
}

void check_cases(bool divided, const Bounds& bounds) {
    Comparison scores("scores", bounds.scores);
    Comparison scaled("scaled scores", bounds.scores);
    Comparison weights("attention weights", bounds.weights);
    Comparison output("attention output", bounds.output);
    Comparison entropy("entropy in bits", bounds.entropy);
    const nlohmann::json golden = load_golden("attention");
    for (const nlohmann::json& c : golden.at("cases")) {
        if (c.at("scale").get<bool>() != divided) continue;
        const auto name = c.at("name").get<std::string>();
        const Matrix q = matrix(c.at("q"));
        const Matrix k = matrix(c.at("k"));
        const Matrix v = matrix(c.at("v"));
        AttentionOptions options;
        options.mask = c.at("causal").get<bool>() ? Mask::kCausal : Mask::kNone;
        if (!divided) options.scale = 1.0F;
        const AttentionResult got = attention(q, k, v, options);
        options.scale = 1.0F;
        add_scores(name, attention(q, k, v, options).scores, numbers(c.at("scores")), scores);
        add_scores(name, got.scores, numbers(c.at("scaled")), scaled);
        weights.add(name, got.weights, numbers(c.at("weights")));
        output.add(name, got.output, numbers(c.at("output")));
        for (std::size_t i = 0; i < got.weights.rows(); ++i) {
            entropy.add(name, attnlab::entropy_bits(got.weights.row(i)),
                        c.at("entropy_bits").at(i).get<double>());
        }
    }
    scores.check();
    scaled.check();
    weights.check();
    output.check();
    entropy.check();
}

}  // namespace

TEST_CASE("A causal map is exactly 0 right of the diagonal whatever the scores", "[golden]") {
    std::size_t checked = 0;
    const nlohmann::json golden = load_golden("attention");
    for (const nlohmann::json& c : golden.at("cases")) {
        if (!c.at("causal").get<bool>()) continue;
        AttentionOptions options;
        options.mask = Mask::kCausal;
        const AttentionResult got =
            attention(matrix(c.at("q")), matrix(c.at("k")), matrix(c.at("v")), options);
        for (std::size_t i = 0; i < got.weights.rows(); ++i) {
            for (std::size_t j = i + 1; j < got.weights.columns(); ++j) {
                INFO(c.at("name") << " [" << i << ", " << j << "]");
                CHECK(got.weights(i, j) == 0.0F);
                ++checked;
            }
        }
    }
    CHECK(checked > 100);
}

TEST_CASE("Attention agrees with float64 at every stage", "[golden]") {
    check_cases(true, kDivided);
}

TEST_CASE("Attention without the division agrees with float64 at every stage", "[golden]") {
    check_cases(false, kNotDivided);
}
