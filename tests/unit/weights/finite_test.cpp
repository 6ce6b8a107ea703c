#include "weights/finite.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("Only NaN and infinity are not finite", "[weights]") {
    // Every exponent with both signs and the fractions at its edges.
    for (std::uint32_t exponent = 0; exponent < 256; ++exponent) {
        for (const std::uint32_t fraction : {0U, 1U, 0x400000U, 0x7FFFFFU}) {
            for (const std::uint32_t sign : {0U, 1U}) {
                const float value =
                    std::bit_cast<float>((sign << 31U) | (exponent << 23U) | fraction);
                const std::array<float, 3> values = {1.0F, value, 2.0F};
                INFO(value);
                CHECK(first_not_finite(values).has_value() == !std::isfinite(value));
            }
        }
    }
    CHECK_FALSE(first_not_finite({}).has_value());
}

TEST_CASE("The first value that is not finite is found wherever it stands", "[weights]") {
    std::vector<float> values(10000, std::numeric_limits<float>::max());
    for (const std::size_t index : {9999U, 8192U, 8191U, 4096U, 4095U, 17U, 1U, 0U}) {
        values[index] = index % 2 == 0 ? -kInfinity : kNan;
        CHECK(first_not_finite(values) == index);
    }
}

TEST_CASE("A value that is not finite is named by tensor and index", "[weights]") {
    Matrix good(3, 5);
    Matrix bias(1, 4);
    Matrix weight(700, 600);  // more than one chunk
    bias(0, 2) = kNan;
    weight(699, 598) = -kInfinity;
    const auto check = [&](std::vector<NamedMatrix> matrices, std::size_t threads) {
        check_finite(matrices, "model.safetensors", threads);
    };
    for (const std::size_t threads : {std::size_t{1}, std::size_t{2}, std::size_t{7}}) {
        CHECK_NOTHROW(check({{"good", good}}, threads));
        CHECK_NOTHROW(check({}, threads));
        expect_error<InputError>(
            [&] {
                check({{"good", good}, {"bias", bias}}, threads);
            },
            {"model.safetensors", "'bias'", "NaN at [2]"});
        expect_error<InputError>(
            [&] {
                check({{"good", good}, {"weight", weight}}, threads);
            },
            {"'weight'", "infinite at [699, 598]"});
        // Of several, the first in order, on any number of threads.
        expect_error<InputError>(
            [&] {
                check({{"weight", weight}, {"bias", bias}}, threads);
            },
            {"'weight'"});
    }
}
