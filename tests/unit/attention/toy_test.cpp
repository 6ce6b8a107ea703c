#include "attention/toy.hpp"

#include <cmath>
#include <cstdint>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"

using attnlab::Mask;
using attnlab::Matrix;
using attnlab::random_input;
using attnlab::run_toy;
using attnlab::ToyInput;
using attnlab::ToyOptions;
using attnlab::ToyResult;
using attnlab::written_input;

namespace {

constexpr std::size_t kTrophy = 1;
constexpr std::size_t kIt = 3;

bool near(double got, double wanted, double bound = 1e-6) {
    return std::fabs(got - wanted) < bound;
}

double at(const Matrix& matrix, std::size_t i, std::size_t j) {
    return static_cast<double>(matrix(i, j));
}

}  // namespace

TEST_CASE("The written example can be followed by hand") {
    const ToyResult result = run_toy(written_input(), {});
    CHECK(result.scale == 0.5F);
    CHECK(result.dot_products(kIt, kTrophy) == 8.0F);
    CHECK(result.dot_products(kTrophy, kIt) == 0.0F);
    CHECK(result.attention.scores(kIt, kTrophy) == 4.0F);
    // The row of `it` has the scores 0, 4, 1, 0.
    const double sum = std::exp(4.0) + std::exp(1.0) + 2.0;
    CHECK(near(at(result.attention.weights, kIt, kTrophy), std::exp(4.0) / sum));
    CHECK(near(at(result.attention.output, kIt, 0), 8.0 * std::exp(4.0) / sum, 1e-5));
    // The row of `the` has equal scores: its output is the plain average of the values.
    CHECK(near(at(result.attention.weights, 0, 2), 0.25));
    CHECK(near(at(result.attention.output, 0, 0), 2.0));
}

TEST_CASE("The pronoun looks hard at the noun and the noun does not look back") {
    const ToyResult result = run_toy(written_input(), {});
    REQUIRE(result.glance.has_value());
    CHECK(result.glance->looker == kIt);
    CHECK(result.glance->looked_at == kTrophy);
    CHECK(result.glance->there > 0.9);
    CHECK(result.glance->back < 0.05);
}

TEST_CASE("Printed with three digits the written weights add up to 1 exactly") {
    const ToyResult result = run_toy(written_input(), {});
    for (std::size_t i = 0; i < 4; ++i) {
        long thousandths = 0;
        for (std::size_t j = 0; j < 4; ++j) {
            thousandths += std::lround(1000.0 * at(result.attention.weights, i, j));
        }
        INFO("row " << i);
        CHECK(thousandths == 1000);
    }
}

TEST_CASE("Each row of A sums to 1 for any input and mask") {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        for (const bool causal : {false, true}) {
            ToyOptions options;
            options.causal = causal;
            options.divide = seed != 2;
            const ToyResult result = run_toy(random_input(33, 17, seed), options);
            REQUIRE(result.row_sums.size() == 33);
            for (const double sum : result.row_sums) CHECK(near(sum, 1.0));
        }
    }
}

TEST_CASE("Without the division the scores are the dot products") {
    ToyOptions options;
    options.divide = false;
    const ToyResult result = run_toy(written_input(), options);
    CHECK(result.scale == 1.0F);
    CHECK(result.attention.scores == result.dot_products);
    const double sum = std::exp(8.0) + std::exp(2.0) + 2.0;
    CHECK(near(at(result.attention.weights, kIt, kTrophy), std::exp(8.0) / sum));
}

TEST_CASE("A causal mask hides later tokens and changes nothing in the last row") {
    ToyOptions options;
    options.causal = true;
    const ToyResult masked = run_toy(written_input(), options);
    const ToyResult open = run_toy(written_input(), {});
    CHECK(masked.mask == Mask::kCausal);
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            CHECK(masked.visible(i, j) == (j <= i ? 1.0F : 0.0F));
            if (j > i) CHECK(masked.attention.weights(i, j) == 0.0F);
        }
        CHECK(masked.attention.weights(3, i) == open.attention.weights(3, i));
    }
    CHECK_FALSE(masked.glance.has_value());
}

TEST_CASE("A mask of the input's own is obeyed") {
    ToyInput input = written_input();
    input.visible = Matrix(4, 4);
    for (std::size_t i = 0; i < 4; ++i) (*input.visible)(i, i) = 1.0F;
    (*input.visible)(0, 1) = 1.0F;
    (*input.visible)(1, 0) = 1.0F;
    const ToyResult result = run_toy(input, {});
    CHECK(result.mask == Mask::kGiven);
    CHECK(result.attention.weights(kIt, kIt) == 1.0F);
    CHECK(result.attention.weights(kIt, kTrophy) == 0.0F);
    REQUIRE(result.glance.has_value());
    CHECK(result.glance->looker + result.glance->looked_at == 1);  // 0 and 1: the only open pair

    ToyOptions causal;
    causal.causal = true;
    attnlab::testing::expect_error<attnlab::UsageError>([&] { run_toy(input, causal); },
                                                        {"causal", "mask of its own"});
}

TEST_CASE("The worked cell repeats the weight that attention gave") {
    const ToyResult result = run_toy(random_input(5, 3, 9), {});
    REQUIRE(result.worked.has_value());
    CHECK(near(result.worked->power / result.worked->sum_of_powers,
               at(result.attention.weights, result.worked->query, result.worked->key)));
}

TEST_CASE("Scores that nobody can read as powers of e are not worked out") {
    ToyInput input = written_input();
    for (float& value : input.Q.values()) value *= 100.0F;
    CHECK_FALSE(run_toy(input, {}).worked.has_value());
}

TEST_CASE("One token looks at itself") {
    const ToyResult result = run_toy(random_input(1, 1, 5), {});
    CHECK(result.attention.weights(0, 0) == 1.0F);
    CHECK(result.attention.output(0, 0) == result.input.V(0, 0));
    CHECK_FALSE(result.glance.has_value());
}

TEST_CASE("The two demonstrations are there only when asked for") {
    const ToyResult plain = run_toy(written_input(), {});
    CHECK_FALSE(plain.lookup.has_value());
    CHECK_FALSE(plain.tied.has_value());
    ToyOptions options;
    options.lookup = true;
    options.tie_qk = true;
    const ToyResult both = run_toy(written_input(), options);
    CHECK(both.lookup.has_value());
    CHECK(both.tied.has_value());
    CHECK(both.attention.weights == plain.attention.weights);
}
