#include "analysis/compare.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace attnlab {
namespace {

/// Two rows over the keys that both texts have, and one more place for all that the other text does
/// not have: [Ta] and [Tb] -> two distributions of [pairs + 1].
struct AlignedRows {
    std::vector<double> a;
    std::vector<double> b;

    AlignedRows(std::span<const float> row_a, std::span<const float> row_b,
                const std::vector<IndexPair>& pairs) {
        double rest_a = std::accumulate(row_a.begin(), row_a.end(), 0.0);
        double rest_b = std::accumulate(row_b.begin(), row_b.end(), 0.0);
        for (const auto& [key_a, key_b] : pairs) {
            a.push_back(static_cast<double>(row_a[key_a]));
            b.push_back(static_cast<double>(row_b[key_b]));
            rest_a -= a.back();
            rest_b -= b.back();
        }
        a.push_back(std::max(rest_a, 0.0));
        b.push_back(std::max(rest_b, 0.0));
    }

    /// At the keys themselves, without the rest.
    double max_difference() const {
        double largest = 0.0;
        for (std::size_t i = 0; i + 1 < a.size(); ++i) {
            largest = std::max(largest, std::abs(a[i] - b[i]));
        }
        return largest;
    }
};

HeadDifference compare_head(const HeadView& a, const HeadView& b, const Comparison& comparison) {
    HeadDifference result{a.layer, a.head, 0.0, 0.0};
    const std::vector<IndexPair>& pairs = comparison.alignment.pairs;
    for (const auto& [row_a, row_b] : pairs) {
        if (row_a < comparison.common_rows) continue;
        const AlignedRows rows(a.weights.row(row_a), b.weights.row(row_b), pairs);
        result.max_difference = std::max(result.max_difference, rows.max_difference());
        result.js_divergence_bits +=
            js_divergence_bits(rows.a, rows.b) / static_cast<double>(comparison.n_rows_compared);
    }
    return result;
}

/// The largest difference in a row that both texts begin with. One text may be longer: what it has
/// beyond the other counts as 0 there.
float largest_difference(std::span<const float> a, std::span<const float> b) {
    float largest = 0.0F;
    for (std::size_t j = 0; j < std::max(a.size(), b.size()); ++j) {
        const float weight_a = j < a.size() ? a[j] : 0.0F;
        const float weight_b = j < b.size() ? b[j] : 0.0F;
        largest = std::max(largest, std::abs(weight_a - weight_b));
    }
    return largest;
}

}  // namespace

double js_divergence_bits(std::span<const double> p, std::span<const double> q) {
    double sum = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const double middle = (p[i] + q[i]) / 2.0;
        if (p[i] > 0.0) sum += p[i] * std::log2(p[i] / middle) / 2.0;
        if (q[i] > 0.0) sum += q[i] * std::log2(q[i] / middle) / 2.0;
    }
    return std::max(sum, 0.0);  // rounding may leave -1e-17 of an exact 0
}

bool is_more_different(const HeadDifference& a, const HeadDifference& b) {
    return std::pair(a.js_divergence_bits, a.max_difference) >
           std::pair(b.js_divergence_bits, b.max_difference);
}

Comparer::Comparer(const std::vector<Token>& a, const std::vector<Token>& b, bool causal)
    : causal_(causal) {
    comparison_.alignment = align(a, b);
    const std::optional<std::size_t>& difference = comparison_.alignment.first_difference;
    comparison_.common_rows = causal ? difference.value_or(a.size()) : difference ? 0 : a.size();
    largest_differences_.resize(comparison_.common_rows);
    comparison_.n_rows_compared =
        static_cast<std::size_t>(std::ranges::count_if(comparison_.alignment.pairs, [&](auto pair) {
            return pair.first >= comparison_.common_rows;
        }));
}

HeadDifference Comparer::add(const HeadView& a, const HeadView& b) {
    if (a.id() != b.id()) throw std::logic_error("two different heads were compared");
    for (std::size_t i = 0; i < largest_differences_.size(); ++i) {
        largest_differences_[i] = std::max(largest_differences_[i],
                                           largest_difference(a.weights.row(i), b.weights.row(i)));
    }
    return comparison_.heads.emplace_back(compare_head(a, b, comparison_));
}

Comparison Comparer::finish() && {
    Comparison& result = comparison_;
    std::ranges::stable_sort(result.heads, is_more_different);
    const std::vector<float>& largest = largest_differences_;
    const auto differing = std::ranges::find_if(largest, [](float value) { return value > 0.0F; });
    result.identical_rows = static_cast<std::size_t>(differing - largest.begin());
    result.max_difference_in_identical_rows = std::accumulate(
        largest.begin(), differing, 0.0F, [](float a, float b) { return std::max(a, b); });
    result.max_difference_in_common_rows = std::accumulate(
        largest.begin(), largest.end(), 0.0F, [](float a, float b) { return std::max(a, b); });
    // Texts that differ where there is no mask share no row, and so none that is identical.
    result.bit_identical =
        differing == largest.end() && (causal_ || !result.alignment.first_difference);
    return std::move(result);
}

std::vector<HeadDifference> compare_last_rows(const Answer& a, const Answer& b) {
    if (a.rows.size() != b.rows.size()) {
        throw std::logic_error("compare_last_rows: the two answers do not hold the same heads");
    }
    const std::vector<IndexPair> pairs = align(a.input.tokens, b.input.tokens).pairs;
    std::vector<HeadDifference> heads;
    for (std::size_t i = 0; i < a.rows.size(); ++i) {
        const AlignedRows rows(a.rows[i].weights, b.rows[i].weights, pairs);
        heads.push_back({a.rows[i].layer, a.rows[i].head, js_divergence_bits(rows.a, rows.b),
                         rows.max_difference()});
    }
    std::ranges::stable_sort(heads, is_more_different);
    return heads;
}

}  // namespace attnlab
