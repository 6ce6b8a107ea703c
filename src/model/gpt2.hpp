// GPT-2's forward pass: token ids in, hidden states and logits out, every head shown on the way.
// It does not train or sample, and it knows nothing of text.

#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <span>

#include "base/matrix.hpp"
#include "base/token_id.hpp"
#include "model/config.hpp"
#include "model/gpt2_weights.hpp"
#include "model/key_value_cache.hpp"
#include "model/observer.hpp"

namespace attnlab {

/// One of the texts of a pass: the tokens that are run now.
struct TextInput {
    std::span<const TokenId> ids = {};  // [T]
    /// In place of ids, where the pass begins in the middle: the residual stream before its first
    /// layer.
    MatrixView residual = {};  // [T, C]
    /// Keys and values of the tokens before these, if there are any; afterwards of these, too.
    KeyValueCache* cache = nullptr;

    std::size_t size() const { return residual.data != nullptr ? residual.rows : ids.size(); }
};

struct ForwardOptions {
    /// GPT-2 was trained with the causal mask; without it every token sees the future.
    bool causal = true;
    /// Whether each head's scores are kept until it is shown, or nobody looks at them.
    bool scores = true;
    std::size_t threads = 1;
    /// Where the pass begins. Above 0 each text gives its residual stream there.
    std::size_t first_layer = 0;
    /// The layer before which it ends; more than there are means all.
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
                   Observer* observer = nullptr, Intervention* intervention = nullptr) const;

    /// The same for several texts of any lengths at once. The linear layers see the rows of all of
    /// them together, attention sees each text by itself: every row is what it is when its text
    /// runs alone, to the bit.
    ///
    /// Shapes:  texts of T1, T2, ... tokens -> [T1 + T2 + ..., C], one text after another.
    /// Errors:  as above; std::logic_error if a text's cache and the options do not go together.
    Matrix forward(std::span<const TextInput> texts, const ForwardOptions& options = {},
                   Observer* observer = nullptr, Intervention* intervention = nullptr) const;

    /// Errors: UsageError as forward() says, if the model does not take these ids after `n_before`
    ///         other tokens.
    void require_ids(std::span<const TokenId> ids, std::size_t n_before = 0) const;

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
