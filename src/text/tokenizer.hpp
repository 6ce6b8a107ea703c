// GPT-2's byte-level BPE: text to token ids and back.
// Not a trainer, and it does not normalise: every byte of the text is kept and comes back.

#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/token_id.hpp"

namespace attnlab {

/// What the end-of-text marker means where it stands in a text.
enum class SpecialTokens {
    kAsId,    // one id, as Hugging Face reads it
    kAsText,  // thirteen characters, cut like any other text
};

/// GPT-2's tokenizer, with the vocabulary and the merges of two files.
///
/// Nothing changes after loading: several threads may share one.
///
/// Source: Radford et al. 2019, "Language models are unsupervised multitask learners", section 2.2,
///         and the encoder published with it; merging by rank: Sennrich et al. 2016.
class Tokenizer {
  public:
    /// Reads vocab.json and merges.txt as GPT-2 and Hugging Face write them.
    ///
    /// Errors: InputError naming the file, the line or the token, what stands there and what was
    ///         expected.
    static Tokenizer load(const std::filesystem::path& vocab_json,
                          const std::filesystem::path& merges_txt, std::size_t threads = 1);

    ~Tokenizer();
    Tokenizer(Tokenizer&& other) noexcept;
    Tokenizer& operator=(Tokenizer&& other) noexcept;

    /// The ids of a text. An empty text has none.
    ///
    /// Errors: UsageError naming offset and byte if the text is not UTF-8.
    std::vector<TokenId> encode(std::string_view text,
                                SpecialTokens special = SpecialTokens::kAsId) const;

    /// The bytes of all ids, one after the other: `decode(encode(text))` is `text`, always.
    ///
    /// Ids that no text gives may decode to bytes that are not UTF-8.
    /// Errors: UsageError if an id is out of range, naming it and the range.
    std::string decode(std::span<const TokenId> ids) const;

    /// The bytes of one token; 344 of GPT-2's tokens are not UTF-8 on their own.
    ///
    /// Errors: UsageError if the id is out of range, naming it and the range.
    const std::string& bytes_of(TokenId id) const;

    /// How many tokens there are; ids run from 0 to one less.
    std::size_t vocabulary_size() const;

    /// The id of `<|endoftext|>`; nothing if the vocabulary has no such token.
    std::optional<TokenId> end_of_text() const;

  private:
    struct Parts;
    explicit Tokenizer(std::unique_ptr<const Parts> parts);

    std::unique_ptr<const Parts> parts_;
};

}  // namespace attnlab
