// What is wrong with a model's folder in the cache, before a file of the model is looked at: a file
// or a link where a folder should be, a snapshot that is gone, a download that never ended.

#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "hub/hub_cache.hpp"
#include "hub/model_files.hpp"

namespace attnlab {

/// That a download of the model was begun and did not end: "the model a/b is unfinished, 473 kB
/// came"; nothing where none is. As with huggingface_hub, the files that are coming stand among the
/// blobs and end with `.incomplete`.
std::optional<Fault> unfinished_fault(const std::filesystem::path& model_folder,
                                      const std::string& model, const std::string& revision);

/// Why a model of which there is a folder, or a file in the folder's place, has no snapshot.
Fault no_snapshot_fault(const HubCache& cache, const std::string& model,
                        const std::string& revision);

/// What is wrong with a snapshot, or with what stands in its place; nothing if it is a folder.
std::optional<Fault> snapshot_fault(const HubCache& cache, const std::string& model,
                                    const std::string& revision, const std::string& commit);

}  // namespace attnlab
