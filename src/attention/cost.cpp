#include "attention/cost.hpp"

namespace attnlab {

std::vector<std::size_t> doubling_lengths(std::size_t largest) {
    std::vector<std::size_t> lengths;
    for (std::size_t n = kShortestLength; n <= largest; n *= 2) lengths.push_back(n);
    return lengths;
}

HeadCost head_cost(std::size_t n, std::size_t d_k) {
    const std::size_t entries = n * n;
    return {n, entries, n * (n + 1) / 2, entries * d_k, entries * d_k, entries * sizeof(float)};
}

double LayerCost::attention_share() const {
    return static_cast<double>(attention) / static_cast<double>(attention + linear);
}

double LayerTiming::attention_share() const {
    const double both = attention_cpu_ms + rest_cpu_ms;
    return both > 0.0 ? attention_cpu_ms / both : 0.0;
}

LayerCost layer_cost(std::size_t n, const LayerSizes& sizes) {
    const std::size_t C = sizes.n_embd;
    const std::size_t F = sizes.n_inner;
    return {n, n * (4 * C * C + 2 * C * F), 2 * n * n * C};
}

std::size_t length_of_equal_cost(const LayerSizes& sizes) {
    return 2 * sizes.n_embd + sizes.n_inner;
}

}  // namespace attnlab
