#include "analysis/transform.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace attnlab {

UseHead mean_over_heads(std::size_t n_heads,
                        std::function<void(std::size_t layer, MatrixView mean)> use) {
    return [n_heads, use = std::move(use), n = std::size_t{0},
            sums = std::vector<double>()](const HeadView& head) mutable {
        const std::size_t T = head.weights.columns;
        sums.resize(head.weights.rows * T);
        for (std::size_t i = 0; i < head.weights.rows; ++i) {
            const std::span<const float> row = head.weights.row(i);
            for (std::size_t j = 0; j < T; ++j) sums[i * T + j] += static_cast<double>(row[j]);
        }
        if (++n % n_heads != 0) return;
        Matrix mean(head.weights.rows, T);
        for (std::size_t i = 0; i < sums.size(); ++i) {
            mean.values()[i] = static_cast<float>(sums[i] / static_cast<double>(n_heads));
        }
        std::ranges::fill(sums, 0.0);
        use(head.layer, mean);
    };
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
