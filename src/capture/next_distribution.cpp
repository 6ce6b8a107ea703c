#include "capture/next_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "base/finite.hpp"

namespace attnlab {

NextDistribution::NextDistribution(std::span<const float> logits) : logits_(logits) {
    if (first_not_finite(logits)) {
        throw InputError("the model's logits are not finite, its numbers overflow");
    }
    largest_ = static_cast<double>(*std::ranges::max_element(logits));
    double sum = 0.0;
    for (const float logit : logits) sum += std::exp(static_cast<double>(logit) - largest_);
    log_sum_ = std::log(sum);
}

double NextDistribution::log_probability(TokenId id) const {
    return static_cast<double>(logits_[static_cast<std::size_t>(id)]) - largest_ - log_sum_;
}

double NextDistribution::probability(TokenId id) const { return std::exp(log_probability(id)); }

std::vector<TokenId> NextDistribution::most_probable(std::size_t n) const {
    std::vector<TokenId> ids(logits_.size());
    std::iota(ids.begin(), ids.end(), TokenId{0});
    const auto end = ids.begin() + static_cast<std::ptrdiff_t>(std::min(n, ids.size()));
    std::ranges::partial_sort(ids, end, [&](TokenId a, TokenId b) {
        const float one = logits_[static_cast<std::size_t>(a)];
        const float other = logits_[static_cast<std::size_t>(b)];
        return one != other ? one > other : a < b;
    });
    ids.erase(end, ids.end());
    return ids;
}

}  // namespace attnlab
