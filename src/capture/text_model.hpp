// A model with its vocabulary, from one folder: the only place where text and model meet.

#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "maps/attention_maps.hpp"
#include "model/gpt2.hpp"
#include "text/tokenizer.hpp"

namespace attnlab {

/// Reads vocab.json and merges.txt of a model's folder; nothing if neither is there.
///
/// Errors: InputError if only one of the two is there, or as Tokenizer::load() says.
std::optional<Tokenizer> load_vocabulary(const std::filesystem::path& folder,
                                         std::size_t threads = 1);

/// How a text becomes tokens.
struct TokenizeOptions {
    bool bos = false;  // put the end-of-text token first
    SpecialTokens special = SpecialTokens::kAsId;
};

/// Cuts a text into tokens.
///
/// Errors: UsageError if the text is empty, not UTF-8, or --bos is asked of a vocabulary that has
///         no end-of-text token.
TokenizedText tokenize(const Tokenizer& tokenizer, std::string_view text,
                       const TokenizeOptions& options = {});

/// The ids of tokens.
std::vector<TokenId> ids_of(const TokenizedText& input);

class TextModel {
  public:
    /// Reads a folder in Hugging Face's format; vocab.json and merges.txt may both be absent.
    ///
    /// `name` is what outputs call it, `about` what they add to that.
    /// Errors: InputError if a file is missing or broken, or the vocabulary and the model do not
    ///         have the same number of tokens.
    static TextModel load(const std::filesystem::path& folder, std::string name, std::string about,
                          std::size_t threads);

    const Gpt2& model() const { return model_; }
    const ModelInfo& info() const { return info_; }
    bool has_vocabulary() const { return tokenizer_.has_value(); }

    /// Errors: UsageError as tokenize() says, or if the model came without a vocabulary.
    TokenizedText tokenize(std::string_view text, const TokenizeOptions& options = {}) const;

    /// Ids as tokens, with their bytes where there is a vocabulary.
    ///
    /// Errors: UsageError if there is none, or one is out of range.
    TokenizedText from_ids(std::span<const TokenId> ids, bool bos = false) const;

  private:
    TextModel(Gpt2 model, std::optional<Tokenizer> tokenizer, ModelInfo info);

    Gpt2 model_;
    std::optional<Tokenizer> tokenizer_;
    ModelInfo info_;
};

}  // namespace attnlab
