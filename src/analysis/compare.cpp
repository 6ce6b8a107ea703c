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

HeadDifference compare_head(const HeadMapView& a, const HeadMapView& b,
                            const Comparison& comparison) {
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

void sort_most_different_first(std::vector<HeadDifference>& heads) {
    std::ranges::stable_sort(heads, [](const HeadDifference& x, const HeadDifference& y) {
        return std::pair(x.js_divergence_bits, x.max_difference) >
               std::pair(y.js_divergence_bits, y.max_difference);
    });
}

/// Looks at the rows that both texts begin with, in one head.
void compare_common_rows(MatrixView a, MatrixView b, Comparison& result) {
    for (std::size_t i = 0; i < result.common_rows; ++i) {
        const std::span<const float> row_a = a.row(i);
        const std::span<const float> row_b = b.row(i);
        // One text may be longer: what it has beyond the other counts as 0 there.
        for (std::size_t j = 0; j < std::max(row_a.size(), row_b.size()); ++j) {
            const float weight_a = j < row_a.size() ? row_a[j] : 0.0F;
            const float weight_b = j < row_b.size() ? row_b[j] : 0.0F;
            if (weight_a == weight_b) continue;
            result.bit_identical = false;
            result.identical_rows = std::min(result.identical_rows, i);
            result.max_difference_in_common_rows =
                std::max(result.max_difference_in_common_rows, std::abs(weight_a - weight_b));
        }
    }
}

/// How many maps of n tokens the bytes hold, but at least one.
std::size_t maps_in(std::size_t bytes, std::size_t n) {
    return std::max<std::size_t>(bytes / (n * n * sizeof(float)), 1);
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

Comparison compare(const MapStream& a, const MapStream& b, const CompareHooks& hooks,
                   std::size_t most_waiting) {
    if (a.layers != b.layers || a.heads != b.heads) {
        throw std::logic_error("compare: the two runs do not hold the same heads");
    }
    Comparison result;
    result.alignment = align(a.input.tokens, b.input.tokens);
    result.common_rows = result.alignment.first_difference.value_or(a.input.tokens.size());
    result.identical_rows = result.common_rows;
    result.n_rows_compared = static_cast<std::size_t>(
        std::ranges::count_if(result.alignment.pairs,
                              [&](const auto& pair) { return pair.first >= result.common_rows; }));

    const std::vector<HeadId> ids = head_ids(a.layers, a.heads);
    const std::size_t n_waiting = maps_in(most_waiting, a.input.tokens.size());
    for (std::size_t first = 0; first < ids.size(); first += n_waiting) {
        const auto begin = ids.begin() + static_cast<std::ptrdiff_t>(first);
        const std::vector<HeadId> part(
            begin, begin + static_cast<std::ptrdiff_t>(std::min(n_waiting, ids.size() - first)));
        const std::vector<HeadMap> waiting = keep(a, part);
        auto next = waiting.begin();
        b.show(part, [&](const HeadMapView& in_b) {
            const HeadMapView in_a = view_of(*next++);
            compare_common_rows(in_a.weights, in_b.weights, result);
            result.heads.push_back(compare_head(in_a, in_b, result));
            if (hooks.on_pair) hooks.on_pair(in_a, in_b);
            report(hooks.on_progress,
                   static_cast<double>(result.heads.size()) / static_cast<double>(ids.size()));
        });
    }
    sort_most_different_first(result.heads);
    return result;
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
    sort_most_different_first(heads);
    return heads;
}

}  // namespace attnlab
