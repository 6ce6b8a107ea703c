// The toy step as text and as JSON: two views of one result.

#pragma once

#include <cstddef>
#include <string>

#include "attention/toy.hpp"
#include "view/text.hpp"

namespace attnlab {

/// Every stage in numbers, each with a short explanation, and the two demonstrations where the
/// result has them. `precision` is the number of digits after the point.
std::string toy_text(const ToyResult& result, std::size_t precision, const Style& style);

/// Everything in full; see data/schema/toy.schema.json.
std::string toy_json(const ToyResult& result);

}  // namespace attnlab
