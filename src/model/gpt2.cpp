#include "model/gpt2.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "attention/attention.hpp"
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "math/matmul.hpp"
#include "math/rows.hpp"

namespace attnlab {
namespace {

void add(const Matrix& x, Matrix& to) {
    const std::span<const float> from = x.values();
    const std::span<float> sums = to.values();
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += from[i];
}

void show(Observer* observer, Stage stage, std::size_t layer, MatrixView values) {
    if (observer != nullptr) observer->on_stage(stage, layer, values);
}

}  // namespace

Gpt2::Gpt2(const Config& config, Gpt2Weights weights)
    : config_(config), weights_(std::move(weights)) {}

Gpt2 Gpt2::load(const std::filesystem::path& folder, std::size_t threads) {
    const Config config = load_config(folder);
    return {config, load_gpt2_weights(folder, config, threads)};
}

Matrix Gpt2::forward(std::span<const TokenId> ids, const ForwardOptions& options,
                     Observer* observer) const {
    Matrix h = embed(ids);  // [T] -> [T, C]
    show(observer, Stage::kEmbeddings, 0, h);
    const std::size_t n_layers = std::min(options.n_layers, config_.n_layer);
    for (std::size_t layer = 0; layer < n_layers; ++layer) {
        const BlockWeights& block = weights_.blocks[layer];
        const float epsilon = config_.layer_norm_epsilon;

        const Matrix ln_1 = layer_norm(h, block.ln_1.gain, block.ln_1.bias, epsilon);
        show(observer, Stage::kLn1, layer, ln_1);
        add(attend(layer, ln_1, options, observer), h);
        show(observer, Stage::kAfterAttention, layer, h);

        const Matrix ln_2 = layer_norm(h, block.ln_2.gain, block.ln_2.bias, epsilon);
        show(observer, Stage::kLn2, layer, ln_2);
        add(transform(layer, ln_2, options, observer), h);
        show(observer, Stage::kBlock, layer, h);
    }
    Matrix ln_f = layer_norm(h, weights_.ln_f.gain, weights_.ln_f.bias, config_.layer_norm_epsilon);
    show(observer, Stage::kLnF, n_layers, ln_f);
    return ln_f;
}

Matrix Gpt2::logits(MatrixView hidden, std::size_t threads) const {
    return matmul_transposed(hidden, weights_.lm_head, threads);  // [M, C] x [V, C]^T -> [M, V]
}

Matrix Gpt2::embed(std::span<const TokenId> ids) const {
    if (ids.empty()) throw UsageError("there is no token, expected at least one");
    if (ids.size() > config_.n_positions) {
        throw UsageError(
            fmt::format("{} tokens, the model takes {}", ids.size(), config_.n_positions),
            "shorten the text; nothing is cut silently");
    }
    Matrix h(ids.size(), config_.n_embd);
    for (std::size_t t = 0; t < ids.size(); ++t) {
        if (ids[t] < 0 || static_cast<std::size_t>(ids[t]) >= config_.vocab_size) {
            throw UsageError(fmt::format("token {} has id {}, expected 0 to {}", t, ids[t],
                                         config_.vocab_size - 1));
        }
        const std::span<const float> token = weights_.wte.row(static_cast<std::size_t>(ids[t]));
        const std::span<const float> position = weights_.wpe.row(t);
        const std::span<float> row = h.row(t);
        for (std::size_t c = 0; c < row.size(); ++c) row[c] = token[c] + position[c];
    }
    return h;
}

/// Multi-head attention: [T, C] -> [T, C].
Matrix Gpt2::attend(std::size_t layer, MatrixView x, const ForwardOptions& options,
                    Observer* observer) const {
    const BlockWeights& block = weights_.blocks[layer];
    const std::size_t T = x.rows;
    const std::size_t C = config_.n_embd;
    const std::size_t D = config_.d_k();
    const Matrix qkv =  // [T, C] -> [T, 3C]
        matmul(x, block.c_attn.weight, block.c_attn.bias, options.threads);
    const MatrixView all = qkv.view();
    show(observer, Stage::kQkv, layer, all);

    AttentionOptions attention_options;
    attention_options.mask = options.causal ? Mask::kCausal : Mask::kNone;
    attention_options.scale = config_.attention_scale(layer);

    Matrix merged(T, C);
    const MutableMatrixView outputs = merged.view();
    const auto head_view = [&](std::size_t head, const AttentionResult& result) -> HeadView {
        return {layer,
                head,
                all.block(0, T, head * D, D),
                all.block(0, T, C + head * D, D),
                all.block(0, T, 2 * C + head * D, D),
                result.scores,
                result.weights,
                result.output};
    };
    std::vector<AttentionResult> heads(config_.n_head);
    const std::size_t threads = worthwhile_threads(2 * T * T * C, options.threads);
    parallel_for(config_.n_head, threads, [&](std::size_t head) {
        const HeadView in = head_view(head, {});
        try {
            heads[head] = attention(in.q, in.k, in.v, attention_options);
        } catch (const InputError& error) {
            throw InputError(fmt::format("head {}.{}: {}", layer, head, error.what()));
        }
        copy(heads[head].output, outputs.block(0, T, head * D, D));
    });
    for (std::size_t head = 0; observer != nullptr && head < heads.size(); ++head) {
        observer->on_head(head_view(head, heads[head]));
    }
    show(observer, Stage::kAttentionOutput, layer, merged);
    Matrix projected =  // [T, C] -> [T, C]
        matmul(merged, block.attn_c_proj.weight, block.attn_c_proj.bias, options.threads);
    show(observer, Stage::kAttentionProject, layer, projected);
    return projected;
}

/// The MLP: [T, C] -> [T, F] -> [T, C].
Matrix Gpt2::transform(std::size_t layer, MatrixView x, const ForwardOptions& options,
                       Observer* observer) const {
    const BlockWeights& block = weights_.blocks[layer];
    Matrix hidden = matmul(x, block.c_fc.weight, block.c_fc.bias, options.threads);
    show(observer, Stage::kMlpHidden, layer, hidden);
    gelu(hidden.values());
    show(observer, Stage::kMlpActivated, layer, hidden);
    Matrix projected =
        matmul(hidden, block.mlp_c_proj.weight, block.mlp_c_proj.bias, options.threads);
    show(observer, Stage::kMlpProject, layer, projected);
    return projected;
}

}  // namespace attnlab
