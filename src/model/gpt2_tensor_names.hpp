// What the tensors of a GPT-2's file are called: with or without `transformer.`, beside buffers
// that are no weights. Which of them a model needs is in gpt2_weight_table.hpp.

#pragma once

#include <map>
#include <span>
#include <string_view>

#include "weights/safetensors.hpp"

namespace attnlab {

/// Tensors by their names without `transformer.`; the names are parts of the tensors' own.
using TensorsByName = std::map<std::string_view, const Tensor*>;

/// The tensors of a file but for the mask, `h.N.attn.bias` and `h.N.attn.masked_bias`.
///
/// Errors: InputError naming a tensor that stands there both with and without `transformer.`.
TensorsByName tensors_by_name(std::span<const Tensor> tensors, std::string_view label);

/// Whether a name belongs to a part of GPT-2 that takes part in the forward pass: a tensor there
/// that we have no place for means another computation than ours.
bool is_in_forward_pass(std::string_view name);

}  // namespace attnlab
