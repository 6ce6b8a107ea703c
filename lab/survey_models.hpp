// Looks at every model that --model would find by its name. Only headers are read, so that a model
// of any size takes a moment; a broken one is listed with the reason and stops nothing.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hub/hub_cache.hpp"
#include "hub/model_list.hpp"

namespace attnlab::lab {

/// The models of the data folder: the embedded one first.
///
/// Errors: InputError if the data folder is not found.
std::vector<ListedModel> survey_data();

/// The models of a cache: every commit of every GPT-2 is added to the list's models, all else to
/// its others.
///
/// Errors: InputError if the cache cannot be read at all.
void survey_cache(const HubCache& cache, ModelList& list);

/// Both; why a cache cannot be read is told in the list.
///
/// Errors: InputError if the data folder is not found.
ModelList survey_models(const Environment& environment = process_environment);

}  // namespace attnlab::lab
