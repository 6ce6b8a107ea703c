#include "capture/next.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "capture/next_distribution.hpp"

namespace attnlab {
namespace {

ProbableToken at_place(const TextModel& model, std::size_t index, TokenId id, double probability) {
    Token token = model.from_ids(std::span(&id, 1)).tokens.front();
    token.index = index;
    return {std::move(token), probability};
}

}  // namespace

Reading::Reading(const TextModel& model, const TokenizedText& input, std::size_t threads,
                 std::size_t n_more)
    : model_(&model),
      threads_(threads),
      session_(model.model(), {.scores = false, .threads = threads}, input.tokens.size() + n_more) {
    run(ids_of(input));
}

void Reading::append(TokenId id) { run(std::span(&id, 1)); }

void Reading::run(std::span<const TokenId> ids) {
    const Matrix hidden = session_.append(ids);
    logits_ = model_->model().logits(hidden.view().block(hidden.rows() - 1, 1, 0, hidden.columns()),
                                     threads_);
}

std::vector<ProbableToken> next_tokens(const Reading& reading, std::size_t n) {
    const NextDistribution next = reading.next();
    std::vector<ProbableToken> tokens;
    for (const TokenId id : next.most_probable(n)) {
        tokens.push_back(at_place(reading.model(), reading.n_tokens(), id, next.probability(id)));
    }
    return tokens;
}

void require_places(const ModelInfo& model, std::size_t n_tokens, std::size_t n, LastToken last) {
    const std::size_t n_unread = last == LastToken::kUnread ? 1 : 0;
    const std::size_t most = model.n_positions + n_unread;
    if (n_tokens <= model.n_positions && n <= most - n_tokens) return;
    throw UsageError(fmt::format("{} token{} and {} more are {}, the model {} {}", n_tokens,
                                 n_tokens == 1 ? "" : "s", n, n_tokens + n,
                                 n_unread == 0 ? "takes" : "goes on to", most),
                     "ask for fewer, or shorten the text; nothing is cut silently");
}

Continuation continue_greedily(Reading& reading, std::size_t n, const OnProgress& on_progress) {
    const std::optional<TokenId> end_of_text = reading.model().model().config().eos_token_id;
    Continuation continuation;
    while (continuation.tokens.size() < n && !continuation.ended) {
        if (!continuation.tokens.empty()) reading.append(continuation.tokens.back().token.id);
        continuation.tokens.push_back(next_tokens(reading, 1).front());
        continuation.ended = continuation.tokens.back().token.id == end_of_text;
        report(on_progress,
               static_cast<double>(continuation.tokens.size()) / static_cast<double>(n));
    }
    return continuation;
}

Continuation continue_greedily(const TextModel& model, const TokenizedText& input, std::size_t n,
                               std::size_t threads, const OnProgress& on_progress, LastToken last) {
    require_places(model.info(), input.tokens.size(), n, last);
    Reading reading(model, input, threads, n);
    return continue_greedily(reading, n, on_progress);
}

double next_token_loss(const TextModel& model, std::span<const TokenId> ids, std::size_t threads) {
    if (ids.size() < 2) {
        throw UsageError(
            fmt::format("{} token{} cannot be predicted from those before, expected two or more",
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
