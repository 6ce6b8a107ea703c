// Asks a model what follows a text: the most probable next tokens, the text continued greedily, and
// how well the model foretells a text that is there. It never draws lots.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/progress.hpp"
#include "capture/text_model.hpp"
#include "maps/continuation.hpp"

namespace attnlab {

/// The `n` tokens that a model holds most probable after a text, the most probable first; of equals
/// the lowest id first. All of them where the vocabulary has no more.
///
/// Errors: UsageError as Gpt2::forward() says; InputError if the model's numbers are not finite.
std::vector<ProbableToken> next_tokens(const TextModel& model, const TokenizedText& input,
                                       std::size_t n, std::size_t threads);

/// The probability of each of some tokens after a text, in their order.
///
/// Errors: as next_tokens(). Each id must be below vocab_size.
std::vector<double> next_probabilities(const TextModel& model, const TokenizedText& input,
                                       std::span<const TokenId> candidates, std::size_t threads);

/// Whether the model will read the last token of a continuation, too, for which it needs a place.
enum class LastToken { kRead, kUnread };

/// Goes on with a text, `n` times by the most probable token, of equals the lowest id.
///
/// It ends with the model's end-of-text token where that is the most probable, as greedy search in
/// Hugging Face's transformers does by default. The model reads the whole text anew for each token:
/// it keeps nothing between them.
///
/// Errors: UsageError, before anything runs, if text and continuation together have more tokens
///         than the model takes, and one that stays unread; else as next_tokens().
Continuation continue_greedily(const TextModel& model, const TokenizedText& input, std::size_t n,
                               std::size_t threads, const OnProgress& on_progress = {},
                               LastToken last = LastToken::kRead);

/// The mean over the tokens after the first of -log p(token, given all before it).
///
/// Units:  nats.
/// Errors: UsageError if there are fewer than two tokens, or as Gpt2::forward() says.
double next_token_loss(const TextModel& model, std::span<const TokenId> ids, std::size_t threads);

}  // namespace attnlab
