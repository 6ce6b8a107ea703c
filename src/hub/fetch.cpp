#include "hub/fetch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <vector>

#include "base/byte_count.hpp"
#include "base/error.hpp"
#include "base/unicode.hpp"
#include "hub/download.hpp"
#include "hub/fetch_plan.hpp"
#include "hub/hub_site.hpp"
#include "hub/model_name.hpp"
#include "hub/retries.hpp"

namespace attnlab {
namespace {

/// The name that the model is kept under. A short name is its home of today, unless the cache has
/// the model of before it moved.
std::string name_in_cache(const std::string& name, const HubCache& cache) {
    if (name.find('/') != std::string::npos) return name;
    const std::vector<std::string> homes = homes_of(name);
    const auto is_here = [&](const std::string& home) {
        std::error_code ignored;
        return std::filesystem::is_directory(cache.folder_of(home), ignored);
    };
    const auto found = std::ranges::find_if(homes, is_here);
    return found == homes.end() ? homes.front() : *found;
}

FetchedFile what_is_there(const HubCache& cache, const std::string& model, const RemoteFile& file) {
    FetchedFile result = {file.name, file.size, file.hash_kind, file.hash};
    if (has_blob(cache, model, file)) {
        result.state = FetchedFile::State::kThere;
        result.bytes_before = file.size;
        return result;
    }
    const std::size_t begun = partial_size(cache.blobs_of(model) / file.hash);
    if (begun <= file.size) result.bytes_before = begun;
    return result;
}

void require_room(const FetchResult& result, const HubCache& cache, const FetchTools& tools) {
    const std::size_t needed = result.bytes_to_come();
    const std::size_t free = tools.free_space(cache.root());
    if (needed <= free) return;
    throw InputError(
        fmt::format("{} are to come, and there is room for {} at {}", byte_count(needed),
                    byte_count(free), printable(cache.root().string())),
        "make room, or put the cache elsewhere: HF_HOME=FOLDER");
}

/// Brings the files of the plan, and notes what came.
void bring(const FetchPlan& plan, const HubCache& cache, const FetchTools& tools,
           const DownloadTools& download_tools, FetchResult& result) {
    std::size_t total = 0;
    for (const FetchedFile& file : result.files) {
        if (file.state == FetchedFile::State::kMissing) total += file.size;
    }
    std::size_t done = 0;
    for (std::size_t i = 0; i < plan.files.size(); ++i) {
        const PlannedFile& planned = plan.files[i];
        FetchedFile& file = result.files[i];
        const bool was_missing = file.state == FetchedFile::State::kMissing;
        const bool came = download(download_tools, cache, result.model, planned.remote,
                                   planned.bytes, [&](std::size_t bytes) {
                                       if (!tools.on_transfer) return;
                                       tools.on_transfer({file.name, done + bytes, total});
                                   });
        file.state = came ? FetchedFile::State::kFetched : FetchedFile::State::kThere;
        if (!came) file.bytes_before = file.size;
        if (was_missing) done += file.size;
        link_to_blob(cache, result.model, plan.commit, file.name, file.hash);
    }
}

}  // namespace

FetchResult fetch(const FetchRequest& request, const HubAccess& access, const HubCache& cache,
                  const FetchTools& tools) {
    require_model_name(request.name);
    require_revision(request.revision);
    cache.require_folder();
    HubSite site(access, tools.http);
    const Retries retries(tools.sleep, tools.note);

    FetchResult result;
    result.model = name_in_cache(request.name, cache);
    result.endpoint = access.endpoint.text();
    result.revision = request.revision;
    result.is_dry_run = request.is_dry_run;
    const FetchPlan plan = plan_fetch(site, retries, result.model, request.revision);
    result.commit = plan.commit;
    result.snapshot = cache.snapshot_of(result.model, plan.commit);
    result.absent = plan.absent;
    for (const PlannedFile& file : plan.files) {
        result.files.push_back(what_is_there(cache, result.model, file.remote));
    }
    if (request.is_dry_run) return result;

    require_room(result, cache, tools);
    bring(plan, cache, tools, {site, retries, tools.note, tools.write}, result);
    write_ref(cache, result.model, request.revision, plan.commit);
    return result;
}

}  // namespace attnlab
