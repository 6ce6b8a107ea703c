// Random tokens, once and twice over: what shows whether a head looks for repetition and nothing
// else, since no head can know them by heart.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/token_id.hpp"

namespace attnlab {

struct RandomTokensOptions {
    std::uint64_t seed = 0;
    std::size_t sequences = 1;
    std::size_t length = 1;        // n
    std::optional<TokenId> first;  // a token that is put before each
};

/// One sequence in both forms; they begin alike.
struct RandomTokens {
    std::vector<TokenId> repeated;    // [first], x_1 .. x_n, x_1 .. x_n
    std::vector<TokenId> unrepeated;  // [first], x_1 .. x_n, x_n+1 .. x_2n
};

/// Draws sequences of 2 n different tokens each, none of which is `first`.
///
/// Each token is floor(u V) for the next uniform number u of Random(seed); one that the sequence
/// has already, or that is `first`, is passed over. One stream serves all sequences.
///
/// Errors: UsageError if the vocabulary does not have so many tokens.
std::vector<RandomTokens> random_tokens(const RandomTokensOptions& options, std::size_t vocab_size);

}  // namespace attnlab
