#include "hub/cache_faults.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <system_error>

#include "base/byte_count.hpp"
#include "base/unicode.hpp"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

/// A file, or a link that leads nowhere, where a folder should be.
bool is_in_the_way(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(path, ignored)) && !is_folder(path);
}

Fault in_the_way_fault(const fs::path& path, const std::string& model,
                       const std::string& revision) {
    std::error_code error;
    const fs::path target = fs::read_symlink(path, error);
    const std::string what =
        error ? std::string("no folder")
              : fmt::format("a link to {}, which is no folder", printable(target.string()));
    return {fmt::format("the model {} is not whole: {} is {}", printable(model),
                        printable(path.string()), what),
            "remove it; then " + fetch_hint(model, revision)};
}

}  // namespace

std::optional<Fault> unfinished_fault(const fs::path& model_folder, const std::string& model,
                                      const std::string& revision) {
    std::optional<std::size_t> bytes;
    std::error_code error;
    for (fs::directory_iterator entry(model_folder / "blobs", error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->path().extension() != ".incomplete") continue;
        std::error_code is_no_file;
        const std::uintmax_t size = fs::file_size(entry->path(), is_no_file);
        if (!is_no_file) bytes = bytes.value_or(0) + static_cast<std::size_t>(size);
    }
    if (!bytes) return std::nullopt;
    return Fault{
        fmt::format("the model {} is unfinished, {} came", printable(model), byte_count(*bytes)),
        fmt::format("`{}` goes on", fetch_command(model, revision)), true};
}

Fault no_snapshot_fault(const HubCache& cache, const std::string& model,
                        const std::string& revision) {
    for (const fs::path& path : {cache.folder_of(model), cache.snapshots_of(model)}) {
        if (is_in_the_way(path)) return in_the_way_fault(path, model, revision);
    }
    if (const auto fault = unfinished_fault(cache.folder_of(model), model, revision)) return *fault;
    return {fmt::format("the cache has a folder of {}, but no snapshot in it: {}", printable(model),
                        printable(cache.folder_of(model).string())),
            fetch_hint(model, revision)};
}

std::optional<Fault> snapshot_fault(const HubCache& cache, const std::string& model,
                                    const std::string& revision, const std::string& commit) {
    const fs::path folder = cache.snapshot_of(model, commit);
    if (is_folder(folder)) return std::nullopt;
    for (const fs::path& path : {cache.folder_of(model), cache.snapshots_of(model), folder}) {
        if (is_in_the_way(path)) return in_the_way_fault(path, model, revision);
    }
    if (auto fault = unfinished_fault(cache.folder_of(model), model, revision)) return fault;
    return Fault{fmt::format("{} names the snapshot {}, which is gone",
                             printable(cache.ref_of(model, revision).string()), commit),
                 fetch_hint(model, revision)};
}

}  // namespace attnlab
