#include "model/gpt2.hpp"

#include <algorithm>
#include <utility>

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
                     Observer* observer) const {
    ForwardPass pass(config_, weights_, options, observer);
    pass.embed(ids);
    const std::size_t n_layers = std::min(options.n_layers, config_.n_layer);
    const std::size_t n_whole = options.only_heads && n_layers > 0 ? n_layers - 1 : n_layers;
    for (std::size_t layer = 0; layer < n_whole; ++layer) pass.run_layer(layer);
    if (options.only_heads) {
        if (n_whole < n_layers) pass.show_heads(n_whole);
        return {};
    }
    return pass.finish(n_layers);
}

Matrix Gpt2::logits(MatrixView hidden, std::size_t threads) const {
    Matrix scores =  // [M, C] x [V, C]^T -> [M, V]
        matmul_transposed(hidden, weights_.lm_head.view(threads), threads);
    if (first_not_finite(scores.values())) weights_.lm_head.require_finite();
    return scores;
}

}  // namespace attnlab
