// A continuation, for the commands that make one: a table, a line, and its member of the JSON.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "maps/continuation.hpp"
#include "view/json_writer.hpp"
#include "view/text.hpp"

namespace attnlab {

/// 0.9989, or 1.3e-05: the digits that a small probability needs to be told from 0.
std::string probability_text(double probability);

/// Tokens with their probabilities as a table with bars; a full bar is certainty. `numbers` are the
/// cells of the first column, `name` its header.
std::string probability_table(const std::string& name, const std::vector<std::string>& numbers,
                              const std::vector<ProbableToken>& tokens, const Style& style);

/// How many tokens were appended to the text, which they are with their probabilities, and how it
/// ended.
std::string continuation_text(const Continuation& continuation, const Style& style);

/// How a continuation ended: at the end-of-text token, or where as many were made as were asked.
std::string ending_text(const Continuation& continuation);

/// The appended text between quotes, safe to print; the ids where there is no vocabulary.
std::string quoted_text(const Continuation& continuation);

/// A value: null, or an object with the text and the tokens, each with its probability.
void write_continuation(JsonWriter& json, const std::optional<Continuation>& continuation);

/// A list of tokens, each with its probability.
void write_probable_tokens(JsonWriter& json, const std::vector<ProbableToken>& tokens);

}  // namespace attnlab
