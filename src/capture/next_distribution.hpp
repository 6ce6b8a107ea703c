// What the logits of one position say about the token that follows it: the softmax over the whole
// vocabulary, in double.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/token_id.hpp"

namespace attnlab {

class NextDistribution {
  public:
    /// Looks at the logits, which must live as long as this does.
    ///
    /// Shapes:  logits [V].
    /// Errors:  InputError if one of them is not finite.
    explicit NextDistribution(std::span<const float> logits);

    /// log p(id) = s - max - log(sum exp(s_j - max)): the largest logit is taken off first, so that
    /// nothing overflows, and a sum in double loses nothing that a float logit has.
    double log_probability(TokenId id) const;

    double probability(TokenId id) const;

    /// The ids of the `n` most probable tokens, the most probable first, of equals the lowest id
    /// first. All of them where the vocabulary has no more.
    std::vector<TokenId> most_probable(std::size_t n) const;

  private:
    std::span<const float> logits_;
    double largest_;
    double log_sum_;
};

}  // namespace attnlab
