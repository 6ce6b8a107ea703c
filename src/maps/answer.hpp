// What a model makes of a text that is followed by a cue: how probable each candidate is as its
// continuation, and where the last position looks while it decides. Plain data.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "maps/attention_maps.hpp"

namespace attnlab {

/// The last row of one head's map.
struct LastRow {
    std::size_t layer = 0;
    std::size_t head = 0;
    std::vector<float> weights;  // [T]
};

struct Answer {
    TokenizedText input;                // the text with the cue, T tokens
    std::vector<double> probabilities;  // a candidate each; of its tokens together, 0 to 1
    std::vector<LastRow> rows;          // the chosen heads, layer by layer
};

}  // namespace attnlab
