// The chapter's comparison with a database: hard lookup, where the one key that equals the query
// returns its value, and soft lookup, where every key gets a share; and how the soft one becomes
// the hard one as its scores grow.

#pragma once

#include <cstddef>
#include <vector>

#include "attention/attention.hpp"
#include "attention/toy_input.hpp"

namespace attnlab {

/// Soft lookup with all scores multiplied by one number. S open keys, Dv = length of a value.
struct SoftLookup {
    double factor = 1.0;
    std::vector<float> scores;   // S
    std::vector<float> weights;  // S, their sum is 1
    std::vector<float> mixture;  // Dv
};

/// One token's query, put to the keys that are open to it. Keys are named by their tokens' indices.
struct LookupResult {
    std::size_t query = 0;             // the token that asks
    std::vector<std::size_t> keys;     // S, ascending
    std::vector<std::size_t> winners;  // the keys with the largest score: several if they tie

    /// What a database answers to the very key of the first winner, and to the query.
    std::vector<std::size_t> matches_of_key;
    std::vector<std::size_t> matches_of_query;

    std::vector<SoftLookup> steps;  // factors 1, 2, 4, ...; the first is attention itself

    /// Whether the last step leaves at least 99.95% to the winners, so that it reads as 100.0%.
    bool is_hard = false;
};

/// Looks up with the query that shows most: of those with a single best key, the one whose largest
/// weight is nearest to one half; the last token's where keys tie everywhere.
///
/// The factors end where the lookup is hard, at 4096, or before a score would leave float's range.
///
/// Shapes:  weights [n, n] as attention gave them; visible [n, n].
LookupResult run_lookup(const ToyInput& input, const AttentionResult& attended, MatrixView visible,
                        float scale);

}  // namespace attnlab
