// What the JSON of every step has in common: the schema's name, the model, the text, the tokens.

#pragma once

#include <string_view>

#include "maps/attention_maps.hpp"
#include "view/json_writer.hpp"

namespace attnlab {

/// Begins the document: the schema and the step that it is a dump of.
void begin_dump(JsonWriter& json, std::string_view step);

/// Members `model`: name and sizes.
void write_model(JsonWriter& json, const ModelInfo& model);

/// Members `text` (null where ids were given), `bos` and `tokens`.
void write_input(JsonWriter& json, const TokenizedText& input);

/// The members of one token: `index`, `id`, `text`, `bytes`; the caller's object is begun already.
void write_token(JsonWriter& json, const Token& token);

/// Member `mask`: "causal" or "none".
void write_mask(JsonWriter& json, bool causal);

}  // namespace attnlab
