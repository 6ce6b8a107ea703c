// How hard a head looks at something: one number from a map.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analysis/find_text.hpp"
#include "base/matrix.hpp"
#include "maps/attention_maps.hpp"

namespace attnlab {

/// What a query is watched for: the keys that count.
struct Target {
    std::size_t query = 0;
    std::vector<std::size_t> keys;
    std::vector<std::string> words;  // what the keys spell; empty where no candidate can be seen
};

/// The share of its attention that the target's query gives to the target's keys together; where
/// there are no words, the largest that it gives to one of them.
///
/// Shapes:  weights [T, T]. Units: 0 to 1.
double pointing_weight(MatrixView weights, const Target& target);

/// What to watch from `query`: those of the candidate words that it can see, or, where there are
/// none, every token that it can see but the first (where idle attention rests) and itself.
Target target_of(const std::vector<Token>& tokens, std::size_t query,
                 const std::vector<std::string>& candidates, bool causal);

/// Why one head was chosen among several.
struct Choice {
    Target target;
    double weight = 0.0;      // its pointing_weight
    std::size_t n_heads = 0;  // among how many
};

}  // namespace attnlab
