// The kinds of facts, a small file each. data/facts/README.md says what their fields are.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/fact.hpp"
#include "check/fact_reader.hpp"

namespace attnlab {

/// Reads a fact of the kind that its field `kind` names, with what all facts have.
///
/// Errors: InputError naming file, fact and field if a field is missing, wrong or unknown.
std::unique_ptr<Fact> read_fact(FactReader& reader);

// A kind each: they read the fields of their own.

/// Which tokens follow, each the most probable one.
std::unique_ptr<Fact> read_greedy_continuation(FactReader& reader);

/// How well the model foretells a text: the mean of -log p over its tokens after the first.
std::unique_ptr<Fact> read_next_token_loss(FactReader& reader);

/// Rows of the map of a head, or of the mean over the heads of a layer.
std::unique_ptr<MapFact> read_attention_rows(FactReader& reader);

/// The mean weight on the previous token or on token 0, of a head or over the heads of a layer.
std::unique_ptr<MapFact> read_mean_weight(FactReader& reader);

/// Which heads do something the most, on random tokens.
std::unique_ptr<Fact> read_top_heads(FactReader& reader);

/// That one token is more probable than another after a text.
std::unique_ptr<Fact> read_one_above_another(FactReader& reader);

}  // namespace attnlab
