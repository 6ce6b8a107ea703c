// What a run begins with: which model, which tokens, and the chapter's walk through the dimensions.

#pragma once

#include <string>

#include "maps/attention_maps.hpp"
#include "view/text.hpp"

namespace attnlab {

/// The model's name and sizes.
std::string model_text(const ModelInfo& model, const Style& style);

/// The text, where there is one, and its tokens with their indices.
std::string input_text(const TokenizedText& input, const Style& style);

/// The shapes of one head, from h to its output, with this model's numbers.
///
/// Source: the chapter's section 5.
std::string dimension_walk(const ModelInfo& model, std::size_t n_tokens, bool causal,
                           const Style& style);

/// What to say of a run without the mask.
std::string no_mask_text(const Style& style);

}  // namespace attnlab
