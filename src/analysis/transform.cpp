#include "analysis/transform.hpp"

#include "base/error.hpp"

namespace attnlab {

std::vector<Matrix> mean_over_heads(const AttentionMaps& maps) {
    std::vector<Matrix> means;
    for (std::size_t layer = 0; layer < maps.layers.size(); ++layer) {
        const Matrix& first = maps.map(layer, 0).weights;
        std::vector<double> sums(first.values().size());
        for (std::size_t head = 0; head < maps.heads.size(); ++head) {
            const std::span<const float> weights = maps.map(layer, head).weights.values();
            for (std::size_t i = 0; i < sums.size(); ++i) {
                sums[i] += static_cast<double>(weights[i]);
            }
        }
        Matrix mean(first.rows(), first.columns());
        for (std::size_t i = 0; i < sums.size(); ++i) {
            mean.values()[i] = static_cast<float>(sums[i] / static_cast<double>(maps.heads.size()));
        }
        means.push_back(std::move(mean));
    }
    return means;
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
