// The softmax over a vocabulary, on logits made by hand.

#include "capture/next_distribution.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;
using Ids = std::vector<TokenId>;
using Logits = std::vector<float>;

TEST_CASE("Probabilities are those of the softmax and sum to 1", "[capture]") {
    const Logits logits = {1.0F, -2.5F, 0.0F, 3.25F};
    const NextDistribution next(logits);
    double sum = 0.0;
    for (const float logit : logits) sum += std::exp(static_cast<double>(logit));
    double together = 0.0;
    for (TokenId id = 0; id < 4; ++id) {
        const double exact = std::exp(static_cast<double>(logits[static_cast<std::size_t>(id)]));
        CHECK(next.probability(id) == Approx(exact / sum).epsilon(1e-14));
        CHECK(next.log_probability(id) == Approx(std::log(exact / sum)).epsilon(1e-14));
        together += next.probability(id);
    }
    CHECK(together == Approx(1.0).epsilon(1e-14));
}

TEST_CASE("Logits far apart and far from 0 overflow nothing", "[capture]") {
    const Logits far = {3e38F, -3e38F, 3e38F};
    CHECK(NextDistribution(far).probability(0) == 0.5);
    CHECK(NextDistribution(far).probability(1) == 0.0);
    CHECK(std::isfinite(NextDistribution(far).log_probability(1)));
    const Logits equal(1000, -1e30F);
    CHECK(NextDistribution(equal).probability(999) == Approx(0.001).epsilon(1e-12));
    const Logits one = {7.0F};
    CHECK(NextDistribution(one).probability(0) == 1.0);
}

TEST_CASE("The most probable come first and of equals the lowest id", "[capture]") {
    const Logits logits = {2.0F, 5.0F, 2.0F, -1.0F, 5.0F, 2.0F};
    const NextDistribution next(logits);
    CHECK(next.most_probable(1) == Ids{1});
    CHECK(next.most_probable(3) == Ids{1, 4, 0});
    CHECK(next.most_probable(6) == Ids{1, 4, 0, 2, 5, 3});
    CHECK(next.most_probable(100) == Ids{1, 4, 0, 2, 5, 3});
    CHECK(next.most_probable(0).empty());
    const Logits zeros = {-0.0F, 0.0F, -0.0F};  // equal numbers, whatever their bits
    CHECK(NextDistribution(zeros).most_probable(3) == Ids{0, 1, 2});
}

TEST_CASE("Logits of which one is not finite are refused", "[capture]") {
    for (const float bad :
         {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
          std::numeric_limits<float>::quiet_NaN()}) {
        const Logits logits = {0.0F, bad};
        expect_error<InputError>([&] { NextDistribution next(logits); }, {"not finite"});
    }
}
