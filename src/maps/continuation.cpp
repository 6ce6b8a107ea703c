#include "maps/continuation.hpp"

namespace attnlab {

TokenizedText joined(const TokenizedText& input, const Continuation& continuation) {
    TokenizedText whole = input;
    for (const ProbableToken& next : continuation.tokens) whole.tokens.push_back(next.token);
    return whole;
}

std::optional<std::string> text_of(const Continuation& continuation) {
    std::string text;
    const std::size_t n = continuation.tokens.size() - (continuation.ended ? 1 : 0);
    for (std::size_t i = 0; i < n; ++i) {
        const std::optional<std::string>& bytes = continuation.tokens[i].token.bytes;
        if (!bytes) return std::nullopt;
        text += *bytes;
    }
    return text;
}

}  // namespace attnlab
