// Step 4 of the lab: two variants of a sentence, what is the same and what differs.

#pragma once

#include <string>

#include "steps/compare_step.hpp"
#include "view/compare_maps.hpp"
#include "view/gpt2_view.hpp"
#include "view/text.hpp"

namespace attnlab {

/// As text, with the drawings of the heads that differ most.
std::string compare_text(const CompareResult& result, const DrawOptions& options,
                         const MostDifferentHeads& drawn, const Style& style);

std::string compare_json(const CompareResult& result);

}  // namespace attnlab
