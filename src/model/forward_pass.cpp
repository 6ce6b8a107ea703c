#include "model/forward_pass.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "base/finite.hpp"
#include "base/parallel.hpp"
#include "math/matmul.hpp"
#include "math/rows.hpp"

namespace attnlab {
namespace {

void require_finite(const LayerNormWeights& weights) {
    weights.gain.require_finite();
    weights.bias.require_finite();
}

void require_finite(const LinearWeights& weights) {
    weights.weight.require_finite();
    weights.bias.require_finite();
}

/// How many heads to run before they are shown: all where their maps are small, else one a thread.
std::size_t heads_at_once(std::size_t n_tokens, std::size_t n_heads, std::size_t threads) {
    constexpr std::size_t kMostNumbers = std::size_t{1} << 20U;            // 4 MiB
    const std::size_t fitting = kMostNumbers / (2 * n_tokens * n_tokens);  // scores and weights
    return std::clamp(fitting, std::min(threads, n_heads), n_heads);
}

}  // namespace

ForwardPass::ForwardPass(const Config& config, const Gpt2Weights& weights,
                         const ForwardOptions& options, Observer* observer)
    : config_(config), weights_(weights), options_(options), observer_(observer) {}

void ForwardPass::embed(std::span<const TokenId> ids) {
    if (ids.empty()) throw UsageError("there is no token, expected at least one");
    if (ids.size() > config_.n_positions) {
        throw UsageError(
            fmt::format("{} tokens, the model takes {}", ids.size(), config_.n_positions),
            "shorten the text; nothing is cut silently");
    }
    h_.reshape(ids.size(), config_.n_embd);
    std::vector<float> position(config_.n_embd);
    for (std::size_t t = 0; t < ids.size(); ++t) {
        if (ids[t] < 0 || static_cast<std::size_t>(ids[t]) >= config_.vocab_size) {
            throw UsageError(fmt::format("token {} has id {}, expected 0 to {}", t, ids[t],
                                         config_.vocab_size - 1));
        }
        weights_.wte.read_row(static_cast<std::size_t>(ids[t]), h_.row(t));
        weights_.wpe.read_row(t, position);
        add(position, h_.row(t));
    }
    show(Stage::kEmbeddings, 0, h_);
}

void ForwardPass::run_layer(std::size_t layer) {
    attend(layer);
    show(Stage::kAfterAttention, layer, h_);
    transform(layer);
    show(Stage::kBlock, layer, h_);
    // What is NaN or infinite in the stream stays so: it is enough to look here. The heads have
    // looked at what came before them.
    const std::optional<std::size_t> bad = first_not_finite(h_.values());
    if (!bad) return;
    const BlockWeights& block = weights_.blocks[layer];
    require_finite(block.attn_c_proj);
    require_finite(block.ln_2);
    require_finite(block.c_fc);
    require_finite(block.mlp_c_proj);
    throw InputError(fmt::format("layer {}: a number overflows: {} in row {}, column {}", layer,
                                 name_of_not_finite(h_.values()[*bad]), *bad / h_.columns(),
                                 *bad % h_.columns()));
}

void ForwardPass::show_heads(std::size_t layer) {
    const BlockWeights& block = weights_.blocks[layer];
    normalize(block.ln_1);
    show(Stage::kLn1, layer, x_);
    multiply(x_, block.c_attn, qkv_);  // [T, C] -> [T, 3C]
    show(Stage::kQkv, layer, qkv_);
    try {
        run_heads(layer);  // [T, 3C] -> [T, C]
    } catch (const InputError&) {
        require_finite(block.ln_1);
        require_finite(block.c_attn);
        throw;
    }
    show(Stage::kAttentionOutput, layer, merged_);
}

Matrix ForwardPass::finish(std::size_t n_layers) {
    normalize(weights_.ln_f);
    show(Stage::kLnF, n_layers, x_);
    if (first_not_finite(x_.values())) require_finite(weights_.ln_f);
    return std::move(x_);
}

/// Multi-head attention: [T, C] -> [T, C].
void ForwardPass::attend(std::size_t layer) {
    show_heads(layer);
    multiply(merged_, weights_.blocks[layer].attn_c_proj, projected_);  // [T, C] -> [T, C]
    show(Stage::kAttentionProject, layer, projected_);
    add_projected();
}

/// Every head by itself, some at the same time.
void ForwardPass::run_heads(std::size_t layer) {
    const std::size_t T = h_.rows();
    const std::size_t C = config_.n_embd;
    const std::size_t D = config_.d_k();
    AttentionOptions options;
    options.mask = options_.causal ? Mask::kCausal : Mask::kNone;
    options.scale = config_.attention_scale(layer);
    // What the mask closes is half of the work, and nobody looks at it.
    options.keep_scores = options_.scores ? KeepScores::kOpen : KeepScores::kNone;
    merged_.reshape(T, C);
    const std::size_t threads = worthwhile_threads(2 * T * T * C, options_.threads);
    heads_.resize(heads_at_once(T, config_.n_head, threads));

    const auto part = [&](std::size_t i, std::size_t head) {  // 0: q, 1: k, 2: v
        return qkv_.view().block(0, T, i * C + head * D, D);
    };
    for (std::size_t first = 0; first < config_.n_head; first += heads_.size()) {
        const std::size_t n = std::min(heads_.size(), config_.n_head - first);
        parallel_for(n, threads, [&](std::size_t i) {
            const std::size_t head = first + i;
            try {
                attention(part(0, head), part(1, head), part(2, head), options, heads_[i]);
            } catch (const InputError& error) {
                throw InputError(fmt::format("head {}.{}: {}", layer, head, error.what()));
            }
            copy(heads_[i].output, merged_.view().block(0, T, head * D, D));
        });
        for (std::size_t i = 0; observer_ != nullptr && i < n; ++i) {
            const std::size_t head = first + i;
            observer_->on_head({layer, head, part(0, head), part(1, head), part(2, head),
                                heads_[i].scores, heads_[i].weights, heads_[i].output});
        }
    }
}

/// The MLP: [T, C] -> [T, F] -> [T, C].
void ForwardPass::transform(std::size_t layer) {
    const BlockWeights& block = weights_.blocks[layer];
    normalize(block.ln_2);
    show(Stage::kLn2, layer, x_);
    multiply(x_, block.c_fc, hidden_);  // [T, C] -> [T, F]
    show(Stage::kMlpHidden, layer, hidden_);
    for_each_row(hidden_.columns(), [&](std::size_t t) { gelu(hidden_.row(t)); });
    show(Stage::kMlpActivated, layer, hidden_);
    multiply(hidden_, block.mlp_c_proj, projected_);  // [T, F] -> [T, C]
    show(Stage::kMlpProject, layer, projected_);
    add_projected();
}

void ForwardPass::normalize(const LayerNormWeights& weights) {
    x_.reshape(h_.rows(), h_.columns());
    const std::span<const float> gain = weights.gain.view().row(0);
    const std::span<const float> bias = weights.bias.view().row(0);
    for_each_row(h_.columns(), [&](std::size_t t) {
        layer_norm(h_.row(t), gain, bias, config_.layer_norm_epsilon, x_.row(t));
    });
}

void ForwardPass::multiply(MatrixView x, const LinearWeights& weights, Matrix& y) {
    y.reshape(x.rows, weights.weight.columns());
    matmul(x, weights.weight.view(options_.threads), weights.bias.view(), y.view(),
           options_.threads);
}

void ForwardPass::add_projected() {
    for_each_row(h_.columns(), [&](std::size_t t) { add(projected_.row(t), h_.row(t)); });
}

void ForwardPass::show(Stage stage, std::size_t layer, MatrixView values) const {
    if (observer_ != nullptr) observer_->on_stage(stage, layer, values);
}

template <class Body>
void ForwardPass::for_each_row(std::size_t columns, const Body& body) const {
    constexpr std::size_t kOperations = 32;  // what one number costs, in multiplications of matmul
    constexpr std::size_t kRowsAtOnce = 8;
    const std::size_t T = h_.rows();
    const std::size_t threads = worthwhile_threads(T * columns * kOperations, options_.threads);
    parallel_for((T + kRowsAtOnce - 1) / kRowsAtOnce, threads, [&](std::size_t part) {
        const std::size_t end = std::min((part + 1) * kRowsAtOnce, T);
        for (std::size_t t = part * kRowsAtOnce; t < end; ++t) body(t);
    });
}

}  // namespace attnlab
