#include "attention/head_timing.hpp"

#include <algorithm>

#include "attention/attention.hpp"
#include "base/matrix.hpp"
#include "base/random.hpp"

namespace attnlab {
namespace {

Matrix random_matrix(std::size_t rows, std::size_t columns, Random& random) {
    Matrix matrix(rows, columns);
    random.fill_normal(matrix.values());
    return matrix;
}

/// Runs `work` once, then again and again against the clock; `on_share` hears how much of the time
/// that it is given has gone by.
template <class Work, class OnShare>
Timing least_time(const Work& work, const Repetitions& repetitions, const Clock& clock,
                  const OnShare& on_share) {
    work();
    Timing timing;
    double total_ms = 0.0;
    while (total_ms < repetitions.total_cpu_ms || timing.runs < repetitions.runs) {
        const double began = clock();
        work();
        const double ms = clock() - began;
        timing.cpu_ms = timing.runs == 0 ? ms : std::min(timing.cpu_ms, ms);
        ++timing.runs;
        total_ms += ms;
        on_share(std::min(1.0, total_ms / repetitions.total_cpu_ms));
    }
    return timing;
}

}  // namespace

std::vector<HeadRow> measure_head(std::span<const std::size_t> lengths, std::size_t d_k,
                                  const Clock& clock, const OnProgress& on_progress,
                                  const Repetitions& repetitions) {
    if (lengths.empty()) return {};
    const std::size_t longest = *std::ranges::max_element(lengths);
    Random random(1);
    const Matrix Q = random_matrix(longest, d_k, random);
    const Matrix K = random_matrix(longest, d_k, random);
    const Matrix V = random_matrix(longest, d_k, random);
    std::vector<HeadRow> rows;
    for (const std::size_t n : lengths) {
        const auto first = [&](const Matrix& matrix) { return matrix.view().block(0, n, 0, d_k); };
        AttentionResult result;
        const auto work = [&] { attention(first(Q), first(K), first(V), {}, result); };
        const auto on_share = [&](double share) {
            report(on_progress, (static_cast<double>(rows.size()) + share) /
                                    static_cast<double>(lengths.size()));
        };
        HeadRow row;
        row.cost = head_cost(n, d_k);
        row.time = least_time(work, repetitions, clock, on_share);
        if (!rows.empty() && rows.back().time.cpu_ms > 0.0) {
            row.ratio = row.time.cpu_ms / rows.back().time.cpu_ms;
        }
        rows.push_back(row);
    }
    return rows;
}

}  // namespace attnlab
