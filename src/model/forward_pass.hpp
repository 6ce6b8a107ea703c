// GPT-2's forward pass on one page: run() is the whole of it, to be read beside the chapter.
// The residual stream and the memory that all layers share are handed from step to step; the pass
// itself holds nothing that changes.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "attention/attention.hpp"
#include "base/matrix.hpp"
#include "model/gpt2.hpp"

namespace attnlab {

/// Who looks on and who changes something; either may be null.
struct Hooks {
    Observer* observer = nullptr;
    Intervention* intervention = nullptr;
};

class ForwardPass {
  public:
    /// Everything given must live as long as the pass. The ids are valid: Gpt2::require_ids().
    ///
    /// Errors: std::logic_error if texts, their caches and the options do not go together.
    ForwardPass(const Config& config, const Gpt2Weights& weights, std::span<const TextInput> texts,
                const ForwardOptions& options, Hooks hooks);

    /// Shapes:  texts of T1, T2, ... tokens, N together -> [N, C].
    /// Errors:  InputError naming the tensor where a weight is NaN or infinite, else layer and
    ///          head, or layer and row, where a number overflows.
    Matrix run() const;

  private:
    /// Memory that one layer leaves to the next.
    struct Workspace {
        Matrix normed;                       // [N, C]
        Matrix qkv;                          // [N, 3C]
        Matrix z;                            // [N, C]
        Matrix hidden;                       // [N, F]
        Matrix added;                        // [N, C]
        std::vector<AttentionResult> heads;  // those that run at the same time
    };

    Matrix embed() const;
    void layer_norm(MatrixView x, const LayerNormWeights& weights, Matrix& y) const;
    void linear(MatrixView x, const LinearWeights& weights, Matrix& y) const;
    void multi_head_attention(MatrixView qkv, std::size_t layer, Matrix& z,
                              std::vector<AttentionResult>& heads) const;
    void run_head(const HeadPlace& place, MatrixView qkv, AttentionResult& result) const;
    void gelu(Matrix& x) const;
    void add(MatrixView added, Matrix& x) const;

    void at(Stage stage, std::size_t layer, Matrix& values) const;
    void require_finite_block(MatrixView x, std::size_t layer) const;
    MatrixView rows_of(std::size_t text, MatrixView all) const;
    std::size_t n_before(std::size_t text) const;
    template <class Body>
    void for_each_row(std::size_t n_rows, std::size_t n_columns, const Body& body) const;

    const Config& config_;
    const Gpt2Weights& weights_;
    std::span<const TextInput> texts_;
    const ForwardOptions& options_;
    Hooks hooks_;
    std::vector<std::size_t> first_rows_;  // of each text, and N
    std::size_t end_;                      // the layer before which the pass ends
};

}  // namespace attnlab
