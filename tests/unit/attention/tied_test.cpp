#include "attention/tied.hpp"

#include <cmath>
#include <cstdint>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"

using attnlab::Asymmetry;
using attnlab::asymmetry_of;
using attnlab::Matrix;
using attnlab::random_input;
using attnlab::run_tied;
using attnlab::TiedResult;
using attnlab::ToyInput;
using attnlab::written_input;

TEST_CASE("With one projection scores are symmetric to the bit and with two they are not") {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        const TiedResult result = run_tied(random_input(20, 37, seed));
        CHECK(result.tied.largest == 0.0);
        CHECK(result.free.largest > 1.0);
        for (std::size_t i = 0; i < 20; ++i) {
            for (std::size_t j = 0; j < 20; ++j) {
                CHECK(result.tied_scores(i, j) == result.tied_scores(j, i));
            }
        }
    }
}

TEST_CASE("The written example is asymmetric by 8 between the pronoun and the noun") {
    const TiedResult result = run_tied(written_input());
    CHECK(result.free.largest == 8.0);
    CHECK(result.free.row == 3);
    CHECK(result.free.column == 1);
    CHECK(result.tied_scores(3, 1) == 7.0F);
    CHECK(result.tied_scores(1, 3) == 7.0F);
}

TEST_CASE("Asymmetry is the largest difference between a matrix and its transpose") {
    Matrix S(3, 3);
    S(0, 1) = -2.0F;
    S(1, 0) = 1.0F;
    S(2, 0) = 2.5F;
    const Asymmetry found = asymmetry_of(S);
    CHECK(found.largest == 3.0);
    CHECK(found.row == 1);
    CHECK(found.column == 0);
    CHECK(asymmetry_of(Matrix(1, 1)).largest == 0.0);
}

TEST_CASE("An asymmetry larger than any float is measured all the same") {
    Matrix S(2, 2);
    S(0, 1) = 3e38F;
    S(1, 0) = -3e38F;
    CHECK(asymmetry_of(S).largest > 5e38);
}

TEST_CASE("Queries whose own dot products overflow are refused") {
    ToyInput input = written_input();
    input.Q(3, 0) = 1e30F;
    attnlab::testing::expect_error<attnlab::InputError>([&] { run_tied(input); },
                                                        {"queries as keys", "row 3", "column 3"});
}
