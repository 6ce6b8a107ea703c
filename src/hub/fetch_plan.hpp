// Which files a model is fetched with, before any large one comes: what the hub has of it, and
// whether that is a model that we can read.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hub/hub_site.hpp"
#include "hub/remote_file.hpp"
#include "hub/retries.hpp"

namespace attnlab {

struct PlannedFile {
    RemoteFile remote;
    std::optional<std::string> bytes;  // of the small files that the plan was made from
};

struct FetchPlan {
    std::string commit;
    std::vector<PlannedFile> files;   // small ones first
    std::vector<std::string> absent;  // of the vocabulary, which comes whole or not at all
};

/// Asks the hub for config.json, and in the commit that this is of, for the vocabulary and the
/// weights: model.safetensors, or the files that model.safetensors.index.json lists.
///
/// Errors: those of the hub; NoSuchModel if there is no config.json; InputError if its model_type
/// is
///         not gpt2, if there are no weights in safetensors files, or if the index is broken.
FetchPlan plan_fetch(HubSite& site, const Retries& retries, const std::string& model,
                     const std::string& revision);

}  // namespace attnlab
