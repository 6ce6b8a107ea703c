// Finds words among tokens by their text, never by a fixed index: a curly apostrophe earlier in the
// sentence moves every token after it.

#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "maps/token.hpp"

namespace attnlab {

/// Tokens first to last that spell a word; most words of GPT-2 are one token.
struct TokenSpan {
    std::size_t first = 0;
    std::size_t last = 0;

    friend bool operator==(const TokenSpan&, const TokenSpan&) = default;
};

/// Every place where whole tokens spell `text`, with or without a space before it, in order.
///
/// None shares a token with another, and none is a part of a longer word: the `it` of `ex` `it` is
/// not the word. (Letters beyond ASCII do not join: many scripts set no spaces between words.)
std::vector<TokenSpan> find_text(const std::vector<Token>& tokens, std::string_view text);

/// The index of the token that a user means by `--focus`: a number is an index, anything else the
/// last token of a word.
///
/// Errors: UsageError if the index is out of range, or the word is not there, or more than once;
///         then its indices are listed.
std::size_t focus_index(const std::vector<Token>& tokens, std::string_view focus);

}  // namespace attnlab
