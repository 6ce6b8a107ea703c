// The one table of GPT-2's weights: the name in the file, the shape, the field. Loading walks it;
// nothing else in the project spells a tensor's name.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/config.hpp"
#include "model/gpt2_weights.hpp"

namespace attnlab {

/// A tensor that the model needs, and where it goes.
struct WantedTensor {
    std::string name;                // without `transformer.`
    std::vector<std::size_t> shape;  // as in the file: [n] or [rows, columns]
    WeightMatrix* field;
};

/// The head's name; it is wanted only where it is not tied.
inline constexpr const char* kLmHeadName = "lm_head.weight";

/// All tensors of a model of these sizes, in the order of the forward pass, without the head.
///
/// The fields are those of `weights`, whose blocks are made here.
std::vector<WantedTensor> wanted_tensors(const Config& config, Gpt2Weights& weights);

/// The head of its own: [V, C].
WantedTensor wanted_lm_head(const Config& config, Gpt2Weights& weights);

}  // namespace attnlab
