// A GPT-2's sizes and settings, from Hugging Face's config.json. A setting that changes what the
// model computes is obeyed or refused by name, never ignored; settings of training are not read.

#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/token_id.hpp"

namespace attnlab {

/// Fields are spelled as in config.json. Every size is at least 1, n_embd is divisible by n_head.
struct Config {
    std::size_t n_layer = 0;      // L
    std::size_t n_head = 0;       // H
    std::size_t n_embd = 0;       // C
    std::size_t n_positions = 0;  // P, the longest text
    std::size_t vocab_size = 0;   // V
    std::size_t n_inner = 0;      // F, the width inside the MLP: 4 C unless the file says otherwise
    float layer_norm_epsilon = 1e-5F;
    bool scale_attn_weights = true;                // divide the scores by sqrt(d_k)
    bool scale_attn_by_inverse_layer_idx = false;  // divide them by layer + 1, too
    bool tie_word_embeddings = true;               // the head is wte, unless the weights differ
    std::optional<TokenId> bos_token_id;           // in the vocabulary, or absent
    std::optional<TokenId> eos_token_id;

    /// D = C / H, the width of one head.
    std::size_t d_k() const { return n_embd / n_head; }

    /// What the scores q k^T of a layer are multiplied by before the mask and the softmax.
    float attention_scale(std::size_t layer) const;

    friend bool operator==(const Config&, const Config&) = default;
};

/// Reads a configuration from the text of a config.json; `label` names the file in errors.
///
/// Errors: InputError naming the file and the setting: not JSON, a wrong type, a size out of range,
///         a setting we do not compute with; fields that are missing are all named at once.
/// Source: Hugging Face transformers, configuration_gpt2.py, for names and defaults.
Config parse_config(std::string_view json, std::string_view label);

/// Reads `config.json` from a model's folder, or the file itself.
Config load_config(const std::filesystem::path& folder_or_file);

}  // namespace attnlab
