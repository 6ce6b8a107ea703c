#include "model/forward_pass.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

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

}  // namespace

// N tokens of all texts, C = n_embd, F = n_inner.
Matrix ForwardPass::run() const {
    Workspace m;
    Matrix x = embed();  // [N] -> [N, C]: the residual stream
    for (std::size_t l = options_.first_layer; l < end_; ++l) {
        const BlockWeights& block = weights_.blocks[l];
        at(Stage::kBeforeBlock, l, x);

        // x += linear(multi_head_attention(linear(layer_norm(x, ln_1), c_attn)), c_proj)
        layer_norm(x, block.ln_1, m.normed);  // [N, C] -> [N, C]
        at(Stage::kLn1, l, m.normed);
        linear(m.normed, block.c_attn, m.qkv);  // [N, C] -> [N, 3C]
        at(Stage::kQkv, l, m.qkv);
        multi_head_attention(m.qkv, l, m.z, m.heads);  // [N, 3C] -> [N, C]
        at(Stage::kAttentionOutput, l, m.z);
        if (options_.only_heads && l + 1 == end_) break;
        linear(m.z, block.attn_c_proj, m.added);  // [N, C] -> [N, C]
        at(Stage::kAttentionProject, l, m.added);
        add(m.added, x);
        at(Stage::kAfterAttention, l, x);

        // x += linear(gelu(linear(layer_norm(x, ln_2), c_fc)), c_proj)
        layer_norm(x, block.ln_2, m.normed);  // [N, C] -> [N, C]
        at(Stage::kLn2, l, m.normed);
        linear(m.normed, block.c_fc, m.hidden);  // [N, C] -> [N, F]
        at(Stage::kMlpHidden, l, m.hidden);
        gelu(m.hidden);
        at(Stage::kMlpActivated, l, m.hidden);
        linear(m.hidden, block.mlp_c_proj, m.added);  // [N, F] -> [N, C]
        at(Stage::kMlpProject, l, m.added);
        add(m.added, x);
        at(Stage::kBlock, l, x);
        require_finite_block(x, l);
    }
    for (const TextInput& text : texts_) {
        if (text.cache != nullptr) text.cache->advance(text.size());
    }
    if (options_.only_heads) return {};
    layer_norm(x, weights_.ln_f, m.normed);  // [N, C] -> [N, C]
    at(Stage::kLnF, end_, m.normed);
    if (first_not_finite(m.normed.values())) attnlab::require_finite(weights_.ln_f);
    return std::move(m.normed);
}

ForwardPass::ForwardPass(const Config& config, const Gpt2Weights& weights,
                         std::span<const TextInput> texts, const ForwardOptions& options,
                         Hooks hooks)
    : config_(config),
      weights_(weights),
      texts_(texts),
      options_(options),
      hooks_(hooks),
      first_rows_({0}),
      end_(std::min(options.n_layers, config.n_layer)) {
    for (const TextInput& text : texts) {
        first_rows_.push_back(first_rows_.back() + text.size());
        const bool has_residual = text.residual.data != nullptr;
        if (has_residual ? text.residual.columns != config.n_embd : options.first_layer > 0) {
            throw std::logic_error(
                "a pass that begins in the middle needs a residual stream of n_embd columns");
        }
        if (text.cache == nullptr) continue;
        if (!options.causal || end_ < config.n_layer) {
            throw std::logic_error("a text is continued causally and through all layers");
        }
        text.cache->reserve(text.size());
    }
}

/// wte[id] + wpe[position], or the residual stream that is given: [N] -> [N, C].
Matrix ForwardPass::embed() const {
    Matrix x(first_rows_.back(), config_.n_embd);
    std::vector<float> position(config_.n_embd);
    bool has_ids = false;
    for (std::size_t text = 0; text < texts_.size(); ++text) {
        const TextInput& input = texts_[text];
        for (std::size_t t = 0; t < input.size(); ++t) {
            const std::span<float> row = x.row(first_rows_[text] + t);
            if (input.residual.data != nullptr) {
                std::ranges::copy(input.residual.row(t), row.begin());
                continue;
            }
            has_ids = true;
            weights_.wte.read_row(static_cast<std::size_t>(input.ids[t]), row);
            weights_.wpe.read_row(n_before(text) + t, position);
            attnlab::add(position, row);
        }
    }
    if (has_ids) at(Stage::kEmbeddings, 0, x);
    return x;
}

