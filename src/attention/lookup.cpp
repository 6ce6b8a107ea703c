#include "attention/lookup.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "attention/entropy.hpp"

namespace attnlab {
namespace {

constexpr double kLargestFactor = 4096.0;
constexpr double kHard = 0.9995;

std::vector<std::size_t> open_keys(MatrixView visible, std::size_t query) {
    std::vector<std::size_t> keys;
    for (std::size_t j = 0; j < visible.columns; ++j) {
        if (visible(query, j) != 0.0F) keys.push_back(j);
    }
    return keys;
}

/// The keys with the largest score of a row.
std::vector<std::size_t> best_keys(MatrixView scores, MatrixView visible, std::size_t query) {
    std::vector<std::size_t> best;
    for (const std::size_t key : open_keys(visible, query)) {
        if (!best.empty() && scores(query, key) < scores(query, best.front())) continue;
        if (!best.empty() && scores(query, key) > scores(query, best.front())) best.clear();
        best.push_back(key);
    }
    return best;
}

std::size_t telling_query(const AttentionResult& attended, MatrixView visible) {
    std::size_t chosen = attended.weights.rows() - 1;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < attended.weights.rows(); ++i) {
        if (best_keys(attended.scores, visible, i).size() > 1) continue;
        const double distance = std::fabs(largest_weight(attended.weights.row(i)) - 0.5);
        if (distance < nearest) {
            nearest = distance;
            chosen = i;
        }
    }
    return chosen;
}

/// What a database does: the keys that equal what is asked for, number by number.
std::vector<std::size_t> equal_keys(const Matrix& K, const std::vector<std::size_t>& keys,
                                    std::span<const float> asked) {
    std::vector<std::size_t> matches;
    for (const std::size_t key : keys) {
        if (std::ranges::equal(K.row(key), asked)) matches.push_back(key);
    }
    return matches;
}

Matrix chosen_rows(const Matrix& matrix, const std::vector<std::size_t>& rows) {
    Matrix chosen(rows.size(), matrix.columns());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::ranges::copy(matrix.row(rows[i]), chosen.row(i).begin());
    }
    return chosen;
}

std::vector<float> only_row(const Matrix& matrix) {
    return {matrix.values().begin(), matrix.values().end()};
}

double weight_of(const SoftLookup& soft, const std::vector<std::size_t>& keys,
                 const std::vector<std::size_t>& wanted) {
    double sum = 0.0;
    for (std::size_t s = 0; s < keys.size(); ++s) {
        if (std::ranges::find(wanted, keys[s]) != wanted.end()) {
            sum += static_cast<double>(soft.weights[s]);
        }
    }
    return sum;
}

/// Whether every score may be multiplied by the factor and stay a float, with a factor 2 to spare.
bool fits(const SoftLookup& first, double factor) {
    constexpr double kLimit = static_cast<double>(std::numeric_limits<float>::max()) / 2.0;
    return std::ranges::all_of(first.scores, [&](float score) {
        return std::fabs(static_cast<double>(score)) * factor <= kLimit;
    });
}

}  // namespace

LookupResult run_lookup(const ToyInput& input, const AttentionResult& attended, MatrixView visible,
                        float scale) {
    LookupResult result;
    result.query = telling_query(attended, visible);
    result.keys = open_keys(visible, result.query);
    result.winners = best_keys(attended.scores, visible, result.query);
    result.matches_of_key = equal_keys(input.K, result.keys, input.K.row(result.winners.front()));
    result.matches_of_query = equal_keys(input.K, result.keys, input.Q.row(result.query));

    const MatrixView q = input.Q.view().block(result.query, 1, 0, input.d_k());
    const Matrix K = chosen_rows(input.K, result.keys);
    const Matrix V = chosen_rows(input.V, result.keys);
    for (double factor = 1.0; factor <= kLargestFactor && !result.is_hard; factor *= 2.0) {
        if (factor > 1.0 && !fits(result.steps.front(), factor)) break;
        AttentionOptions options;
        options.scale = scale * static_cast<float>(factor);
        const AttentionResult soft = attention(q, K, V, options);
        result.steps.push_back(
            {factor, only_row(soft.scores), only_row(soft.weights), only_row(soft.output)});
        result.is_hard = weight_of(result.steps.back(), result.keys, result.winners) >= kHard;
    }
    return result;
}

}  // namespace attnlab
