#include "base/random.hpp"

#include <cmath>

namespace attnlab {

std::uint64_t Random::bits() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
}

double Random::uniform() { return static_cast<double>(bits() >> 11U) * 0x1.0p-53; }

double Random::normal() {
    constexpr double kRatio = 1.7155277699214135;  // 2 sqrt(2 / e): the width of the region
    while (true) {
        const double u = uniform();
        const double v = 1.0 - uniform();  // never 0
        const double z = kRatio * (u - 0.5) / v;
        if (z * z <= -4.0 * std::log(v)) return z;
    }
}

void Random::fill_normal(std::span<float> values) {
    for (float& value : values) value = static_cast<float>(normal());
}

}  // namespace attnlab
