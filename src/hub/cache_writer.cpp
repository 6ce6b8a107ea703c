#include "hub/cache_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <limits>
#include <system_error>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "base/unicode.hpp"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kFileMode = 0666;  // less what the user's umask takes away

/// A name beside `path` that no other process takes for its own.
fs::path beside(const fs::path& path) {
    return path.parent_path() / fmt::format(".{}.{}", path.filename().string(), ::getpid());
}

void rename_to(const fs::path& from, const fs::path& to) {
    if (::rename(from.c_str(), to.c_str()) == 0) return;
    const int error_number = errno;
    ::unlink(from.c_str());
    fail_to_write(to, error_number);
}

void write_small_file(const fs::path& path, std::string_view text) {
    const int descriptor =
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kFileMode);
    if (descriptor < 0) fail_to_write(path, errno);
    const bool is_written =
        ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
        ::fsync(descriptor) == 0;
    const int error_number = errno;
    ::close(descriptor);
    if (is_written) return;
    ::unlink(path.c_str());
    fail_to_write(path, error_number);
}

/// What stands where a folder should be, on the way to `path`; empty if nothing does.
fs::path in_the_way(const fs::path& path) {
    for (fs::path place = path; place.has_relative_path(); place = place.parent_path()) {
        std::error_code error;
        const fs::file_status status = fs::symlink_status(place, error);
        if (!fs::exists(status)) continue;
        return fs::is_directory(place, error) ? fs::path() : place;
    }
    return {};
}

/// Whether a small file has that text, perhaps with a newline after it.
bool has_text(const fs::path& path, std::string_view text) {
    std::error_code error;
    constexpr std::uintmax_t kLargest = 100;
    if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > kLargest) return false;
    try {
        std::string found = read_file(path);
        while (found.ends_with('\n') || found.ends_with('\r')) found.pop_back();
        return found == text;
    } catch (const InputError&) {
        return false;  // writing it will say why not
    }
}

}  // namespace

void fail_to_write(const fs::path& path, int error_number) {
    if (error_number == ENOTDIR || error_number == EEXIST) {
        if (const fs::path obstacle = in_the_way(path); !obstacle.empty()) {
            throw InputError(fmt::format("{} is no folder, and the cache needs one there",
                                         printable(obstacle.string())),
                             "move it away, or put the cache elsewhere: HF_HOME=FOLDER");
        }
    }
    std::string hint;
    if (error_number == ENOSPC || error_number == EDQUOT) {
        hint =
            "make room, and the same command goes on from there; or put the cache elsewhere: "
            "HF_HOME=FOLDER";
    } else if (error_number == EACCES || error_number == EPERM || error_number == EROFS) {
        hint = "set HF_HUB_CACHE to a folder that you may write to";
    } else if (error_number == ENOTDIR || error_number == EEXIST) {
        hint = "HF_HOME and HF_HUB_CACHE must name folders";
    }
    throw InputError(fmt::format("cannot write {}: {}", printable(path.string()),
                                 std::generic_category().message(error_number)),
                     hint);
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) fail_to_write(folder, error.value());
    if (!fs::is_directory(folder, error)) fail_to_write(folder, ENOTDIR);
}

fs::path lock_of(const HubCache& cache, std::string_view model, std::string_view hash) {
    return cache.root() / ".locks" / cache.folder_of(model).filename() /
           fmt::format("{}.lock", hash);
}

void link_to_blob(const HubCache& cache, std::string_view model, std::string_view commit,
                  std::string_view name, std::string_view hash) {
    const fs::path snapshot = cache.snapshot_of(model, commit);
    make_folder(snapshot);
    const fs::path link = snapshot / name;
    const fs::path target = fs::path("..") / ".." / "blobs" / hash;
    std::error_code error;
    if (fs::read_symlink(link, error) == target) return;
    const fs::path temporary = beside(link);
    ::unlink(temporary.c_str());
    if (::symlink(target.c_str(), temporary.c_str()) != 0) fail_to_write(link, errno);
    rename_to(temporary, link);
}

void write_ref(const HubCache& cache, std::string_view model, std::string_view revision,
               std::string_view commit) {
    if (revision == commit) return;
    const fs::path ref = cache.ref_of(model, revision);
    if (has_text(ref, commit)) return;
    make_folder(ref.parent_path());
    const fs::path temporary = beside(ref);
    write_small_file(temporary, commit);
    rename_to(temporary, ref);
}

std::size_t free_bytes(const fs::path& folder) {
    fs::path existing = folder;
    std::error_code error;
    while (!fs::exists(existing, error) && existing.has_relative_path()) {
        existing = existing.parent_path();
    }
    const fs::space_info space = fs::space(existing.empty() ? "." : existing, error);
    const bool is_known = !error && space.capacity > 0;  // /proc says that it has no room at all
    if (!is_known) return std::numeric_limits<std::size_t>::max();
    return static_cast<std::size_t>(space.available);
}

}  // namespace attnlab
