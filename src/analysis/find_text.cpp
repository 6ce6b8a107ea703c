#include "analysis/find_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>

#include "base/error.hpp"
#include "base/unicode.hpp"

namespace attnlab {
namespace {

/// The tokens from `first` on that spell `text` exactly.
std::optional<TokenSpan> spelled_at(const std::vector<Token>& tokens, std::size_t first,
                                    std::string_view text) {
    for (std::size_t i = first; i < tokens.size(); ++i) {
        if (!tokens[i].bytes || tokens[i].bytes->empty()) return std::nullopt;
        if (!text.starts_with(*tokens[i].bytes)) return std::nullopt;
        text.remove_prefix(tokens[i].bytes->size());
        if (text.empty()) return TokenSpan{first, i};
    }
    return std::nullopt;
}

/// Whether a word goes on from token i - 1 to token i, as from "ex" to "it".
bool is_joined(const std::vector<Token>& tokens, std::size_t i) {
    if (i == 0 || i >= tokens.size()) return false;
    const std::string before = tokens[i - 1].bytes.value_or("");
    const std::string after = tokens[i].bytes.value_or("");
    const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    return !before.empty() && !after.empty() && is_letter(before.back()) &&
           is_letter(after.front());
}

bool is_number(std::string_view text) {
    return !text.empty() &&
           std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

std::vector<TokenSpan> find_text(const std::vector<Token>& tokens, std::string_view text) {
    std::vector<TokenSpan> spans;
    if (text.empty()) return spans;
    const std::string with_space = fmt::format(" {}", text);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        std::optional<TokenSpan> span = spelled_at(tokens, i, with_space);
        if (!span) span = spelled_at(tokens, i, text);
        if (!span || is_joined(tokens, i) || is_joined(tokens, span->last + 1)) continue;
        spans.push_back(*span);
        i = span->last;  // a space that is a token of its own must not count its word twice
    }
    return spans;
}

std::size_t focus_index(const std::vector<Token>& tokens, std::string_view focus) {
    if (is_number(focus)) {
        std::size_t index = 0;
        const auto [end, error] = std::from_chars(focus.data(), focus.data() + focus.size(), index);
        if (error != std::errc() || index >= tokens.size()) {
            throw UsageError(
                fmt::format("--focus {} is out of range, expected a token from 0 to {}", focus,
                            tokens.size() - 1));
        }
        return index;
    }
    const std::vector<TokenSpan> spans = find_text(tokens, focus);
    if (spans.empty()) {
        throw UsageError(
            fmt::format("--focus `{}`: no token of the text spells it", printable(focus)),
            "`attnlab tokens` shows how the text is cut; an index works, too");
    }
    if (spans.size() > 1) {
        std::vector<std::size_t> indices;
        for (const TokenSpan& span : spans) indices.push_back(span.last);
        throw UsageError(fmt::format("--focus `{}` is in the text {} times, as tokens {}",
                                     printable(focus), spans.size(), fmt::join(indices, ", ")),
                         fmt::format("--focus {} picks the last of them", indices.back()));
    }
    return spans.front().last;
}

}  // namespace attnlab
