// Every weight of a GPT-2, under its name, with its shape. The numbers stay in the mapped file when
// they are F32, and none is read before it is used. What the weights are for is in gpt2.hpp.
//
// L layers, C = n_embd, V vocabulary, P = n_positions, F = n_inner (4 C).
// Linear weights are [in, out], used as x W + b: GPT-2's "Conv1D", not the transpose.

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "model/config.hpp"
#include "weights/safetensors_files.hpp"
#include "weights/weight_matrix.hpp"

namespace attnlab {

struct LayerNormWeights {
    WeightMatrix gain;  // [1, C]
    WeightMatrix bias;  // [1, C]
};

struct LinearWeights {
    WeightMatrix weight;  // [in, out]
    WeightMatrix bias;    // [1, out]
};

struct BlockWeights {
    LayerNormWeights ln_1;      // [1, C]
    LinearWeights c_attn;       // [C, 3C]: Q, K and V of all heads, side by side
    LinearWeights attn_c_proj;  // [C, C]
    LayerNormWeights ln_2;      // [1, C]
    LinearWeights c_fc;         // [C, F]
    LinearWeights mlp_c_proj;   // [F, C]
};

/// The weights and what is to be told about them. Moved, never copied: the matrices show the file.
struct Gpt2Weights {
    WeightMatrix wte;                  // [V, C] token embeddings
    WeightMatrix wpe;                  // [P, C] position embeddings
    std::vector<BlockWeights> blocks;  // L
    LayerNormWeights ln_f;             // [1, C]
    WeightMatrix lm_head;              // [V, C]; wte itself when the head is tied

    bool head_is_tied = true;
    std::uint64_t n_parameters = 0;   // as published: a tied head counts once
    std::string storage_type;         // "F32", "F16", "BF16" or "mixed"
    std::size_t file_size_bytes = 0;  // of all files together
    std::vector<std::string> notes;   // what a user should know, a line each; usually none

    std::optional<SafetensorsFiles> files;  // nothing where the weights were made in memory

    Gpt2Weights() = default;
    Gpt2Weights(Gpt2Weights&&) = default;
    Gpt2Weights& operator=(Gpt2Weights&&) = default;
};

/// Opens `model.safetensors` of a model's folder, else the files that
/// `model.safetensors.index.json` lists, or a file or an index itself, and finds every weight.
///
/// No number is read: whoever uses a weight meets a value that is not finite, in its result.
///
/// Names may begin with `transformer.` or not. The buffers `h.N.attn.bias` and
/// `h.N.attn.masked_bias` hold GPT-2's mask, not weights, and are skipped.
///
/// Errors: InputError naming the file and all tensors that are missing or have a wrong shape, with
///         the expected shapes; or tensor and type if it cannot be read as floats; or tensors that
///         this model has no place for.
Gpt2Weights load_gpt2_weights(const std::filesystem::path& folder_or_file, const Config& config);

}  // namespace attnlab
