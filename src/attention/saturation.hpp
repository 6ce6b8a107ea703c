// The chapter's second experiment: random queries and keys, their softmax without and with the
// division by sqrt(d_k), for growing d_k.
// A pure function of its options: the numbers depend on the seed alone, never on the threads.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "attention/mean.hpp"
#include "base/progress.hpp"

namespace attnlab {

struct SaturationOptions {
    std::vector<std::size_t> d_ks = {1, 4, 16, 64, 256, 1024};
    std::size_t n = 64;      // queries and keys of a trial
    std::size_t trials = 8;  // each with queries and keys of its own
    std::uint64_t seed = 1;
    std::size_t threads = 1;
};

/// The gradient counts as gone where the norm of softmax's Jacobian is below this; at its most,
/// with all the weight on two keys, it is 0.5.
constexpr double kNoGradient = 0.01;

/// What the rows of A are like; each mean is over all trials and queries.
struct Sharpness {
    Mean entropy_bits;
    std::optional<double> entropy_share;  // of log2 n; nothing for one key, where that is 0
    Mean largest_weight;
    Mean jacobian_norm;           // see softmax_jacobian_norm()
    Mean share_without_gradient;  // of the rows, see kNoGradient
};

/// One d_k.
struct SaturationRow {
    std::size_t d_k = 0;
    /// Of the dot products, about the mean 0 that they have by construction. Theory says d_k.
    Mean variance;
    Sharpness undivided;
    Sharpness divided;
};

/// One query's row of A from the same dot products, without the division and with it.
struct SaturationExample {
    std::size_t d_k = 64;
    std::size_t query = 0;          // in the first trial
    std::vector<std::size_t> keys;  // n, the largest score first; all that follow have this order
    std::vector<float> scores;
    std::vector<float> divided_scores;
    std::vector<float> undivided_weights;
    std::vector<float> divided_weights;
    double undivided_entropy_bits = 0.0;
    double divided_entropy_bits = 0.0;
};

/// Two keys, one with a score of 8 and one with 0: the size of scores at d_k = 64.
struct SaturationRatio {
    double score = 8.0;
    double divisor = 8.0;    // sqrt(64)
    double undivided = 0.0;  // how many times the weight of the other the first key gets
    double divided = 0.0;
};

struct SaturationResult {
    SaturationOptions options;
    double uniform_entropy_bits = 0.0;  // log2 n: all keys alike
    /// Of divided scores, for many keys; nothing for few (see kManyKeys).
    std::optional<double> theory_entropy_bits;
    std::vector<SaturationRow> rows;  // in the order of options.d_ks
    SaturationExample example;
    SaturationRatio ratio;
};

/// From how many keys on the theory of entropy is told.
constexpr std::size_t kManyKeys = 32;

/// Runs the experiment: options.trials times n random queries and n random keys for each d_k.
///
/// A trial's numbers are determined by seed, d_k and its index: they are the same whatever else is
/// asked for. Standard errors are taken over trials, as rows of one trial share their keys.
SaturationResult run_saturation(const SaturationOptions& options,
                                const OnProgress& on_progress = {});

/// The entropy of softmax over n scores of variance 1, for large n: log2 n - 1/2 nat.
///
/// The entropy is ln Z - sum p_j s_j, where Z = sum e^s_j and p_j = e^s_j / Z. For normal scores
/// and many keys, Z tends to n E[e^s] = n e^(1/2), and sum p_j s_j to E[s e^s] / E[e^s] = 1;
/// together ln n + 1/2 - 1. Fewer keys give more: measured at d_k = 256, 0.04 bits more for 64,
/// 0.12 for 16.
///
/// Units: bits.
double theory_entropy_bits(std::size_t n);

}  // namespace attnlab
