// Hard lookup beside soft lookup, as text and as JSON.

#pragma once

#include <cstddef>
#include <string>

#include "attention/toy.hpp"
#include "view/json_writer.hpp"
#include "view/text.hpp"

namespace attnlab {

/// A part of the toy step's text. The result has a lookup.
std::string lookup_text(const ToyResult& result, std::size_t precision, const Style& style);

/// Member `lookup`.
void write_lookup(JsonWriter& json, const LookupResult& lookup);

}  // namespace attnlab
