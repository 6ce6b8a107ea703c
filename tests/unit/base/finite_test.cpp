#include "base/finite.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "support/catch.hpp"

using namespace attnlab;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("Only NaN and infinity are not finite", "[base]") {
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

TEST_CASE("The first value that is not finite is found wherever it stands", "[base]") {
    std::vector<float> values(10000, std::numeric_limits<float>::max());
    for (const std::size_t index : {9999U, 8192U, 8191U, 4096U, 4095U, 17U, 1U, 0U}) {
        values[index] = index % 2 == 0 ? -kInfinity : kNan;
        CHECK(first_not_finite(values) == index);
    }
}
