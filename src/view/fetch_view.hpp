// What a fetch did, or would do, as text and as JSON: two views of one result.

#pragma once

#include <string>

#include "hub/fetch_result.hpp"
#include "view/text.hpp"

namespace attnlab {

/// Which model in which revision, a table of its files, where they lie, and what to do next.
std::string fetch_text(const FetchResult& result, const Style& style);

/// Everything in full; see data/schema/fetch.schema.json.
std::string fetch_json(const FetchResult& result);

}  // namespace attnlab
