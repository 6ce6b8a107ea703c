#include "text/vocabulary.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <utility>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "text/byte_alphabet.hpp"
#include "text/vocabulary_reader.hpp"

namespace attnlab {
namespace {

std::uint64_t hash_of(std::string_view bytes) { return std::hash<std::string_view>{}(bytes); }

/// The tokens in the order of their ids.
std::vector<std::string> ordered(std::vector<TokenEntry> entries, const std::string& file) {
    const std::size_t count = entries.size();
    std::vector<std::string> tokens(count);
    for (TokenEntry& entry : entries) {
        if (entry.id >= count) {
            throw InputError(fmt::format(
                "{}: token {} has the id {}, but {} tokens have the ids 0 to {}, without a hole",
                file, quoted_spelling(entry.bytes), entry.id, count, count - 1));
        }
        std::string& place = tokens[entry.id];
        if (!place.empty()) {
            throw InputError(
                fmt::format("{}: the id {} stands twice, for token {} and for token {}", file,
                            entry.id, quoted_spelling(place), quoted_spelling(entry.bytes)));
        }
        place = std::move(entry.bytes);
    }
    return tokens;
}

}  // namespace

Vocabulary::Vocabulary(std::vector<std::string> tokens)
    : tokens_(std::move(tokens)), index_(tokens_.size()) {}

Vocabulary Vocabulary::read(const std::filesystem::path& vocab_json) {
    const std::string file = printable(vocab_json.string());
    Vocabulary vocabulary(ordered(read_token_entries(vocab_json), file));
    vocabulary.index_tokens(file);
    vocabulary.require_every_byte(file);
    return vocabulary;
}

std::optional<TokenId> Vocabulary::find(std::string_view bytes) const {
    const auto is_same = [&](std::uint32_t id) { return tokens_[id] == bytes; };
    const std::uint32_t id = index_.find(hash_of(bytes), is_same);
    if (id == HashIndex::kNone) return std::nullopt;
    return static_cast<TokenId>(id);
}

void Vocabulary::index_tokens(const std::string& file) {
    for (std::size_t id = 0; id < tokens_.size(); ++id) {
        const std::uint64_t hash = hash_of(tokens_[id]);
        const auto is_same = [&](std::uint32_t other) { return tokens_[other] == tokens_[id]; };
        const std::uint32_t other = index_.find(hash, is_same);
        if (other != HashIndex::kNone) {
            throw InputError(fmt::format("{}: token {} stands twice, with the ids {} and {}", file,
                                         quoted_spelling(tokens_[id]), other, id));
        }
        index_.insert(hash, static_cast<std::uint32_t>(id));
    }
}

void Vocabulary::require_every_byte(const std::string& file) const {
    for (unsigned value = 0; value < 256; ++value) {
        const char byte = static_cast<char>(value);
        if (find({&byte, 1})) continue;
        throw InputError(fmt::format("{}: byte 0x{:02x} has no token, expected one spelled {}",
                                     file, value, quoted_spelling({&byte, 1})));
    }
}

}  // namespace attnlab
