// Asks a model how a text goes on: text and cue in, the probability of each candidate out.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "capture/capture.hpp"
#include "maps/answer.hpp"

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

/// How many tokens the text, its cue and the longest candidate have together, but for the last one,
/// which the model never reads.
std::size_t tokens_with(const TextModel& model, std::string_view text, const Question& question,
                        const TokenizeOptions& options);

/// Asks one question of one text. A candidate of several tokens has the product of their
/// probabilities, each given those before it.
///
/// `options` chooses the heads whose last row is kept.
/// Errors: UsageError if text, cue and a candidate together are longer than the model takes, or a
///         candidate is empty; InputError if the model's logits are not finite.
Answer answer(const TextModel& model, std::string_view text, const Question& question,
              const TokenizeOptions& tokenize_options, const CaptureOptions& options);

}  // namespace attnlab