/// Each row by itself: [N, C] -> [N, C].
void ForwardPass::layer_norm(MatrixView x, const LayerNormWeights& weights, Matrix& y) const {
    y.reshape(x.rows, x.columns);
    const std::span<const float> gain = weights.gain.view().row(0);
    const std::span<const float> bias = weights.bias.view().row(0);
    for_each_row(x.rows, x.columns, [&](std::size_t t) {
        attnlab::layer_norm(x.row(t), gain, bias, config_.layer_norm_epsilon, y.row(t));
    });
}

/// x W + b: [N, in] -> [N, out].
void ForwardPass::linear(MatrixView x, const LinearWeights& weights, Matrix& y) const {
    y.reshape(x.rows, weights.weight.columns());
    matmul(x, weights.weight.view(options_.threads), weights.bias.view(), y.view(),
           options_.threads);
}

/// Every head of every text by itself, some at the same time: [N, 3C] -> [N, C].
void ForwardPass::multi_head_attention(MatrixView qkv, std::size_t layer, Matrix& z,
                                       std::vector<AttentionResult>& heads) const {
    const std::size_t D = config_.d_k();
    const std::size_t H = config_.n_head;
    std::size_t n_weights = 0;  // of one head of all texts
    for (std::size_t text = 0; text < texts_.size(); ++text) {
        n_weights += texts_[text].size() * (n_before(text) + texts_[text].size());
    }
    const std::size_t threads =
        worthwhile_threads(2 * n_weights * config_.n_embd, options_.threads);
    // All heads where their maps are small, else one a thread.
    constexpr std::size_t kMostNumbers = std::size_t{1} << 20U;      // 4 MiB
    const std::size_t fitting = kMostNumbers / (2 * n_weights + 1);  // scores and weights
    const std::size_t at_once = std::clamp(fitting, std::min(threads, H), H);
    heads.resize(at_once * texts_.size());
    z.reshape(qkv.rows, config_.n_embd);

    for (std::size_t first = 0; first < H; first += at_once) {
        const std::size_t n = std::min(at_once, H - first) * texts_.size();
        const auto place = [&](std::size_t i) {
            return HeadPlace{layer, first + i / texts_.size(), i % texts_.size()};
        };
        parallel_for(n, threads, [&](std::size_t i) {
            const auto [l, head, text] = place(i);
            run_head({l, head, text}, rows_of(text, qkv), heads[i]);
            copy(heads[i].output,
                 z.view().block(first_rows_[text], texts_[text].size(), head * D, D));
        });
        for (std::size_t i = 0; hooks_.observer != nullptr && i < n; ++i) {
            const auto [l, head, text] = place(i);
            const auto part = [&, h = head, t = text](std::size_t which) {  // 0: q, 1: k, 2: v
                return rows_of(t, qkv).block(0, texts_[t].size(), which * H * D + h * D, D);
            };
            hooks_.observer->on_head({l, head, heads[i].weights, heads[i].scores, part(0), part(1),
                                      part(2), heads[i].output},
                                     text);
        }
    }
}

