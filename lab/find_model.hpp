// Which model --model means: a folder, a model of the data folder, or one of Hugging Face's cache.
// Only finds it, with all the files that it needs; load_model.hpp loads it.

#pragma once

#include <string>

#include "command.hpp"
#include "hub/model_files.hpp"

namespace attnlab::lab {

struct FoundModel {
    ModelPlace place;
    std::string about;  // what outputs add to its name; usually empty
};

/// The model that --model and --revision name, with the files that it is wanted for.
///
/// In this order: a folder; a name in the data folder (`data/gpt2` holds a vocabulary: whoever
/// wants weights goes on, unless there are some); a name at Hugging Face, in the cache.
///
/// Errors: UsageError if there is no such model and it is no name as of ORG/NAME, or if --revision
///         is given and it is not in the cache; InputError if there may be such a model at Hugging
///         Face and it is not in the cache, if a folder that is no model hides a name that is
///         known, or as find_in_cache() and require_files() say. The hint has the nearest name.
FoundModel find_model(const GlobalOptions& options, Need need);

}  // namespace attnlab::lab
