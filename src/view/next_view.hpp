// What a model holds to come next after a text, as text and as JSON.

#pragma once

#include <string>

#include "steps/next_step.hpp"
#include "view/text.hpp"

namespace attnlab {

std::string next_text(const NextResult& result, const Style& style);

std::string next_json(const NextResult& result);

}  // namespace attnlab
