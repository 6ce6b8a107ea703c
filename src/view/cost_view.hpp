// What attention costs as text and as JSON: two views of one result.

#pragma once

#include <string>

#include "attention/cost.hpp"
#include "view/text.hpp"

namespace attnlab {

/// One head counted, one head measured, and its share of a whole layer: words, tables, bars.
std::string cost_text(const CostResult& result, const Style& style);

/// Everything in full; see data/schema/cost.schema.json.
std::string cost_json(const CostResult& result);

}  // namespace attnlab
