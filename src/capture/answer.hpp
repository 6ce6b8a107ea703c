// Asks a model how a text goes on: text and cue in, the probability of each candidate out.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "capture/text_model.hpp"
#include "model/key_value_cache.hpp"

namespace attnlab {

/// A cue and the words that may follow it.
struct Question {
    std::string cue = " The";
    std::vector<std::string> candidates;
};

/// The question with its spaces where GPT-2 has them, which is before a word: a cue that begins
/// with a letter or digit gets a space before it unless the text ends in one, spaces at its end are
/// cut, and every candidate gets the space that it needs.
Question with_spaces(const Question& question, std::string_view text);

/// A text with the cue behind it, and the candidates as they follow it.
struct AskedText {
    Question question;                             // with its spaces
    TokenizedText input;                           // text and cue, T tokens
    std::vector<std::vector<TokenId>> candidates;  // the tokens of each, one or more

    /// How many tokens a model must take: all but the last of the longest candidate.
    std::size_t n_tokens() const;
    /// Whether a candidate has several tokens, so that the model has to go on from the text.
    bool has_long_candidate() const;
};

/// Errors: UsageError if a candidate is empty, or as TextModel::tokenize() says.
AskedText ask(const TextModel& model, std::string_view text, const Question& question,
              const TokenizeOptions& options);

/// How probable each candidate is after its text. A candidate of several tokens has the product of
/// their probabilities, each given those before it; all such candidates run in one pass.
///
/// `caches` hold what the texts left, one each; without the mask there is none, and texts run anew.
/// Shapes:  last [texts, C], the last row of what forward() returned of each text -> a list a text.
/// Errors:  InputError if the model's logits are not finite.
std::vector<std::vector<double>> candidate_probabilities(const Gpt2& model,
                                                         std::span<const AskedText> texts,
                                                         MatrixView last,
                                                         std::span<const KeyValueCache> caches,
                                                         std::size_t threads);

}  // namespace attnlab
