#include "text/tokenizer.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "text/merge_piece.hpp"
#include "text/merge_table.hpp"
#include "text/pre_tokenizer.hpp"
#include "text/recent_pieces.hpp"
#include "text/vocabulary.hpp"

namespace attnlab {
namespace {

constexpr std::string_view kEndOfText = "<|endoftext|>";

void require_utf8(std::string_view text) {
    if (const auto offset = first_invalid_utf8(text)) {
        throw UsageError(fmt::format("the text is not UTF-8: byte 0x{:02x} at offset {}",
                                     static_cast<std::uint8_t>(text[*offset]), *offset));
    }
}

}  // namespace

struct Tokenizer::Parts {
    Parts(Vocabulary tokens, MergeTable merge_table)
        : vocabulary(std::move(tokens)),
          merges(std::move(merge_table)),
          end_of_text(vocabulary.find(kEndOfText)) {}

    Vocabulary vocabulary;
    MergeTable merges;
    PreTokenizer pre_tokenizer;
    std::optional<TokenId> end_of_text;
};

Tokenizer::Tokenizer(std::unique_ptr<const Parts> parts) : parts_(std::move(parts)) {}
Tokenizer::~Tokenizer() = default;
Tokenizer::Tokenizer(Tokenizer&& other) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&& other) noexcept = default;

Tokenizer Tokenizer::load(const std::filesystem::path& vocab_json,
                          const std::filesystem::path& merges_txt, std::size_t threads) {
    Vocabulary vocabulary = Vocabulary::read(vocab_json);
    MergeTable merges = MergeTable::read(merges_txt, vocabulary, threads);
    return Tokenizer(std::make_unique<const Parts>(std::move(vocabulary), std::move(merges)));
}

std::vector<TokenId> Tokenizer::encode(std::string_view text, SpecialTokens special) const {
    require_utf8(text);
    std::vector<TokenId> ids;
    RecentPieces recent(text.size());
    const auto add = [&](std::string_view piece) {
        recent.append(piece, ids, [&] { append_merged(piece, parts_->merges, ids); });
    };
    if (special == SpecialTokens::kAsId && parts_->end_of_text) {
        for (std::size_t marker = text.find(kEndOfText); marker != std::string_view::npos;
             marker = text.find(kEndOfText)) {
            parts_->pre_tokenizer.for_each_piece(text.substr(0, marker), add);
            ids.push_back(*parts_->end_of_text);
            text.remove_prefix(marker + kEndOfText.size());
        }
    }
    parts_->pre_tokenizer.for_each_piece(text, add);
    return ids;
}

std::string Tokenizer::decode(std::span<const TokenId> ids) const {
    std::string text;
    for (const TokenId id : ids) text += bytes_of(id);
    return text;
}

const std::string& Tokenizer::bytes_of(TokenId id) const {
    const std::size_t size = vocabulary_size();
    if (id < 0 || static_cast<std::size_t>(id) >= size) {
        throw UsageError(fmt::format("no token has the id {}: ids run from 0 to {}", id, size - 1));
    }
    return parts_->vocabulary.bytes_of(id);
}

std::size_t Tokenizer::vocabulary_size() const { return parts_->vocabulary.size(); }

std::optional<TokenId> Tokenizer::end_of_text() const { return parts_->end_of_text; }

}  // namespace attnlab
