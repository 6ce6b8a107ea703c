// Attention maps as plain data, with the tokens they are about and the model they come from.
// Nothing is computed here: capture/ fills it, analysis/ and view/ read it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "maps/head.hpp"
#include "maps/token.hpp"

namespace attnlab {

/// A model's identity, as every output names it. Sizes are spelled as in config.json.
struct ModelInfo {
    std::string name;
    std::string about;  // what a reader must know of it; usually empty
    std::size_t n_layer = 0;
    std::size_t n_head = 0;
    std::size_t n_embd = 0;
    std::size_t n_positions = 0;
    std::size_t vocab_size = 0;
    std::uint64_t n_parameters = 0;
    std::string storage_type;  // "F32", "F16", "BF16" or "mixed"
    bool head_is_tied = true;

    std::size_t d_k() const { return n_embd / n_head; }
};

/// A text's tokens as a model read them.
struct TokenizedText {
    std::optional<std::string> text;  // nothing where ids were given
    bool bos = false;                 // whether an end-of-text token was put first
    std::vector<Token> tokens;        // T
};

/// What the maps of one run are about: every chosen head of every chosen layer.
struct AttentionRun {
    ModelInfo model;
    TokenizedText input;
    bool causal = true;
    std::vector<std::size_t> layers;  // ascending
    std::vector<std::size_t> heads;   // ascending
};

/// A run with all its maps, held in memory: for few or small ones. MapStream is for any number.
struct AttentionMaps : AttentionRun {
    std::vector<HeadMap> maps;  // layer by layer

    /// The map of one head by its numbers. Errors: std::logic_error if it was not kept.
    const HeadMap& map_of(std::size_t layer, std::size_t head) const {
        for (const HeadMap& candidate : maps) {
            if (candidate.layer == layer && candidate.head == head) return candidate;
        }
        throw std::logic_error("a map was asked for that was not kept");
    }
};

}  // namespace attnlab
