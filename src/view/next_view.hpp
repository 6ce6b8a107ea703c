// What a model holds to come next after a text, as text and as JSON.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "maps/continuation.hpp"
#include "view/text.hpp"

namespace attnlab {

struct NextResult {
    ModelInfo model;
    TokenizedText input;
    std::vector<ProbableToken> next;           // the most probable first
    std::optional<Continuation> continuation;  // where it was asked for
};

std::string next_text(const NextResult& result, const Style& style);

std::string next_json(const NextResult& result);

}  // namespace attnlab
