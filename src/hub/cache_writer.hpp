// Puts things into the cache so that it is valid at every moment, also after a power cut: a folder,
// the link of a snapshot, a ref. A file's bytes are for partial_file.hpp.

#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "hub/hub_cache.hpp"

namespace attnlab {

/// Errors: always an InputError, with the system's reason and what may be done about it.
[[noreturn]] void fail_to_write(const std::filesystem::path& path, int error_number);

/// Makes a folder and those above it, where they are not there.
///
/// Errors: InputError naming the path and the system's reason.
void make_folder(const std::filesystem::path& folder);

/// The lock of a blob, where huggingface_hub looks for it: ROOT/.locks/models--ORG--NAME/HASH.lock.
///
/// Source: huggingface_hub, src/huggingface_hub/file_download.py, `_hf_hub_download_to_cache_dir`.
std::filesystem::path lock_of(const HubCache& cache, std::string_view model, std::string_view hash);

/// Makes snapshots/COMMIT/NAME a link to ../../blobs/HASH, instead of whatever it was.
///
/// Errors: InputError naming the path and the system's reason.
void link_to_blob(const HubCache& cache, std::string_view model, std::string_view commit,
                  std::string_view name, std::string_view hash);

/// Writes down which commit a revision is. A commit needs no ref, and one that says so
/// already is left alone: a whole model in a cache that is read-only needs no writing.
///
/// Errors: InputError naming the path and the system's reason.
void write_ref(const HubCache& cache, std::string_view model, std::string_view revision,
               std::string_view commit);

/// How many bytes there is room for where a folder is, or would be made; the largest number where
/// the system does not say.
std::size_t free_bytes(const std::filesystem::path& folder);

}  // namespace attnlab
