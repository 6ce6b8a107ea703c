// One file from the hub into the cache: locked, taken up where it was left, checked, named.

#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/progress.hpp"
#include "hub/hub_cache.hpp"
#include "hub/hub_site.hpp"
#include "hub/partial_file.hpp"
#include "hub/remote_file.hpp"
#include "hub/retries.hpp"

namespace attnlab {

/// What downloading needs of the outside.
struct DownloadTools {
    HubSite& site;
    const Retries& retries;
    OnNote note;
    WriteBytes write = write_bytes;
};

/// Whether a blob is in the cache, whole: its size says so, for none gets its name before it is.
bool has_blob(const HubCache& cache, std::string_view model, const RemoteFile& file);

/// Brings a file's blob into the cache, unless it is there or another process brings it meanwhile.
///
/// `bytes` are the file's, where they are known already. `on_bytes` hears how many of them there
/// are. Returns whether any came from the hub, or from `bytes`.
///
/// Errors: those of the hub and the disk; InputError if size or hash are not as promised. Bytes
///         with a wrong hash are deleted, all others stay for the next time.
bool download(const DownloadTools& tools, const HubCache& cache, std::string_view model,
              const RemoteFile& file, const std::optional<std::string>& bytes,
              const std::function<void(std::size_t)>& on_bytes);

}  // namespace attnlab
