// Brings a model from a hub into Hugging Face's cache, where every tool of theirs finds it.
// Asks no environment and shows nothing: the program says where, and listens.

#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

#include "base/clock.hpp"
#include "base/progress.hpp"
#include "hub/cache_writer.hpp"
#include "hub/fetch_result.hpp"
#include "hub/http_client.hpp"
#include "hub/hub_access.hpp"
#include "hub/hub_cache.hpp"
#include "hub/partial_file.hpp"

namespace attnlab {

struct FetchRequest {
    std::string name;  // ORG/NAME, or a short name: gpt2
    std::string revision = kDefaultRevision;
    bool is_dry_run = false;
};

/// What fetching needs of the outside; a test gives its own.
struct FetchTools {
    HttpClient& http;
    Sleep sleep = sleep_ms;
    OnNote note = [](const std::string&) {};
    OnTransfer on_transfer = {};
    WriteBytes write = write_bytes;
    std::function<std::size_t(const std::filesystem::path&)> free_space = free_bytes;
};

/// Fetches config.json, the vocabulary and the safetensors weights of a GPT-2, each at most once: a
/// file that is in the cache is left there, one that was begun is gone on with.
///
/// Killed at any moment, the cache stays valid: a file gets its name when its size and its hash are
/// right, and the revision its ref when all files are there. Two at once wait for each other. A dry
/// run reads config.json and the index of split weights, and writes nothing.
///
/// Errors: UsageError if name or revision cannot be one; else InputError, with a hint: the hub's
///         (hub_errors.hpp), the disk's, those of a model that we cannot read (fetch_plan.hpp), and
///         of bytes that are not what was promised.
FetchResult fetch(const FetchRequest& request, const HubAccess& access, const HubCache& cache,
                  const FetchTools& tools);

}  // namespace attnlab
