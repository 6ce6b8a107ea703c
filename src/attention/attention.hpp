// The chapter's formula: attention(Q, K, V) = softmax(Q K^T / sqrt(d_k)) V.
// The one attention of this project. The toy step, the saturation step and every head of GPT-2 go
// through it, and it always shows its map: there is no faster way that loses it.

#pragma once

#include <optional>

#include "base/matrix.hpp"

namespace attnlab {

/// Which keys a query may look at.
enum class Mask {
    kNone,    // every key: the chapter's bare function, which sees the future
    kCausal,  // key j is open to query i where j <= i: GPT-2
    kGiven,   // as AttentionOptions::visible says
};

/// Which scores are left in the result. Weights and output are the same to the bit.
enum class KeepScores {
    kAll,   // also those that a causal mask closes, which must not overflow either
    kOpen,  // those that a causal mask closes are 0
    kNone,  // each row of them is turned into weights where it stands
};

struct AttentionOptions {
    Mask mask = Mask::kNone;
    MatrixView visible = {};  // for kGiven, [T, S]: query i may look at key j where it is not 0
    /// What the scores are multiplied by; by default 1/sqrt(d_k), the chapter's division.
    std::optional<float> scale = std::nullopt;
    KeepScores keep_scores = KeepScores::kAll;
};

/// Everything attention computes. T queries, S keys, D = d_k.
struct AttentionResult {
    Matrix scores;   // [T, S] scaled dot products, before the mask; empty where none are kept
    Matrix weights;  // [T, S] the map: row = query, column = key, each row sums to 1
    Matrix output;   // [T, Dv] weighted averages of the values
};

/// The chapter's four lines.
///
/// Masked keys are left out of the softmax, so their weights are exactly 0.
///
/// Shapes:  Q [T, D], K [S, D], V [S, Dv].
/// Errors:  InputError naming matrix, got and expected if shapes do not fit; matrix, row and column
///          if a number is NaN or infinite or a score or the output overflows; the row if a mask
///          hides all of it.
/// Source:  Vaswani et al. 2017, section 3.2.1.
AttentionResult attention(MatrixView Q, MatrixView K, MatrixView V,
                          const AttentionOptions& options = {});

/// The same into a result whose memory is used again: for one head after the other.
void attention(MatrixView Q, MatrixView K, MatrixView V, const AttentionOptions& options,
               AttentionResult& result);

}  // namespace attnlab
