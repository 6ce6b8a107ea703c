// The chapter's formula: attention(Q, K, V) = softmax(Q K^T / sqrt(d_k)) V.
// The one attention of this project. The toy step, the saturation step and every head of GPT-2 go
// through it, and it always shows its map: there is no faster way that loses it.

#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "base/matrix.hpp"

namespace attnlab {

/// Which keys a query may look at.
enum class Mask {
    kNone,    // every key: the chapter's bare function, which sees the future
    kCausal,  // key j is open to query i where j <= i: GPT-2. The queries are the last of the keys
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
    /// Changes the weights of some queries, [n, S], before they meet the values; the first of them
    /// is query `first`. Called once for each block of queries, from the first on.
    std::function<void(std::size_t first, MutableMatrixView weights)> change_weights = {};
};

/// Everything attention computes. T queries, S keys, D = d_k.
struct AttentionResult {
    Matrix scores;   // [T, S] scaled dot products, before the mask; empty where none are kept
    Matrix weights;  // [T, S] the map: row = query, column = key, each row sums to 1
    Matrix output;   // [T, Dv] weighted averages of the values
};

/// The chapter's four lines.
///
/// Masked keys are left out of the softmax, so their weights are exactly 0. Under a causal mask
/// there may be fewer queries than keys: the queries are those of the last tokens, and the keys
/// before them were kept from an earlier run.
///
/// Shapes:  Q [T, D], K [S, D], V [S, Dv]; T <= S under a causal mask.
/// Errors:  InputError naming matrix, row and column if a number is NaN or infinite or a score or
///          the output overflows; the row if a mask hides all of it. std::logic_error if shapes do
///          not fit.
/// Source:  Vaswani et al. 2017, section 3.2.1.
AttentionResult attention(MatrixView Q, MatrixView K, MatrixView V,
                          const AttentionOptions& options = {});

/// The same into a result whose memory is used again: for one head after the other.
void attention(MatrixView Q, MatrixView K, MatrixView V, const AttentionOptions& options,
               AttentionResult& result);

/// Keys and values as they are kept for queries to come.
struct KeysAndValues {
    MatrixView keys;    // [D, S], transposed: one query meets all of them in one pass
    MatrixView values;  // [S, Dv]
};

/// The same for keys and values that are kept. They are not read once more to see whether they are
/// finite: where they are not, the score or the output that they make is what is named.
void attention(MatrixView Q, const KeysAndValues& kept, const AttentionOptions& options,
               AttentionResult& result);

}  // namespace attnlab
