// Scores with one projection for query and key beside scores with two, as text and as JSON.

#pragma once

#include <cstddef>
#include <string>

#include "attention/toy.hpp"
#include "view/json_writer.hpp"
#include "view/text.hpp"

namespace attnlab {

/// A part of the toy step's text. The result has a tied part.
std::string tied_text(const ToyResult& result, std::size_t precision, const Style& style);

/// Member `tie_qk`.
void write_tied(JsonWriter& json, const TiedResult& tied);

}  // namespace attnlab
