// GPT-2's forward pass: token ids in, hidden states and logits out, every head shown on the way.
// It does not train, cache or sample, and it knows nothing of text.

#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <span>

#include "base/matrix.hpp"
#include "base/token_id.hpp"
#include "model/config.hpp"
#include "model/gpt2_weights.hpp"
#include "model/observer.hpp"

namespace attnlab {

struct ForwardOptions {
    /// GPT-2 was trained with the causal mask; without it every token sees the future.
    bool causal = true;
    /// Whether each head's scores are kept until it is shown, or nobody looks at them.
    bool scores = true;
    std::size_t threads = 1;
    /// How many layers to run, from the first on; more than there are means all.
    std::size_t n_layers = std::numeric_limits<std::size_t>::max();
    /// For who wants the heads alone: the last of these layers ends with them, and nothing is
    /// returned.
    bool only_heads = false;
};

class Gpt2 {
  public:
    Gpt2(const Config& config, Gpt2Weights weights);

    /// Reads config.json and opens the weights of a folder in Hugging Face's format.
    ///
    /// Errors: InputError as load_config() and load_gpt2_weights() say.
    static Gpt2 load(const std::filesystem::path& folder);

    const Config& config() const { return config_; }
    const Gpt2Weights& weights() const { return weights_; }

    /// Runs the blocks and the last layer norm. Weights of blocks that are not run are not read.
    ///
    /// Shapes:  ids [T], 1 <= T <= n_positions -> [T, C].
    /// Errors:  UsageError if there is no id, too many of them, or one out of range. InputError
    ///          naming the tensor and the place if a weight on the way is NaN or infinite, or the
    ///          layer if a number overflows.
    /// Source:  Radford et al. 2019; the code published with it, `model.py`.
    Matrix forward(std::span<const TokenId> ids, const ForwardOptions& options = {},
                   Observer* observer = nullptr) const;

    /// The scores of every token of the vocabulary as the next one.
    ///
    /// Shapes:  hidden [M, C], rows of what forward() returns -> [M, V].
    /// Errors:  InputError naming the tensor and the place if a weight of the head is NaN or
    ///          infinite.
    Matrix logits(MatrixView hidden, std::size_t threads = 1) const;

  private:
    Config config_;
    Gpt2Weights weights_;
};

}  // namespace attnlab
