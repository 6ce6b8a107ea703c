#include "attention/attention.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/finite.hpp"
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

void require_finite(std::string_view name, MatrixView matrix, std::size_t first_row = 0,
                    std::string_view why = "") {
    for (std::size_t i = 0; i < matrix.rows; ++i) {
        const std::span<const float> row = matrix.row(i);
        const std::optional<std::size_t> bad = first_not_finite(row);
        if (!bad) continue;
        throw InputError(fmt::format("attention: {} has {} in row {}, column {}{}", name,
                                     name_of_not_finite(row[*bad]), first_row + i, *bad, why));
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

/// One row of scores to weights, in place: [S], a distribution over the keys it may look at.
void softmax_row(std::span<float> row, std::size_t query, const AttentionOptions& options) {
    switch (options.mask) {
        case Mask::kNone:
            softmax(row);
            break;
        case Mask::kCausal:
            softmax(row.first(query + 1));
            std::ranges::fill(row.subspan(query + 1), 0.0F);
            break;
        case Mask::kGiven:
            softmax_where(options.visible.row(query), row, query);
            break;
    }
}

}  // namespace

void attention(MatrixView Q, MatrixView K, MatrixView V, const AttentionOptions& options,
               AttentionResult& result) {
    require_valid(Q, K, V, options);
    const std::size_t T = Q.rows;
    const std::size_t S = K.rows;
    const std::size_t D = Q.columns;
    const float factor = options.scale.value_or(1.0F / std::sqrt(static_cast<float>(D)));
    const Matrix transposed_keys = transpose(K);
    const bool keeps_scores = options.keep_scores != KeepScores::kNone;
    result.scores.reshape(keeps_scores ? T : 0, S);
    result.weights.reshape(T, S);
    result.output.reshape(T, V.columns);

    // Some queries at a time, whose scores stay in the cache until they are done with.
    constexpr std::size_t kMostQueries = 64;
    for (std::size_t first = 0; first < T; first += kMostQueries) {
        const std::size_t n = std::min(kMostQueries, T - first);
        const MutableMatrixView weights = result.weights.view().block(first, n, 0, S);
        const MutableMatrixView scores =
            keeps_scores ? result.scores.view().block(first, n, 0, S) : weights;
        const MutableMatrixView output = result.output.view().block(first, n, 0, V.columns);

        // Under a causal mask the keys after the last of these queries are closed to them all.
        const bool is_causal = options.mask == Mask::kCausal;
        const std::size_t n_open = is_causal ? first + n : S;
        const bool scores_closed = options.keep_scores == KeepScores::kAll;
        const std::size_t n_scored = scores_closed ? S : n_open;

        // 1) every query against every key: [n, D] x [D, S] -> [n, S]
        matmul(Q.block(first, n, 0, D), transposed_keys.view().block(0, D, 0, n_scored), {},
               scores.block(0, n, 0, n_scored));

        // 2) keep the scale of the scores, so that the softmax does not saturate
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t n_keys = is_causal && !scores_closed ? first + i + 1 : S;
            if (keeps_scores) std::ranges::fill(scores.row(i).subspan(n_keys), 0.0F);
            if (scale(scores.row(i).first(n_keys), factor)) continue;
            require_finite("Q K^T", scores.block(i, 1, 0, n_keys), first + i,
                           ": the dot product overflows");
        }

        // 3) each row becomes a distribution that sums to 1
        for (std::size_t i = 0; i < n; ++i) {
            if (keeps_scores) std::ranges::copy(scores.row(i), weights.row(i).begin());
            softmax_row(weights.row(i), first + i, options);
        }

        // 4) the weighted average of the values: [n, S] x [S, Dv] -> [n, Dv]
        matmul(weights.block(0, n, 0, n_open), V.block(0, n_open, 0, V.columns), {}, output);
        require_finite("the output", output, first, ": the average of the values overflows");
    }
}

AttentionResult attention(MatrixView Q, MatrixView K, MatrixView V,
                          const AttentionOptions& options) {
    AttentionResult result;
    attention(Q, K, V, options, result);
    return result;
}

}  // namespace attnlab
