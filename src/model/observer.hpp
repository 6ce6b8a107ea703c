// What a GPT-2 shows of itself while it runs, and what may be changed in it: each intermediate, in
// order, layer by layer. An observer looks and changes nothing; an intervention changes.
//
// The names behind the stages are those of TransformerLens's hook points, l the layer.

#pragma once

#include <cstddef>

#include "base/matrix.hpp"
#include "maps/head.hpp"

namespace attnlab {

/// The stages of a forward pass, in their order. N the tokens of all texts that are run, one text
/// after another; C = n_embd, F = n_inner.
enum class Stage {
    kEmbeddings,   // [N, C] wte[id] + wpe[position]; once, as layer 0: hook_embed and
                   //        hook_pos_embed together
    kBeforeBlock,  // [N, C] the residual stream before the layer: blocks.l.hook_resid_pre
    kLn1,          // [N, C] the input of the attention: blocks.l.ln1.hook_normalized, with gain
                   //        and bias
    kQkv,          // [N, 3C] Q, K and V of all heads, side by side: blocks.l.attn.hook_q, _k, _v
    kAttentionOutput,   // [N, C] the outputs of all heads, side by side: blocks.l.attn.hook_z
    kAttentionProject,  // [N, C] after c_proj, what attention adds: blocks.l.hook_attn_out
    kAfterAttention,    // [N, C] the residual stream with that added: blocks.l.hook_resid_mid
    kLn2,               // [N, C] the input of the MLP: blocks.l.ln2.hook_normalized, likewise
    kMlpHidden,         // [N, F] after c_fc: blocks.l.mlp.hook_pre
    kMlpActivated,      // [N, F] after GELU: blocks.l.mlp.hook_post
    kMlpProject,        // [N, C] after c_proj, what the MLP adds: blocks.l.hook_mlp_out
    kBlock,             // [N, C] the residual stream after the layer: blocks.l.hook_resid_post
    kLnF,               // [N, C] after the last layer norm; once, as layer L: ln_final
};

/// Looks on. What it is shown is gone when the call returns.
class Observer {
  public:
    virtual ~Observer() = default;

    /// Called between kQkv and kAttentionOutput, head by head, and for each head text by text. The
    /// views of a head live until it has been shown in the last text.
    virtual void on_head(const HeadView& head, std::size_t text) = 0;

    virtual void on_stage(Stage /*stage*/, std::size_t /*layer*/, MatrixView /*values*/) {}
};

/// One head of one text, as an intervention meets it.
struct HeadPlace {
    std::size_t layer = 0;
    std::size_t head = 0;
    std::size_t text = 0;
};

/// Changes numbers in place, before anything is made of them and before an observer sees them. What
/// it leaves alone stays the same to the bit.
///
/// Source: ablation, activation patching and steering, as TransformerLens's hooks do them.
class Intervention {
  public:
    virtual ~Intervention() = default;

    /// Any stage; the rows are those of all texts.
    virtual void change_stage(Stage /*stage*/, std::size_t /*layer*/,
                              MutableMatrixView /*values*/) {}

    /// Rows of a head's map, before they meet the values, [n, S]; the first is row `first` of the
    /// text's. blocks.l.attn.hook_pattern.
    ///
    /// Heads run at the same time: calls for different heads may come from several threads at once.
    virtual void change_weights(const HeadPlace& /*head*/, std::size_t /*first*/,
                                MutableMatrixView /*weights*/) {}

    /// A head's output before c_proj, [T, D]. blocks.l.attn.hook_z. Called as change_weights() is.
    virtual void change_output(const HeadPlace& /*head*/, MutableMatrixView /*output*/) {}
};

}  // namespace attnlab
