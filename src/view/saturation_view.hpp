// The saturation step as text and as JSON: two views of one result.

#pragma once

#include <string>

#include "attention/saturation.hpp"
#include "view/text.hpp"

namespace attnlab {

/// What the division by sqrt(d_k) is for: words first, then the tables, then one row as bars.
std::string saturation_text(const SaturationResult& result, const Style& style);

/// The bars: one query's weights without the division and with it.
std::string saturation_bars(const SaturationExample& example, const Style& style);

/// Everything in full; see data/schema/saturation.schema.json.
std::string saturation_json(const SaturationResult& result);

}  // namespace attnlab
