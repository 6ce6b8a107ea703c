// The keys and values of the tokens that a text has so far, in every layer: what a token that
// follows needs of them. Knows nothing of the model but its sizes.

#pragma once

#include <cstddef>
#include <vector>

#include "attention/attention.hpp"
#include "base/matrix.hpp"
#include "model/config.hpp"

namespace attnlab {

class KeyValueCache {
  public:
    /// Room for some tokens; more is made when they come.
    explicit KeyValueCache(const Config& config, std::size_t n_expected = 0);

    /// How many tokens are kept, n.
    std::size_t size() const { return size_; }

    /// Forgets all tokens but the first `n`. Errors: std::logic_error if there are fewer.
    void truncate(std::size_t n);

    /// Makes room for `n` more tokens, in every layer.
    void reserve(std::size_t n);

    /// Writes the keys and values of one head for the tokens after those that are kept, for which
    /// there must be room. Returns them with those before: [D, n + t], [n + t, D].
    ///
    /// Shapes:  k and v [t, D], finite. Different heads may be written at the same time.
    KeysAndValues put(std::size_t layer, std::size_t head, MatrixView k, MatrixView v);

    /// Keeps `n` tokens more: all layers have been given their keys and values.
    void advance(std::size_t n) { size_ += n; }

  private:
    struct Layer {
        Matrix keys;  // [C, capacity], transposed: the D rows of head 0, then those of head 1, ...
        Matrix values;  // [capacity, C]
    };
    std::vector<Layer> layers_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace attnlab
