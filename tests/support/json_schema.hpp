// Is a JSON document what a JSON Schema says? The keywords that data/schema/ needs, as drafts 7 and
// 2020-12 agree on them; beside a $ref, the other keywords count. A keyword that is not known here
// is refused, never skipped: a check that is skipped is a test that cannot fail. No formats, no
// schemas in other files.

#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace attnlab::testing {

/// Everything in which `document` breaks `schema`, a line each: where, what; nothing if it is
/// valid.
///
/// Errors: invalid_argument naming what in the schema cannot be used.
std::vector<std::string> schema_errors(const nlohmann::json& schema,
                                       const nlohmann::json& document);

}  // namespace attnlab::testing
