// Tokens and attention maps made by hand, for tests of what is done with them: no model, no
// vocabulary. The rows of a map are what softmax makes of seeded normal numbers.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "analysis/compare.hpp"
#include "maps/attention_maps.hpp"
#include "maps/map_stream.hpp"

namespace attnlab::testing {

/// The trophy sentence as GPT-2 cuts it, with another adjective: `it` is token 9.
std::vector<std::string> trophy_words(const std::string& adjective = " big");

/// Tokens with these bytes; equal bytes have equal ids.
std::vector<Token> tokens_of(const std::vector<std::string>& words);

/// Tokens without bytes, as a model without a vocabulary has them.
std::vector<Token> tokens_of_ids(const std::vector<TokenId>& ids);

/// A random map: each row sums to 1; exactly 0 right of the diagonal where it is causal.
Matrix random_map(std::size_t n_tokens, std::uint64_t seed, bool causal = true);

/// Random maps of 2 layers and 3 heads for these tokens.
AttentionMaps sample_maps(std::vector<Token> tokens, std::uint64_t seed, bool causal = true);

/// The same maps as a stream that keeps none of them: each showing makes them anew, as a run of a
/// model does, and counts itself.
struct PassingMaps {
    explicit PassingMaps(AttentionMaps maps);

    MapStream stream;
    std::shared_ptr<std::size_t> n_showings = std::make_shared<std::size_t>(0);
};

/// Every map of a stream, kept.
std::vector<HeadMap> copies_of(const MapStream& stream);

/// All heads of two runs compared.
Comparison compare_maps(const AttentionMaps& a, const AttentionMaps& b);

/// The lines of a text, without their ends.
std::vector<std::string> lines_of(const std::string& text);

}  // namespace attnlab::testing
