// What a GPT-2 shows of itself while it runs: each intermediate, in order, layer by layer.
// Observers look; they change nothing, and what they are shown is gone when the call returns.

#pragma once

#include <cstddef>

#include "base/matrix.hpp"

namespace attnlab {

/// The stages of a forward pass, in the order in which an observer sees them. T tokens, C = n_embd,
/// F = n_inner.
enum class Stage {
    kEmbeddings,        // [T, C] wte[id] + wpe[position]; once, as layer 0
    kLn1,               // [T, C] the input of the attention
    kQkv,               // [T, 3C] Q, K and V of all heads, side by side
    kAttentionOutput,   // [T, C] the outputs of all heads, side by side
    kAttentionProject,  // [T, C] after c_proj
    kAfterAttention,    // [T, C] the residual stream with the attention added
    kLn2,               // [T, C] the input of the MLP
    kMlpHidden,         // [T, F] after c_fc
    kMlpActivated,      // [T, F] after GELU
    kMlpProject,        // [T, C] after c_proj
    kBlock,             // [T, C] the residual stream at the end of the layer
    kLnF,               // [T, C] after the last layer norm; once, as layer L
};

/// One head of one layer. T tokens, D = d_k.
struct HeadView {
    std::size_t layer;
    std::size_t head;
    MatrixView q;        // [T, D]
    MatrixView k;        // [T, D]
    MatrixView v;        // [T, D]
    MatrixView scores;   // [T, T] scaled, before the softmax; 0 where a causal mask is closed;
                         // empty if ForwardOptions does without
    MatrixView weights;  // [T, T] the map: row = query, column = key
    MatrixView output;   // [T, D]
};

class Observer {
  public:
    virtual ~Observer() = default;

    /// Called between kQkv and kAttentionOutput, head by head.
    virtual void on_head(const HeadView& head) = 0;

    virtual void on_stage(Stage /*stage*/, std::size_t /*layer*/, MatrixView /*values*/) {}
};

}  // namespace attnlab