/// One head of one text: attention(Q, K, V) of its columns of qkv, [T, 3C] -> [T, D].
void ForwardPass::run_head(const HeadPlace& place, MatrixView qkv, AttentionResult& result) const {
    const std::size_t D = config_.d_k();
    const auto part = [&](std::size_t i) {
        return qkv.block(0, qkv.rows, i * config_.n_embd + place.head * D, D);
    };
    AttentionOptions options;
    options.mask = options_.causal ? Mask::kCausal : Mask::kNone;
    options.scale = config_.attention_scale(place.layer);
    // What the mask closes is half of the work, and nobody looks at it.
    options.keep_scores = options_.scores ? KeepScores::kOpen : KeepScores::kNone;
    if (hooks_.intervention != nullptr) {
        options.change_weights = [&](std::size_t first, MutableMatrixView weights) {
            hooks_.intervention->change_weights(place, first, weights);
        };
    }
    try {
        if (KeyValueCache* cache = texts_[place.text].cache) {
            attention(part(0), cache->put(place.layer, place.head, part(1), part(2)), options,
                      result);
        } else {
            attention(part(0), part(1), part(2), options, result);
        }
    } catch (const InputError& error) {
        attnlab::require_finite(weights_.blocks[place.layer].ln_1);
        attnlab::require_finite(weights_.blocks[place.layer].c_attn);
        throw InputError(fmt::format("head {}.{}: {}", place.layer, place.head, error.what()));
    }
    if (hooks_.intervention != nullptr) {
        hooks_.intervention->change_output(place, result.output.view());
    }
}

/// Each number by itself: [N, F] -> [N, F].
void ForwardPass::gelu(Matrix& x) const {
    for_each_row(x.rows(), x.columns(), [&](std::size_t t) { attnlab::gelu(x.row(t)); });
}

/// x += added: [N, C].
void ForwardPass::add(MatrixView added, Matrix& x) const {
    for_each_row(x.rows(), x.columns(),
                 [&](std::size_t t) { attnlab::add(added.row(t), x.row(t)); });
}

/// What may be changed here is changed, then it is shown.
void ForwardPass::at(Stage stage, std::size_t layer, Matrix& values) const {
    if (hooks_.intervention != nullptr) {
        hooks_.intervention->change_stage(stage, layer, values.view());
    }
    if (hooks_.observer != nullptr) hooks_.observer->on_stage(stage, layer, values);
}

/// What is NaN or infinite in the stream stays so: it is enough to look here. The heads have looked
/// at what came before them.
void ForwardPass::require_finite_block(MatrixView x, std::size_t layer) const {
    const std::optional<std::size_t> bad = first_not_finite({x.data, x.rows * x.columns});
    if (!bad) return;
    const BlockWeights& block = weights_.blocks[layer];
    attnlab::require_finite(block.attn_c_proj);
    attnlab::require_finite(block.ln_2);
    attnlab::require_finite(block.c_fc);
    attnlab::require_finite(block.mlp_c_proj);
    throw InputError(fmt::format("layer {}: a number overflows: {} in row {}, column {}", layer,
                                 name_of_not_finite(x.data[*bad]), *bad / x.columns,
                                 *bad % x.columns));
}

/// The rows of one text in a matrix of all: [N, columns] -> [T, columns].
MatrixView ForwardPass::rows_of(std::size_t text, MatrixView all) const {
    return all.block(first_rows_[text], texts_[text].size(), 0, all.columns);
}

/// How many tokens of a text were run before this pass.
std::size_t ForwardPass::n_before(std::size_t text) const {
    return texts_[text].cache != nullptr ? texts_[text].cache->size() : 0;
}

/// Does `body` for each row of a stage, on as many threads as it is worth.
template <class Body>
void ForwardPass::for_each_row(std::size_t n_rows, std::size_t n_columns, const Body& body) const {
    constexpr std::size_t kOperations = 32;  // what one number costs, in multiplications of matmul
    constexpr std::size_t kRowsAtOnce = 8;
    const std::size_t threads =
        worthwhile_threads(n_rows * n_columns * kOperations, options_.threads);
    parallel_for((n_rows + kRowsAtOnce - 1) / kRowsAtOnce, threads, [&](std::size_t part) {
        const std::size_t end = std::min((part + 1) * kRowsAtOnce, n_rows);
        for (std::size_t t = part * kRowsAtOnce; t < end; ++t) body(t);
    });
}

}  // namespace attnlab
