// Asks a model what follows a text: the most probable next tokens, the text continued greedily, and
// how well the model predicts a text that is there. It never samples.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/progress.hpp"
#include "capture/next_distribution.hpp"
#include "capture/text_model.hpp"
#include "maps/continuation.hpp"
#include "model/session.hpp"

namespace attnlab {

/// A text that a model has read, and what it says of the token that follows.
class Reading {
  public:
    /// Runs the text. `model` must live as long as this; `n_more` tokens may follow without the
    /// keys and values being moved.
    ///
    /// Errors: UsageError as Gpt2::forward() says; InputError if the model's numbers are not
    /// finite.
    Reading(const TextModel& model, const TokenizedText& input, std::size_t threads,
            std::size_t n_more = 0);

    /// Runs one token more. Errors: as above.
    void append(TokenId id);

    NextDistribution next() const { return NextDistribution(logits_.row(0)); }
    const TextModel& model() const { return *model_; }
    std::size_t n_tokens() const { return session_.size(); }

  private:
    void run(std::span<const TokenId> ids);

    const TextModel* model_;
    std::size_t threads_;
    Session session_;
    Matrix logits_;  // [1, V], after the last token; no other row of them is computed
};

/// The `n` tokens that a model holds most probable after a text, the most probable first; of equals
/// the lowest id first. All of them where the vocabulary has no more.
std::vector<ProbableToken> next_tokens(const Reading& reading, std::size_t n);

/// Whether the model will read the last token of a continuation, too, for which it needs a place.
enum class LastToken { kRead, kUnread };

/// Errors: UsageError if a text of `n_tokens` and `n` more are more than the model takes; one more
///         may follow that stays unread.
void require_places(const ModelInfo& model, std::size_t n_tokens, std::size_t n, LastToken last);

/// Goes on with a text, `n` times by the most probable token, of equals the lowest id. Each token
/// is read once, and the last one not at all.
///
/// It ends with the model's end-of-text token where that is the most probable, as greedy search in
/// Hugging Face's transformers does by default.
///
/// Errors: UsageError as Gpt2::forward() says; InputError if the model's numbers are not finite.
Continuation continue_greedily(Reading& reading, std::size_t n, const OnProgress& on_progress = {});

/// The same from the text on. Errors: before anything runs, as require_places() says, too.
Continuation continue_greedily(const TextModel& model, const TokenizedText& input, std::size_t n,
                               std::size_t threads, const OnProgress& on_progress = {},
                               LastToken last = LastToken::kRead);

/// The mean over the tokens after the first of -log p(token, given all before it).
///
/// Units:  nats.
/// Errors: UsageError if there are fewer than two tokens, or as Gpt2::forward() says.
double next_token_loss(const TextModel& model, std::span<const TokenId> ids, std::size_t threads);

}  // namespace attnlab
