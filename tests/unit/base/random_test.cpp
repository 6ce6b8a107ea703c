#include "base/random.hpp"

#include <vector>

#include "support/catch.hpp"

using attnlab::Random;

TEST_CASE("The generator is SplitMix64", "[base]") {
    // The first numbers of seed 1234567 in the reference implementation.
    Random random(1234567);
    CHECK(random.bits() == 6457827717110365317U);
    CHECK(random.bits() == 3203168211198807973U);
    CHECK(random.bits() == 9817491932198370423U);
}

TEST_CASE("Uniform numbers stay between 0 and 1", "[base]") {
    Random random(7);
    for (int i = 0; i < 10000; ++i) {
        const double value = random.uniform();
        CHECK((value >= 0.0 && value < 1.0));
    }
}

TEST_CASE("Normal numbers have the moments of a normal distribution", "[base]") {
    constexpr int kCount = 200000;
    Random random(1);
    double sum = 0.0;
    double squares = 0.0;
    double fourth = 0.0;
    for (int i = 0; i < kCount; ++i) {
        const double z = random.normal();
        sum += z;
        squares += z * z;
        fourth += z * z * z * z;
    }
    // Five standard errors: 1/sqrt(n), sqrt(2/n) and sqrt(96/n).
    CHECK(sum / kCount == Approx(0.0).margin(0.0112));
    CHECK(squares / kCount == Approx(1.0).margin(0.0158));
    CHECK(fourth / kCount == Approx(3.0).margin(0.11));
}

TEST_CASE("A seed gives the same numbers on every platform", "[base]") {
    std::vector<float> values(4);
    Random(42).fill_normal(values);
    std::vector<float> again(4);
    Random(42).fill_normal(again);
    CHECK(values == again);
}
