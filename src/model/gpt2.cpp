#include "model/gpt2.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/error.hpp"
#include "base/finite.hpp"
#include "math/matmul.hpp"
#include "model/forward_pass.hpp"

namespace attnlab {

Gpt2::Gpt2(const Config& config, Gpt2Weights weights)
    : config_(config), weights_(std::move(weights)) {}

Gpt2 Gpt2::load(const std::filesystem::path& folder) {
    const Config config = load_config(folder);
    return {config, load_gpt2_weights(folder, config)};
}

Matrix Gpt2::forward(std::span<const TokenId> ids, const ForwardOptions& options,
                     Observer* observer, Intervention* intervention) const {
    const TextInput text = {.ids = ids};
    return forward(std::span(&text, 1), options, observer, intervention);
}

Matrix Gpt2::forward(std::span<const TextInput> texts, const ForwardOptions& options,
                     Observer* observer, Intervention* intervention) const {
    for (const TextInput& text : texts) {
        const std::size_t n_before = text.cache != nullptr ? text.cache->size() : 0;
        if (text.residual.data == nullptr) require_ids(text.ids, n_before);
    }
    return ForwardPass(config_, weights_, texts, options, {observer, intervention}).run();
}

void Gpt2::require_ids(std::span<const TokenId> ids, std::size_t n_before) const {
    if (ids.empty()) throw UsageError("there is no token, expected at least one");
    if (n_before + ids.size() > config_.n_positions) {
        throw UsageError(fmt::format("{} tokens, the model takes {}", n_before + ids.size(),
                                     config_.n_positions),
                         "shorten the text; nothing is cut silently");
    }
    for (std::size_t t = 0; t < ids.size(); ++t) {
        if (ids[t] < 0 || static_cast<std::size_t>(ids[t]) >= config_.vocab_size) {
            throw UsageError(fmt::format("token {} has id {}, expected 0 to {}", n_before + t,
                                         ids[t], config_.vocab_size - 1));
        }
    }
}

Matrix Gpt2::logits(MatrixView hidden, std::size_t threads) const {
    Matrix scores =  // [M, C] x [V, C]^T -> [M, V]
        matmul_transposed(hidden, weights_.lm_head.view(threads), threads);
    if (first_not_finite(scores.values())) weights_.lm_head.require_finite();
    return scores;
}

}  // namespace attnlab
