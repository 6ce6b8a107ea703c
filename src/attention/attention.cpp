#include "attention/attention.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/finite.hpp"
#include "math/matmul.hpp"
#include "math/rows.hpp"

namespace attnlab {
namespace {

/// Errors: std::logic_error; whoever calls attention() knows the shapes.
void require_shape(std::string_view name, MatrixView matrix, std::size_t rows,
                   std::size_t columns) {
    if (matrix.rows == rows && matrix.columns == columns) return;
    throw std::logic_error(fmt::format("attention: {} is [{}, {}], expected [{}, {}]", name,
                                       matrix.rows, matrix.columns, rows, columns));
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

void require_shapes(MatrixView Q, const KeysAndValues& kept, const AttentionOptions& options) {
    const std::size_t S = kept.keys.columns;
    if (Q.rows == 0 || Q.columns == 0 || S == 0) {
        throw std::logic_error(fmt::format(
            "attention: Q is [{}, {}] with {} keys, expected at least one row, column and key",
            Q.rows, Q.columns, S));
    }
    require_shape("K transposed", kept.keys, Q.columns, S);
    require_shape("V", kept.values, S, kept.values.columns);
    if (options.mask == Mask::kGiven) require_shape("the mask", options.visible, Q.rows, S);
    if (options.mask == Mask::kCausal && Q.rows > S) {
        throw std::logic_error(fmt::format(
            "attention: {} queries and {} keys, expected no more queries under a causal mask",
            Q.rows, S));
    }
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

/// Some queries, one after another, and their rows of the result. n queries, S keys, D = d_k.
struct QueryBlock {
    std::size_t first;          // the number of the first query
    std::size_t n_open;         // the first keys, of which each is open to one of them at least
    std::size_t n_scored;       // the first keys that are met: those, or all
    MatrixView queries;         // [n, D]
    MutableMatrixView scores;   // [n, S]; the weights themselves where no scores are kept
    MutableMatrixView weights;  // [n, S]
    MutableMatrixView output;   // [n, Dv]

    /// How many keys, from the first on, are open to row i.
    std::size_t open_to(std::size_t i, Mask mask) const {
        return mask == Mask::kCausal ? n_open + 1 - queries.rows + i : n_open;
    }
};

/// Multiplies the scores by the scale. Those that are closed become 0 unless they are kept.
void scale_scores(const QueryBlock& block, const AttentionOptions& options) {
    const auto D = static_cast<float>(block.queries.columns);
    const float factor = options.scale.value_or(1.0F / std::sqrt(D));
    for (std::size_t i = 0; i < block.scores.rows; ++i) {
        const std::span<float> row = block.scores.row(i);
        const std::size_t n =
            options.keep_scores == KeepScores::kAll ? row.size() : block.open_to(i, options.mask);
        std::ranges::fill(row.subspan(n), 0.0F);
        if (scale(row.first(n), factor)) continue;
        require_finite("Q K^T", block.scores.block(i, 1, 0, n), block.first + i,
                       ": the dot product overflows");
    }
}

/// Turns each row of scores into a distribution over the keys that are open to it.
void softmax_rows(const QueryBlock& block, const AttentionOptions& options) {
    for (std::size_t i = 0; i < block.weights.rows; ++i) {
        const std::span<float> row = block.weights.row(i);
        if (block.scores.data != block.weights.data) {
            std::ranges::copy(block.scores.row(i), row.begin());
        }
        if (options.mask == Mask::kGiven) {
            softmax_where(options.visible.row(block.first + i), row, block.first + i);
            continue;
        }
        const std::size_t n = block.open_to(i, options.mask);
        softmax(row.first(n));
        std::ranges::fill(row.subspan(n), 0.0F);
    }
}

MatrixView first_columns(MatrixView m, std::size_t n) { return m.block(0, m.rows, 0, n); }
MatrixView first_rows(MatrixView m, std::size_t n) { return m.block(0, n, 0, m.columns); }

/// softmax(Q K^T / sqrt(d_k)) V for some queries: [n, D] -> [n, Dv].
void attend(const QueryBlock& block, const KeysAndValues& kept, const AttentionOptions& options) {
    // 1) every query against every key: [n, D] x [D, S] -> [n, S]
    matmul(block.queries, first_columns(kept.keys, block.n_scored), {},
           block.scores.block(0, block.scores.rows, 0, block.n_scored));
    // 2) keep the scale of the scores, so that the softmax does not saturate
    scale_scores(block, options);
    // 3) each row becomes a distribution that sums to 1
    softmax_rows(block, options);
    if (options.change_weights) options.change_weights(block.first, block.weights);
    // 4) the weighted average of the values: [n, S] x [S, Dv] -> [n, Dv]
    const std::size_t S = options.change_weights ? kept.values.rows : block.n_open;
    matmul(first_columns(block.weights, S), first_rows(kept.values, S), {}, block.output);
}

}  // namespace

void attention(MatrixView Q, const KeysAndValues& kept, const AttentionOptions& options,
               AttentionResult& result) {
    require_shapes(Q, kept, options);
    const std::size_t T = Q.rows;
    const std::size_t S = kept.keys.columns;
    const bool keeps_scores = options.keep_scores != KeepScores::kNone;
    require_finite("Q", Q);
    result.scores.reshape(keeps_scores ? T : 0, S);
    result.weights.reshape(T, S);
    result.output.reshape(T, kept.values.columns);

    // Some queries at a time, whose scores stay in the cache until they are done with.
    constexpr std::size_t kMostQueries = 64;
    for (std::size_t first = 0; first < T; first += kMostQueries) {
        const std::size_t n = std::min(kMostQueries, T - first);
        // Under a causal mask the keys after the last of these queries are closed to them all.
        const std::size_t n_open = options.mask == Mask::kCausal ? S - T + first + n : S;
        const MutableMatrixView weights = result.weights.view().block(first, n, 0, S);
        const QueryBlock block = {
            .first = first,
            .n_open = n_open,
            .n_scored = options.keep_scores == KeepScores::kAll ? S : n_open,
            .queries = Q.block(first, n, 0, Q.columns),
            .scores = keeps_scores ? result.scores.view().block(first, n, 0, S) : weights,
            .weights = weights,
            .output = result.output.view().block(first, n, 0, kept.values.columns),
        };
        attend(block, kept, options);
        require_finite("the output", block.output, first, ": the average of the values overflows");
    }
}

void attention(MatrixView Q, MatrixView K, MatrixView V, const AttentionOptions& options,
               AttentionResult& result) {
    const Matrix keys = transpose(K);
    require_finite("K", K);
    require_finite("V", V);
    attention(Q, {keys, V}, options, result);
}

AttentionResult attention(MatrixView Q, MatrixView K, MatrixView V,
                          const AttentionOptions& options) {
    AttentionResult result;
    attention(Q, K, V, options, result);
    return result;
}

}  // namespace attnlab
