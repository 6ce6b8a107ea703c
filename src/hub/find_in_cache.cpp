#include "hub/find_in_cache.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "hub/cache_faults.hpp"
#include "hub/model_files.hpp"
#include "hub/model_name.hpp"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
    std::error_code error;
    const bool is_one = fs::is_directory(path, error);
    if (error && error != std::errc::no_such_file_or_directory &&
        error != std::errc::not_a_directory) {
        throw InputError(
            fmt::format("cannot look at {}: {}", printable(path.string()), error.message()));
    }
    return is_one;
}

[[noreturn]] void refuse(const Fault& fault) { throw InputError(fault.what, fault.hint); }

/// Whether anything of that name is there, be it a folder, a file or a link that leads nowhere.
bool is_in_cache(const HubCache& cache, const std::string& model) {
    std::error_code ignored;
    const fs::path path = cache.folder_of(model);
    return is_folder(path) || fs::exists(fs::symlink_status(path, ignored));
}

/// Whether a commit that is here can be loaded.
bool has_whole_commit(const HubCache& cache, const std::string& model,
                      const std::vector<std::string>& commits) {
    return std::ranges::any_of(commits, [&](const std::string& commit) {
        try {
            require_files({model, cache.snapshot_of(model, commit), false, ""}, Need::kWeights);
            return true;
        } catch (const Error&) {
            return false;
        }
    });
}

/// A model without that revision: which ones it has, and the commit that was perhaps meant.
[[noreturn]] void refuse_revision(const HubCache& cache, const std::string& model,
                                  const std::string& revision) {
    const std::vector<std::string> commits = cache.commits_of(model);
    std::vector<std::string> there = cache.revisions_of(model);
    if (there.empty() && commits.empty()) refuse(no_snapshot_fault(cache, model, revision));
    std::string hint = fetch_hint(model, revision);
    if (revision == kDefaultRevision) {
        const auto unfinished = unfinished_fault(cache.folder_of(model), model, revision);
        if (unfinished && !has_whole_commit(cache, model, commits)) refuse(*unfinished);
        hint += fmt::format("; --model {} --revision {} takes what is here", model,
                            there.empty() ? commits.front() : there.front());
    }
    const auto begun = std::ranges::find_if(
        commits, [&](const std::string& commit) { return commit.starts_with(revision); });
    if (begun != commits.end()) {
        hint = fmt::format("a commit is given by all its digits: --revision {}", *begun);
    }
    there.insert(there.end(), commits.begin(), commits.end());
    throw UsageError(fmt::format("the cache has no revision {} of {}, it has {}", revision, model,
                                 fmt::join(there, ", ")),
                     hint);
}

CachedModel find_snapshot(const HubCache& cache, const std::string& model,
                          const std::string& revision) {
    const std::optional<std::string> named = cache.read_ref(model, revision);
    const std::string commit = named.value_or(revision);
    if (!named && !is_commit(commit)) refuse_revision(cache, model, revision);
    const fs::path folder = cache.snapshot_of(model, commit);
    if (is_folder(folder)) return {model, revision, commit, folder};
    std::error_code ignored;
    const bool is_in_the_way = fs::exists(fs::symlink_status(folder, ignored));
    if (!named && !is_in_the_way) refuse_revision(cache, model, revision);
    refuse(*snapshot_fault(cache, model, revision, commit));
}

}  // namespace

std::optional<CachedModel> find_in_cache(const HubCache& cache, const std::string& name,
                                         const std::string& revision) {
    require_model_name(name);
    require_revision(revision);
    cache.require_folder();
    std::exception_ptr first_failure;  // of the present home, where no older one is whole
    for (const std::string& model : homes_of(name)) {
        if (!is_in_cache(cache, model)) continue;
        try {
            return find_snapshot(cache, model, revision);
        } catch (const Error&) {
            if (!first_failure) first_failure = std::current_exception();
        }
    }
    if (first_failure) std::rethrow_exception(first_failure);
    return std::nullopt;
}

}  // namespace attnlab
