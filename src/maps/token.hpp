// A token as every output shows it.

#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/token_id.hpp"

namespace attnlab {

struct Token {
    std::size_t index = 0;  // its place in the text, from 0
    TokenId id = 0;
    /// Its bytes, which may be half a character; nothing where the model came without a vocabulary.
    std::optional<std::string> bytes;

    friend bool operator==(const Token&, const Token&) = default;
};

/// The token without the leading space that GPT-2 keeps in it, safe to print: "it", "\n", "#464"
/// where there is no vocabulary, "␣" for a token that is nothing but a space.
std::string token_label(const Token& token);

/// Whether the token's bytes are only a part of a character, or of several.
bool is_partial(const Token& token);

}  // namespace attnlab
