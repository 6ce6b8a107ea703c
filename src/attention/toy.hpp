// The chapter's first experiment: attention on a few small vectors, every stage kept.
// A pure function; what it is shown as is the views' affair.

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "attention/attention.hpp"
#include "attention/lookup.hpp"
#include "attention/tied.hpp"
#include "attention/toy_input.hpp"

namespace attnlab {

struct ToyOptions {
    bool divide = true;   // the scores by sqrt(d_k)
    bool causal = false;  // token i sees no token after it
    bool lookup = false;  // add the comparison with a database
    bool tie_qk = false;  // add the one with a single projection for query and key
};

/// Two tokens that may look at each other, and how much weight each gives the other.
struct Glance {
    std::size_t looker = 0;
    std::size_t looked_at = 0;
    double there = 0.0;
    double back = 0.0;
};

/// Softmax of one cell, in steps to follow: weight = power / sum_of_powers.
struct WorkedCell {
    std::size_t query = 0;
    std::size_t key = 0;
    double power = 0.0;          // e^score
    double sum_of_powers = 0.0;  // over the keys that the query may look at
};

struct ToyResult {
    ToyInput input;
    ToyOptions options;
    Mask mask = Mask::kNone;
    float scale = 1.0F;            // what the dot products were multiplied by
    Matrix visible;                // [n, n]: 1 where query i may look at key j, else 0
    Matrix dot_products;           // [n, n] Q K^T, as it is before the division
    AttentionResult attention;     // scores (divided), weights, output
    std::vector<double> row_sums;  // n, of the weights

    /// The pair whose weights differ most; nothing where no two tokens see each other.
    std::optional<Glance> glance;
    /// Nothing where the powers are too large or too small to be read.
    std::optional<WorkedCell> worked;

    std::optional<LookupResult> lookup;
    std::optional<TiedResult> tied;
};

/// Errors: InputError as require_consistent() and attention() have it; UsageError if both a causal
///         mask is asked for and the input has a mask of its own.
ToyResult run_toy(ToyInput input, const ToyOptions& options);

}  // namespace attnlab
