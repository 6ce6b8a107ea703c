// A random GPT-2 in memory, for tests that run one: no file, no folder. Its numbers follow the rule
// of random_weights.hpp, so expected values for them can be computed in any language.

#pragma once

#include <cstdint>

#include "model/gpt2_weights.hpp"

namespace attnlab::testing {

/// The weights of the random model with this seed; the head is tied as the configuration says.
Gpt2Weights random_gpt2_weights(const Config& config, std::uint64_t seed);

}  // namespace attnlab::testing
