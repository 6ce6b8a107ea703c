#include "attention/entropy.hpp"

#include <cmath>
#include <vector>

#include "base/random.hpp"
#include "math/rows.hpp"
#include "support/catch.hpp"

using attnlab::entropy_bits;
using attnlab::largest_weight;
using attnlab::softmax_jacobian_norm;

namespace {

using Row = std::vector<float>;

/// The norm from the matrix itself, entry by entry.
double explicit_norm(const Row& p) {
    double squares = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        for (std::size_t j = 0; j < p.size(); ++j) {
            const double entry = static_cast<double>(i == j ? p[i] : 0.0F) -
                                 static_cast<double>(p[i]) * static_cast<double>(p[j]);
            squares += entry * entry;
        }
    }
    return std::sqrt(squares);
}

}  // namespace

TEST_CASE("Entropy is log2 n for equal weights and 0 for a single key") {
    CHECK(entropy_bits(Row(64, 1.0F / 64)) == 6.0);
    CHECK(entropy_bits(Row{0.5F, 0.5F}) == 1.0);
    CHECK(entropy_bits(Row{0.5F, 0.25F, 0.25F}) == 1.5);
    CHECK(entropy_bits(Row{1.0F}) == 0.0);
    CHECK_FALSE(std::signbit(entropy_bits(Row{1.0F})));
}

TEST_CASE("A weight of 0 adds nothing to the entropy") {
    CHECK(entropy_bits(Row{0.0F, 1.0F, 0.0F}) == 0.0);
    CHECK(entropy_bits(Row{0.5F, 0.0F, 0.5F}) == 1.0);
}

TEST_CASE("The largest weight of a row is found wherever it stands") {
    CHECK(largest_weight(Row{0.5F, 0.25F, 0.25F}) == 0.5);
    CHECK(largest_weight(Row{0.25F, 0.25F, 0.5F}) == 0.5);
    CHECK(largest_weight(Row{}) == 0.0);
}

TEST_CASE("The norm of the Jacobian has its known values") {
    CHECK(softmax_jacobian_norm(Row{0.0F, 1.0F, 0.0F}) == 0.0);
    CHECK(softmax_jacobian_norm(Row{0.5F, 0.5F}) == 0.5);
    CHECK(std::fabs(softmax_jacobian_norm(Row(64, 1.0F / 64)) - std::sqrt(63.0) / 64) < 1e-12);
}

TEST_CASE("The closed form of the Jacobian norm is that of the matrix") {
    attnlab::Random random(3);
    for (const float spread : {0.1F, 1.0F, 8.0F, 32.0F}) {
        Row p(40);
        random.fill_normal(p);
        for (float& score : p) score *= spread;
        attnlab::softmax(p);
        INFO("spread " << spread);
        CHECK(std::fabs(softmax_jacobian_norm(p) - explicit_norm(p)) < 1e-7);
    }
}
