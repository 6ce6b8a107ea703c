// A model by its name in Hugging Face's cache: from name and revision to the folder of a snapshot.
// Reads only what is there, and never asks the network whether there is something newer.

#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "hub/hub_cache.hpp"

namespace attnlab {

/// One commit of a model, as the cache keeps it.
struct CachedModel {
    std::string name;  // the home that it was found under: `openai-community/gpt2`
    std::string revision;
    std::string commit;
    std::filesystem::path folder;  // the snapshot
};

/// Looks a model up under each of its homes; nothing if the cache has none of them.
///
/// A revision is what a file in refs/ is named after, else a whole commit. As in huggingface_hub, a
/// part of a commit's digits is none; the error then names the whole.
///
/// Errors: InputError if the cache is no folder, a ref is broken or names a snapshot that is gone,
///         or the model is there without any snapshot; UsageError if name or revision cannot be
///         one, or the model has no such revision here, naming those that it has.
/// Source: huggingface_hub, src/huggingface_hub/file_download.py, `try_to_load_from_cache`.
std::optional<CachedModel> find_in_cache(const HubCache& cache, const std::string& name,
                                         const std::string& revision = kDefaultRevision);

}  // namespace attnlab
