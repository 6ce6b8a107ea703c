#include "view/tokens_view.hpp"

#include <fmt/format.h>

#include "base/unicode.hpp"
#include "view/dump.hpp"

namespace attnlab {
namespace {

std::string spaced_hex(std::string_view bytes) {
    std::string digits;
    for (const char byte : bytes) {
        if (!digits.empty()) digits += ' ';
        digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    }
    return digits;
}

}  // namespace

std::string quoted(const Token& token) {
    if (!token.bytes) return fmt::format("#{}", token.id);
    return fmt::format("\"{}\"{}", printable(*token.bytes), is_partial(token) ? " part" : "");
}

std::string tokens_text(const TokenizedText& input, const VocabularyInfo& vocabulary,
                        const Style& style) {
    const std::size_t n = input.tokens.size();
    std::string text =
        paragraph(fmt::format("{} token{}, cut by the vocabulary of {} ({} tokens){}.", n,
                              n == 1 ? "" : "s", printable(vocabulary.name), vocabulary.size,
                              input.bos ? "; the end-of-text token was put first" : ""),
                  style);
    std::vector<std::vector<std::string>> rows = {{"index", "id", "text", "bytes"}};
    bool has_partial = false;
    for (const Token& token : input.tokens) {
        rows.push_back({fmt::format("{}", token.index), fmt::format("{}", token.id), quoted(token),
                        spaced_hex(*token.bytes)});
        has_partial = has_partial || is_partial(token);
    }
    text += table(rows, "rrll", style);
    if (has_partial) {
        text += paragraph("part: bytes that are no whole character on their own.", style);
    }
    return text;
}

std::string tokens_json(const TokenizedText& input, const VocabularyInfo& vocabulary) {
    JsonWriter json;
    begin_dump(json, "tokens");
    json.key("vocabulary").begin_object();
    json.member("name", std::string_view(vocabulary.name));
    json.member("size", vocabulary.size);
    json.end_object();
    write_input(json, input);
    json.end_object();
    return json.take();
}

std::string token_line(const std::vector<Token>& tokens, const Style& style) {
    constexpr std::size_t kShownAtEachEnd = 40;
    std::string words;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens.size() > 2 * kShownAtEachEnd && i == kShownAtEachEnd) {
            const std::size_t left_out = tokens.size() - 2 * kShownAtEachEnd;
            words += fmt::format("... {} more ... ", left_out);
            i += left_out;
        }
        words += fmt::format("{}:{} ", tokens[i].index, token_label(tokens[i]));
    }
    words.pop_back();
    return paragraph(words, style, "  ");
}

}  // namespace attnlab
