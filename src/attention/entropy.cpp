#include "attention/entropy.hpp"

#include <algorithm>
#include <cmath>

namespace attnlab {

double entropy_bits(std::span<const float> weights) {
    double bits = 0.0;
    for (const float weight : weights) {
        const double p = static_cast<double>(weight);
        if (p > 0.0) bits -= p * std::log2(p);
    }
    return bits;
}

double largest_weight(std::span<const float> weights) {
    return weights.empty() ? 0.0 : static_cast<double>(*std::ranges::max_element(weights));
}

double softmax_jacobian_norm(std::span<const float> weights) {
    double squares = 0.0;
    double cubes = 0.0;
    for (const float weight : weights) {
        const double p = static_cast<double>(weight);
        squares += p * p;
        cubes += p * p * p;
    }
    return std::sqrt(std::max(squares - 2.0 * cubes + squares * squares, 0.0));
}

}  // namespace attnlab
