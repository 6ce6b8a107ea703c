#include "capture/next.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "capture/next_distribution.hpp"

namespace attnlab {
namespace {

/// The logits after the last token: [1, V]. No other row of them is computed.
Matrix logits_after(const Gpt2& model, std::span<const TokenId> ids, std::size_t threads) {
    ForwardOptions options;
    options.threads = threads;
    const Matrix hidden = model.forward(ids, options);
    return model.logits(hidden.view().block(hidden.rows() - 1, 1, 0, hidden.columns()), threads);
}

ProbableToken at_place(const TextModel& model, std::size_t index, TokenId id, double probability) {
    Token token = model.from_ids(std::span(&id, 1)).tokens.front();
    token.index = index;
    return {std::move(token), probability};
}

}  // namespace

std::vector<ProbableToken> next_tokens(const TextModel& model, const TokenizedText& input,
                                       std::size_t n, std::size_t threads) {
    const Matrix logits = logits_after(model.model(), ids_of(input), threads);
    const NextDistribution next(logits.row(0));
    std::vector<ProbableToken> tokens;
    for (const TokenId id : next.most_probable(n)) {
        tokens.push_back(at_place(model, input.tokens.size(), id, next.probability(id)));
    }
    return tokens;
}

std::vector<double> next_probabilities(const TextModel& model, const TokenizedText& input,
                                       std::span<const TokenId> candidates, std::size_t threads) {
    const Matrix logits = logits_after(model.model(), ids_of(input), threads);
    const NextDistribution next(logits.row(0));
    std::vector<double> probabilities;
    for (const TokenId id : candidates) probabilities.push_back(next.probability(id));
    return probabilities;
}

Continuation continue_greedily(const TextModel& model, const TokenizedText& input, std::size_t n,
                               std::size_t threads, const OnProgress& on_progress, LastToken last) {
    std::vector<TokenId> ids = ids_of(input);
    const std::size_t n_unread = last == LastToken::kUnread ? 1 : 0;
    const std::size_t most = model.info().n_positions + n_unread;
    if (ids.size() > model.info().n_positions || n > most - ids.size()) {
        throw UsageError(fmt::format("{} token{} and {} more are {}, the model {} {}", ids.size(),
                                     ids.size() == 1 ? "" : "s", n, ids.size() + n,
                                     n_unread == 0 ? "takes" : "goes on to", most),
                         "ask for fewer, or shorten the text; nothing is cut silently");
    }
    const std::optional<TokenId> end_of_text = model.model().config().eos_token_id;
    Continuation continuation;
    while (continuation.tokens.size() < n && !continuation.ended) {
        const Matrix logits = logits_after(model.model(), ids, threads);
        const NextDistribution next(logits.row(0));
        const TokenId id = next.most_probable(1).front();
        continuation.tokens.push_back(at_place(model, ids.size(), id, next.probability(id)));
        continuation.ended = id == end_of_text;
        ids.push_back(id);
        report(on_progress,
               static_cast<double>(continuation.tokens.size()) / static_cast<double>(n));
    }
    return continuation;
}

double next_token_loss(const TextModel& model, std::span<const TokenId> ids, std::size_t threads) {
    if (ids.size() < 2) {
        throw UsageError(
            fmt::format("{} token{} cannot be foretold from those before, expected two or more",
                        ids.size(), ids.size() == 1 ? "" : "s"));
    }
    ForwardOptions options;
    options.threads = threads;
    const Matrix hidden = model.model().forward(ids, options);
    const Matrix logits =
        model.model().logits(hidden.view().block(0, ids.size() - 1, 0, hidden.columns()), threads);
    double sum = 0.0;
    for (std::size_t i = 0; i < logits.rows(); ++i) {
        sum -= NextDistribution(logits.row(i)).log_probability(ids[i + 1]);
    }
    return sum / static_cast<double>(logits.rows());
}

}  // namespace attnlab
