#include "attention/lookup.hpp"

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "attention/toy.hpp"
#include "support/catch.hpp"

using attnlab::LookupResult;
using attnlab::Matrix;
using attnlab::random_input;
using attnlab::run_toy;
using attnlab::SoftLookup;
using attnlab::ToyInput;
using attnlab::ToyOptions;
using attnlab::ToyResult;
using attnlab::written_input;

namespace {

using Indices = std::vector<std::size_t>;

ToyResult looked_up(const ToyInput& input, bool causal = false) {
    ToyOptions options;
    options.lookup = true;
    options.causal = causal;
    return run_toy(input, options);
}

/// n tokens with vectors of one component, all the same.
ToyInput constant_input(std::size_t n, float value) {
    ToyInput input = random_input(n, 1, 1);
    for (float& q : input.Q.values()) q = value;
    for (float& k : input.K.values()) k = value;
    return input;
}

}  // namespace

TEST_CASE("Hard lookup finds the one equal key and nothing for a query that equals none") {
    const LookupResult lookup = *looked_up(written_input()).lookup;
    CHECK(lookup.query == 1);  // `trophy`: a single best key, but not all of the weight
    CHECK(lookup.keys == Indices{0, 1, 2, 3});
    CHECK(lookup.winners == Indices{2});
    CHECK(lookup.matches_of_key == Indices{2});
    CHECK(lookup.matches_of_query.empty());
}

TEST_CASE("The first soft lookup is attention itself") {
    const ToyResult result = looked_up(written_input());
    const SoftLookup& first = result.lookup->steps.front();
    CHECK(first.factor == 1.0);
    for (std::size_t j = 0; j < 4; ++j) {
        CHECK(first.weights[j] == result.attention.weights(result.lookup->query, j));
        CHECK(first.mixture[j] == result.attention.output(result.lookup->query, j));
    }
}

TEST_CASE("Soft lookup becomes hard lookup as the scores double") {
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
        const ToyResult result = looked_up(random_input(6, 8, seed));
        const LookupResult& lookup = *result.lookup;
        INFO("seed " << seed);
        REQUIRE(lookup.winners.size() == 1);
        const std::size_t winner = lookup.winners.front();
        double factor = 1.0;
        float before = 0.0F;
        for (const SoftLookup& step : lookup.steps) {
            CHECK(step.factor == factor);
            factor *= 2.0;
            CHECK(step.weights[winner] >= before);
            before = step.weights[winner];
            const double sum = std::accumulate(step.weights.begin(), step.weights.end(), 0.0);
            CHECK(std::fabs(sum - 1.0) < 1e-6);
        }
        REQUIRE(lookup.is_hard);
        CHECK(before > 0.999F);
        for (std::size_t d = 0; d < 8; ++d) {
            CHECK(std::fabs(lookup.steps.back().mixture[d] - result.input.V(winner, d)) < 0.01F);
        }
    }
}

TEST_CASE("Keys that tie share the weight however large the scores are") {
    const LookupResult lookup = *looked_up(constant_input(2, 3.0F)).lookup;
    CHECK(lookup.winners == Indices{0, 1});
    CHECK(lookup.matches_of_key == Indices{0, 1});
    CHECK(lookup.matches_of_query == Indices{0, 1});
    CHECK(lookup.is_hard);
    CHECK(lookup.steps.back().weights == std::vector<float>{0.5F, 0.5F});
}

TEST_CASE("Only keys that the mask leaves open are looked up") {
    const ToyResult result = looked_up(random_input(5, 3, 7), true);
    const LookupResult& lookup = *result.lookup;
    CHECK(lookup.keys.size() == lookup.query + 1);
    CHECK(lookup.keys.back() == lookup.query);
    for (std::size_t s = 0; s < lookup.keys.size(); ++s) {
        // Another number of keys may be summed in another order: the last bit is free.
        CHECK(std::fabs(lookup.steps.front().weights[s] -
                        result.attention.weights(lookup.query, lookup.keys[s])) < 1e-6F);
    }
}

TEST_CASE("Scores near the largest float are not multiplied beyond it") {
    ToyInput input = constant_input(2, 1.0F);
    input.Q(0, 0) = 1e38F;
    input.Q(1, 0) = 1e38F;
    input.K(1, 0) = 0.99999994F;
    const LookupResult lookup = *looked_up(input).lookup;
    for (const SoftLookup& step : lookup.steps) {
        for (const float score : step.scores) CHECK(std::isfinite(score));
    }
}

TEST_CASE("Two scores that are too near for the largest factor are said not to be hard") {
    ToyInput input = constant_input(2, 1.0F);
    input.K(1, 0) = 0.99999994F;  // the float below 1
    const LookupResult lookup = *looked_up(input).lookup;
    CHECK_FALSE(lookup.is_hard);
    CHECK(lookup.steps.back().factor == 4096.0);
}
