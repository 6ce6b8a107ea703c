#include "analysis/transform.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "base/error.hpp"

namespace attnlab {

void mean_over_heads(const MapStream& maps,
                     const std::function<void(std::size_t layer, MatrixView mean)>& use) {
    const std::size_t T = maps.input.tokens.size();
    std::vector<double> sums(T * T);
    std::size_t n = 0;
    maps.show([&](const HeadMapView& map) {
        for (std::size_t i = 0; i < T; ++i) {
            const std::span<const float> row = map.weights.row(i);
            for (std::size_t j = 0; j < T; ++j) sums[i * T + j] += static_cast<double>(row[j]);
        }
        if (++n % maps.heads.size() != 0) return;
        Matrix mean(T, T);
        for (std::size_t i = 0; i < sums.size(); ++i) {
            mean.values()[i] = static_cast<float>(sums[i] / static_cast<double>(maps.heads.size()));
        }
        std::ranges::fill(sums, 0.0);
        use(map.layer, mean);
    });
}

Matrix without_first_token(MatrixView weights) {
    if (weights.rows < 2) {
        throw UsageError(
            "--drop-first leaves nothing of a text of one token, expected two or more");
    }
    const std::size_t n = weights.rows - 1;
    Matrix rest(weights.block(1, n, 1, n));
    for (std::size_t i = 0; i < n; ++i) {
        double sum = 0.0;
        for (const float weight : rest.row(i)) sum += static_cast<double>(weight);
        if (sum == 0.0) continue;
        for (float& weight : rest.row(i)) {
            weight = static_cast<float>(static_cast<double>(weight) / sum);
        }
    }
    return rest;
}

}  // namespace attnlab
