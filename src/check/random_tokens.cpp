#include "check/random_tokens.hpp"

#include <fmt/format.h>

#include <set>

#include "base/error.hpp"
#include "base/random.hpp"

namespace attnlab {

std::vector<RandomTokens> random_tokens(const RandomTokensOptions& options,
                                        std::size_t vocab_size) {
    const std::size_t n_first = options.first ? 1 : 0;
    if (vocab_size < n_first || options.length > (vocab_size - n_first) / 2) {
        throw UsageError(fmt::format("it takes 2 x {} different tokens, the model has {}",
                                     options.length, vocab_size));
    }
    Random random(options.seed);
    std::vector<RandomTokens> sequences;
    for (std::size_t s = 0; s < options.sequences; ++s) {
        std::set<TokenId> used;
        std::vector<TokenId> drawn;
        if (options.first) used.insert(*options.first);
        while (drawn.size() < 2 * options.length) {
            const auto id =
                static_cast<TokenId>(random.uniform() * static_cast<double>(vocab_size));
            if (used.insert(id).second) drawn.push_back(id);
        }
        RandomTokens tokens;
        if (options.first) {
            tokens.repeated.push_back(*options.first);
            tokens.unrepeated.push_back(*options.first);
        }
        const auto half = drawn.begin() + static_cast<std::ptrdiff_t>(options.length);
        tokens.unrepeated.insert(tokens.unrepeated.end(), drawn.begin(), drawn.end());
        for (std::size_t pass = 0; pass < 2; ++pass) {
            tokens.repeated.insert(tokens.repeated.end(), drawn.begin(), half);
        }
        sequences.push_back(std::move(tokens));
    }
    return sequences;
}

}  // namespace attnlab
