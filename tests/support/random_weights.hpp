// The numbers of random test models, by a rule that any language can follow.
// tests/golden/random_weights.py follows it in numpy, so expected values are stored and weights are
// not. Nothing here knows a file format or the program's own table of weights.
//
// The rule. Tensors are counted from 0 in this order: wte, wpe, then for each layer ln_1.weight,
// ln_1.bias, attn.c_attn.weight, attn.c_attn.bias, attn.c_proj.weight, attn.c_proj.bias,
// ln_2.weight, ln_2.bias, mlp.c_fc.weight, mlp.c_fc.bias, mlp.c_proj.weight, mlp.c_proj.bias, then
// ln_f.weight, ln_f.bias, and lm_head.weight where the head is untied. Each has a stream of its
// own, whose seed is the index-th number of Random(model seed). Row after row, each number is
// centre + (2 u - 1) * half_width in double, rounded to float; u is the stream's next uniform().

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/random.hpp"

namespace attnlab::testing {

/// The interval that a tensor's numbers are drawn from.
struct RandomRange {
    double centre = 0.0;
    double half_width = 0.0;
};

/// The interval of the tensor with this name; `inputs` is the number of terms in its sums.
///
/// Matrices get a standard deviation of gain / sqrt(inputs), so models of every size behave alike:
/// c_attn's 1.2 makes scaled scores of standard deviation near 1.4, far from uniform attention.
///
/// Shapes:  inputs = in of a Conv1D weight [in, out], C of lm_head.weight [V, C]; else not used.
/// Errors:  std::logic_error for a name that no GPT-2 has.
inline RandomRange random_range(std::string_view name, std::size_t inputs) {
    const auto by_inputs = [&](double gain) {
        return RandomRange{0.0, gain * std::sqrt(3.0 / static_cast<double>(inputs))};
    };
    if (name.ends_with("wte.weight")) return {0.0, 0.25};
    if (name.ends_with("wpe.weight")) return {0.0, 0.15};
    if (name.ends_with("ln_1.weight") || name.ends_with("ln_2.weight") ||
        name.ends_with("ln_f.weight")) {
        return {1.0, 0.2};
    }
    if (name.ends_with(".bias")) return {0.0, 0.1};
    if (name.ends_with("attn.c_attn.weight")) return by_inputs(1.2);
    if (name.ends_with("mlp.c_fc.weight")) return by_inputs(1.0);
    if (name.ends_with("c_proj.weight")) return by_inputs(0.3);
    if (name.ends_with("lm_head.weight")) return by_inputs(2.0);
    throw std::logic_error("no rule for a tensor named " + std::string(name));
}

/// Fills the index-th tensor of a random model.
///
/// Shapes:  values: all numbers of the tensor, row after row.
inline void fill_random_tensor(std::uint64_t model_seed, std::size_t index, RandomRange range,
                               std::span<float> values) {
    Random seeds(model_seed);
    for (std::size_t i = 0; i < index; ++i) seeds.bits();
    Random random(seeds.bits());
    for (float& value : values) {
        const double offset = (2.0 * random.uniform() - 1.0) * range.half_width;
        value = static_cast<float>(range.centre + offset);
    }
}

}  // namespace attnlab::testing
