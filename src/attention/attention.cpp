#include "attention/attention.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "math/matmul.hpp"
#include "math/rows.hpp"

namespace attnlab {
namespace {

void require_shape(std::string_view name, MatrixView matrix, std::size_t rows,
                   std::size_t columns) {
    if (matrix.rows == rows && matrix.columns == columns) return;
    throw InputError(fmt::format("attention: {} is [{}, {}], expected [{}, {}]", name, matrix.rows,
                                 matrix.columns, rows, columns));
}

void require_finite(std::string_view name, MatrixView matrix, std::string_view why = "") {
    for (std::size_t i = 0; i < matrix.rows; ++i) {
        const std::span<const float> row = matrix.row(i);
        const auto bad = std::find_if_not(row.begin(), row.end(),
                                          [](float value) { return std::isfinite(value); });
        if (bad == row.end()) continue;
        throw InputError(fmt::format("attention: {} has {} in row {}, column {}{}", name, *bad, i,
                                     bad - row.begin(), why));
    }
}

void require_valid(MatrixView Q, MatrixView K, MatrixView V, const AttentionOptions& options) {
    if (Q.rows == 0 || Q.columns == 0) {
        throw InputError(
            fmt::format("attention: Q is [{}, {}], expected at least one row and one "
                        "column",
                        Q.rows, Q.columns));
    }
    if (K.rows == 0) throw InputError("attention: K has no row, expected at least one key");
    require_shape("K", K, K.rows, Q.columns);
    require_shape("V", V, K.rows, V.columns);
    if (options.mask == Mask::kCausal) require_shape("K under a causal mask", K, Q.rows, Q.columns);
    if (options.mask == Mask::kGiven) require_shape("the mask", options.visible, Q.rows, K.rows);
    require_finite("Q", Q);
    require_finite("K", K);
    require_finite("V", V);
}

/// softmax over the keys that a row of the mask leaves open; the others get exactly 0.
void softmax_where(std::span<const float> visible, std::span<float> row, std::size_t row_index) {
    std::vector<float> open;
    for (std::size_t j = 0; j < row.size(); ++j) {
        if (visible[j] != 0.0F) open.push_back(row[j]);
    }
    if (open.empty()) {
        throw InputError(fmt::format(
            "attention: the mask hides every key from row {}, expected at least one to look at",
            row_index));
    }
    softmax(open);
    auto next = open.begin();
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = visible[j] != 0.0F ? *next++ : 0.0F;
}

/// Scores to weights: [T, S] -> [T, S], each row a distribution over the keys it may look at.
Matrix softmax_rows(const Matrix& scores, const AttentionOptions& options) {
    Matrix weights = scores;
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        const std::span<float> row = weights.row(i);
        switch (options.mask) {
            case Mask::kNone:
                softmax(row);
                break;
            case Mask::kCausal:
                softmax(row.first(i + 1));
                std::fill(row.begin() + static_cast<std::ptrdiff_t>(i) + 1, row.end(), 0.0F);
                break;
            case Mask::kGiven:
                softmax_where(options.visible.row(i), row, i);
                break;
        }
    }
    return weights;
}

}  // namespace

AttentionResult attention(MatrixView Q, MatrixView K, MatrixView V,
                          const AttentionOptions& options) {
    require_valid(Q, K, V, options);
    const float d_k = static_cast<float>(Q.columns);

    // 1) every query against every key: [T, D] x [D, S] -> [T, S]
    Matrix scores = matmul(Q, transpose(K));

    // 2) keep the scale of the scores, so that the softmax does not saturate
    const float scale = options.scale.value_or(1.0F / std::sqrt(d_k));
    for (float& score : scores.values()) score *= scale;
    require_finite("Q K^T", scores, ": the dot product overflows");

    // 3) each row becomes a distribution that sums to 1
    Matrix weights = softmax_rows(scores, options);

    // 4) the weighted average of the values: [T, S] x [S, Dv] -> [T, Dv]
    Matrix output = matmul(weights, V);
    return {std::move(scores), std::move(weights), std::move(output)};
}

}  // namespace attnlab
