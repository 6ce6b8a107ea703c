// How GPT-2 cuts a text, as a table and as JSON.

#pragma once

#include <string>
#include <string_view>

#include "maps/attention_maps.hpp"
#include "view/text.hpp"

namespace attnlab {

/// Whose vocabulary cut the text.
struct VocabularyInfo {
    std::string name;
    std::size_t size = 0;
};

std::string tokens_text(const TokenizedText& input, const VocabularyInfo& vocabulary,
                        const Style& style);

std::string tokens_json(const TokenizedText& input, const VocabularyInfo& vocabulary);

/// The token between quotes, its leading space with it, safe to print; `part` behind it where its
/// bytes are no whole character; #464 where there is no vocabulary.
std::string quoted(const Token& token);

/// The tokens in one paragraph, each as `index:text`; of a long text the first and the last ones.
std::string token_line(const std::vector<Token>& tokens, const Style& style);

}  // namespace attnlab
