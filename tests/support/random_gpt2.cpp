#include "support/random_gpt2.hpp"

#include <cstddef>
#include <string_view>
#include <utility>

#include "support/random_weights.hpp"

namespace attnlab::testing {
namespace {

/// Makes one tensor after the other, in the order of the rule.
class Maker {
  public:
    Maker(std::uint64_t seed, Gpt2Weights& weights) : seed_(seed), weights_(weights) {}

    /// [rows, columns]; `inputs` is the number of terms in the sums of a matrix.
    WeightMatrix make(std::string_view name, std::size_t rows, std::size_t columns,
                      std::size_t inputs) {
        Matrix tensor(rows, columns);
        fill_random_tensor(seed_, index_++, random_range(name, inputs), tensor.values());
        weights_.n_parameters += rows * columns;
        return WeightMatrix(std::move(tensor));
    }

    LayerNormWeights layer_norm(std::string_view gain, std::string_view bias, std::size_t C) {
        const WeightMatrix g = make(gain, 1, C, 0);
        return {g, make(bias, 1, C, 0)};
    }

    LinearWeights linear(std::string_view weight, std::string_view bias, std::size_t in,
                         std::size_t out) {
        const WeightMatrix w = make(weight, in, out, in);
        return {w, make(bias, 1, out, 0)};
    }

  private:
    std::uint64_t seed_;
    std::size_t index_ = 0;
    Gpt2Weights& weights_;
};

}  // namespace

Gpt2Weights random_gpt2_weights(const Config& config, std::uint64_t seed) {
    const std::size_t C = config.n_embd;
    Gpt2Weights weights;
    Maker maker(seed, weights);
    weights.wte = maker.make("wte.weight", config.vocab_size, C, 0);
    weights.wpe = maker.make("wpe.weight", config.n_positions, C, 0);
    for (std::size_t layer = 0; layer < config.n_layer; ++layer) {
        BlockWeights block;
        block.ln_1 = maker.layer_norm("ln_1.weight", "ln_1.bias", C);
        block.c_attn = maker.linear("attn.c_attn.weight", "attn.c_attn.bias", C, 3 * C);
        block.attn_c_proj = maker.linear("attn.c_proj.weight", "attn.c_proj.bias", C, C);
        block.ln_2 = maker.layer_norm("ln_2.weight", "ln_2.bias", C);
        block.c_fc = maker.linear("mlp.c_fc.weight", "mlp.c_fc.bias", C, config.n_inner);
        block.mlp_c_proj = maker.linear("mlp.c_proj.weight", "mlp.c_proj.bias", config.n_inner, C);
        weights.blocks.push_back(block);
    }
    weights.ln_f = maker.layer_norm("ln_f.weight", "ln_f.bias", C);
    weights.head_is_tied = config.tie_word_embeddings;
    weights.lm_head =
        weights.head_is_tied ? weights.wte : maker.make("lm_head.weight", config.vocab_size, C, C);
    weights.storage_type = "F32";
    return weights;
}

}  // namespace attnlab::testing
