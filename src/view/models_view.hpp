// Which models there are, as text and as JSON: two views of one list.

#pragma once

#include <string>

#include "hub/model_list.hpp"
#include "view/text.hpp"

namespace attnlab {

/// A table for each place; what is wrong with a broken model stands below its table. Where a table
/// does not fit into the width, each model is a paragraph, so that no name is ever cut.
std::string models_text(const ModelList& list, const Style& style);

/// Everything in full; see data/schema/models.schema.json.
std::string models_json(const ModelList& list);

}  // namespace attnlab
