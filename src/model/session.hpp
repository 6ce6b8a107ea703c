// A text that grows: what was run of it is kept, and only the tokens that follow are run.
// Causal, as GPT-2 was trained: without the mask a later token would change those before it.

#pragma once

#include <cstddef>
#include <span>

#include "model/gpt2.hpp"

namespace attnlab {

class Session {
  public:
    /// `model` must live as long as the session. `n_expected` tokens have room from the start.
    /// Of the options, threads and scores count; a session runs all layers.
    explicit Session(const Gpt2& model, const ForwardOptions& options = {},
                     std::size_t n_expected = 0)
        : model_(&model), options_(options), cache_(model.config(), n_expected) {}

    /// Runs the tokens that follow. Their rows are equal to the bit to those of one pass over the
    /// whole text, however it is cut.
    ///
    /// Shapes:  ids [T] -> [T, C], the new positions alone.
    /// Errors:  as Gpt2::forward() says; the session is then what it was before.
    Matrix append(std::span<const TokenId> ids, Observer* observer = nullptr,
                  Intervention* intervention = nullptr) {
        const TextInput text = {.ids = ids, .cache = &cache_};
        return model_->forward(std::span(&text, 1), options_, observer, intervention);
    }

    /// How many tokens have been run.
    std::size_t size() const { return cache_.size(); }

    /// Forgets all tokens but the first `n`. Errors: std::logic_error if there are fewer.
    void truncate(std::size_t n) { cache_.truncate(n); }

    /// For a pass over several texts, Gpt2::forward(): each continues its own session.
    KeyValueCache& cache() { return cache_; }

  private:
    const Gpt2* model_;
    ForwardOptions options_;
    KeyValueCache cache_;
};

}  // namespace attnlab
