#include "attention/saturation.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>
#include <numeric>
#include <span>

#include "attention/attention.hpp"
#include "attention/entropy.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"

namespace attnlab {
namespace {

constexpr std::size_t kExampleDk = 64;  // GPT-2's, in every size of it

/// A stream for each trial. Seeds of one generator that lie side by side give shifted copies of one
/// stream, so each number is mixed into the seed by the generator itself.
Random stream_of(std::uint64_t seed, std::size_t d_k, std::size_t trial) {
    const std::uint64_t of_d_k = Random(Random(seed).bits() ^ d_k).bits();
    return Random(Random(of_d_k ^ trial).bits());
}

/// The same random queries and keys, attended to in both ways.
struct Trial {
    AttentionResult undivided;
    AttentionResult divided;
};

Trial run_trial(const SaturationOptions& options, std::size_t d_k, std::size_t trial) {
    Random random = stream_of(options.seed, d_k, trial);
    Matrix Q(options.n, d_k);
    Matrix K(options.n, d_k);
    random.fill_normal(Q.values());
    random.fill_normal(K.values());
    const Matrix V(options.n, 1);  // the experiment ends at the weights
    AttentionOptions undivided;
    undivided.scale = 1.0F;
    return {attention(Q, K, V, undivided), attention(Q, K, V)};
}

/// Means over the rows of one trial.
struct RowMeans {
    double entropy_bits = 0.0;
    double largest_weight = 0.0;
    double jacobian_norm = 0.0;
    double share_without_gradient = 0.0;
};

RowMeans row_means(const Matrix& weights) {
    RowMeans means;
    const double n = static_cast<double>(weights.rows());
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        const std::span<const float> row = weights.row(i);
        const double norm = softmax_jacobian_norm(row);
        means.entropy_bits += entropy_bits(row) / n;
        means.largest_weight += largest_weight(row) / n;
        means.jacobian_norm += norm / n;
        means.share_without_gradient += (norm < kNoGradient ? 1.0 : 0.0) / n;
    }
    return means;
}

double mean_square(std::span<const float> scores) {
    double sum = 0.0;
    for (const float score : scores) {
        sum += static_cast<double>(score) * static_cast<double>(score);
    }
    return sum / static_cast<double>(scores.size());
}

/// What is kept of a trial.
struct Measured {
    double variance = 0.0;
    RowMeans undivided;
    RowMeans divided;
};

/// The mean over trials of what `get` finds in each.
template <class Get>
Mean mean_over(std::span<const Measured> trials, const Get& get) {
    std::vector<double> numbers;
    for (const Measured& trial : trials) numbers.push_back(get(trial));
    return mean_of(numbers);
}

Sharpness sharpness_of(std::span<const Measured> trials, RowMeans Measured::*way, std::size_t n) {
    const auto mean = [&](double RowMeans::*number) {
        return mean_over(trials, [&](const Measured& trial) { return trial.*way.*number; });
    };
    Sharpness sharpness;
    sharpness.entropy_bits = mean(&RowMeans::entropy_bits);
    if (n > 1) {
        sharpness.entropy_share = sharpness.entropy_bits.value / std::log2(static_cast<double>(n));
    }
    sharpness.largest_weight = mean(&RowMeans::largest_weight);
    sharpness.jacobian_norm = mean(&RowMeans::jacobian_norm);
    sharpness.share_without_gradient = mean(&RowMeans::share_without_gradient);
    return sharpness;
}

/// The query whose undivided entropy is nearest to the mean: a typical one, not a striking one.
std::size_t typical_query(const Matrix& weights) {
    const double mean = row_means(weights).entropy_bits;
    const auto distance = [&](std::size_t i) {
        return std::fabs(entropy_bits(weights.row(i)) - mean);
    };
    std::size_t typical = 0;
    for (std::size_t i = 1; i < weights.rows(); ++i) {
        if (distance(i) < distance(typical)) typical = i;
    }
    return typical;
}

SaturationExample run_example(const SaturationOptions& options) {
    const Trial trial = run_trial(options, kExampleDk, 0);
    SaturationExample example;
    example.d_k = kExampleDk;
    example.query = typical_query(trial.undivided.weights);
    const std::span<const float> scores = trial.undivided.scores.row(example.query);
    example.keys.resize(options.n);
    std::iota(example.keys.begin(), example.keys.end(), std::size_t{0});
    std::ranges::stable_sort(example.keys, std::ranges::greater(),
                             [&](std::size_t key) { return scores[key]; });
    const auto sorted = [&](const Matrix& matrix) {
        std::vector<float> row;
        for (const std::size_t key : example.keys) row.push_back(matrix(example.query, key));
        return row;
    };
    example.scores = sorted(trial.undivided.scores);
    example.divided_scores = sorted(trial.divided.scores);
    example.undivided_weights = sorted(trial.undivided.weights);
    example.divided_weights = sorted(trial.divided.weights);
    example.undivided_entropy_bits = entropy_bits(example.undivided_weights);
    example.divided_entropy_bits = entropy_bits(example.divided_weights);
    return example;
}

SaturationRatio run_ratio() {
    SaturationRatio ratio;
    ratio.divisor = std::sqrt(static_cast<double>(kExampleDk));
    ratio.undivided = std::exp(ratio.score);
    ratio.divided = std::exp(ratio.score / ratio.divisor);
    return ratio;
}

}  // namespace

SaturationResult run_saturation(const SaturationOptions& options, const OnProgress& on_progress) {
    std::vector<Measured> measured(options.d_ks.size() * options.trials);
    // A trial's work is d_k for each score.
    const std::size_t work =
        options.trials * std::accumulate(options.d_ks.begin(), options.d_ks.end(), std::size_t{0});
    std::atomic<std::size_t> done = 0;
    parallel_for(measured.size(), options.threads, [&](std::size_t i) {
        const std::size_t d_k = options.d_ks[i / options.trials];
        const Trial trial = run_trial(options, d_k, i % options.trials);
        measured[i] = {mean_square(trial.undivided.scores.values()),
                       row_means(trial.undivided.weights), row_means(trial.divided.weights)};
        report(on_progress, static_cast<double>(done += d_k) / static_cast<double>(work));
    });

    SaturationResult result;
    result.options = options;
    result.uniform_entropy_bits = std::log2(static_cast<double>(options.n));
    if (options.n >= kManyKeys) result.theory_entropy_bits = theory_entropy_bits(options.n);
    for (std::size_t r = 0; r < options.d_ks.size(); ++r) {
        const std::span<const Measured> trials =
            std::span(measured).subspan(r * options.trials, options.trials);
        SaturationRow row;
        row.d_k = options.d_ks[r];
        row.variance = mean_over(trials, [](const Measured& trial) { return trial.variance; });
        row.undivided = sharpness_of(trials, &Measured::undivided, options.n);
        row.divided = sharpness_of(trials, &Measured::divided, options.n);
        result.rows.push_back(row);
    }
    result.example = run_example(options);
    result.ratio = run_ratio();
    return result;
}

double theory_entropy_bits(std::size_t n) {
    return std::log2(static_cast<double>(n)) - 0.5 * std::numbers::log2e;
}

}  // namespace attnlab
