// One run of a GPT-2 over one text: the residual stream, and the memory that all layers share.
// Each step shows its result to the observer and is over before the next one begins.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "attention/attention.hpp"
#include "base/matrix.hpp"
#include "base/token_id.hpp"
#include "model/gpt2.hpp"

namespace attnlab {

class ForwardPass {
  public:
    /// Everything given must live as long as the pass; `observer` may be null.
    ForwardPass(const Config& config, const Gpt2Weights& weights, const ForwardOptions& options,
                Observer* observer);

    /// wte[id] + wpe[position]: [T] -> [T, C].
    ///
    /// Errors: UsageError if there is no id, too many of them, or one out of range.
    void embed(std::span<const TokenId> ids);

    /// One layer: attention and MLP, each after its layer norm and added to the stream.
    ///
    /// Errors: InputError naming the tensor where a weight is NaN or infinite, else layer and head,
    ///         or layer and row, where a number overflows.
    void run_layer(std::size_t layer);

    /// A layer up to the outputs of its heads.
    ///
    /// Errors: as run_layer().
    void show_heads(std::size_t layer);

    /// The last layer norm: [T, C] -> [T, C].
    Matrix finish(std::size_t n_layers);

  private:
    void attend(std::size_t layer);
    void run_heads(std::size_t layer);
    void transform(std::size_t layer);
    void normalize(const LayerNormWeights& weights);
    void multiply(MatrixView x, const LinearWeights& weights, Matrix& y);
    void add_projected();
    void show(Stage stage, std::size_t layer, MatrixView values) const;

    /// Does `body` for each row of a stage, on as many threads as it is worth.
    template <class Body>
    void for_each_row(std::size_t columns, const Body& body) const;

    const Config& config_;
    const Gpt2Weights& weights_;
    const ForwardOptions& options_;
    Observer* observer_;

    Matrix h_;                            // [T, C] the residual stream
    Matrix x_;                            // [T, C] what a layer norm makes of it
    Matrix qkv_;                          // [T, 3C] Q, K and V of all heads, side by side
    Matrix merged_;                       // [T, C] the outputs of all heads, side by side
    Matrix hidden_;                       // [T, F] inside the MLP
    Matrix projected_;                    // [T, C] what is added to the stream
    std::vector<AttentionResult> heads_;  // those that run at the same time
};

}  // namespace attnlab
