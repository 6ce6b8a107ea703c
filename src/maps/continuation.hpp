// How a text goes on, as plain data: tokens with the probabilities that a model gave them.

#pragma once

#include <vector>

#include "maps/attention_maps.hpp"

namespace attnlab {

/// A token that may follow, or that was taken.
struct ProbableToken {
    Token token;               // its index is the place that it has, or would have, in the text
    double probability = 0.0;  // given all tokens before that place; 0 to 1
};

/// The tokens that a model appended to a text, one after the other.
struct Continuation {
    std::vector<ProbableToken> tokens;
    /// Whether the last of them is the end-of-text token, so that there are fewer than were asked.
    bool ended = false;
};

/// The text with what follows it, as the model would read both. `text` stays what was given.
TokenizedText joined(const TokenizedText& input, const Continuation& continuation);

/// The bytes of the tokens that were appended; nothing where the model has no vocabulary. The
/// end-of-text token that ends them is no part of it.
std::optional<std::string> text_of(const Continuation& continuation);

}  // namespace attnlab
