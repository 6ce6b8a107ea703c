#include "output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/unicode.hpp"

namespace attnlab::lab {
namespace {

[[noreturn]] void fail(std::string_view place, int error_number) {
    throw InputError(fmt::format("cannot write {}: {}", printable(place),
                                 std::generic_category().message(error_number)));
}

/// The permissions that a new file would get.
mode_t default_mode() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

}  // namespace

bool write_all(int descriptor, std::string_view text, std::string_view place) {
    while (!text.empty()) {
        const ssize_t n = ::write(descriptor, text.data(), text.size());
        if (n >= 0) {
            text.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno == EPIPE) {
            return false;
        } else if (errno != EINTR) {
            fail(place, errno);
        }
    }
    return true;
}

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
    std::error_code ignored;
    // A link keeps pointing where it points: the file behind it is replaced.
    if (std::filesystem::is_symlink(path_, ignored)) {
        const std::filesystem::path target = std::filesystem::weakly_canonical(path_, ignored);
        if (!ignored) path_ = target;
    }
    struct stat status = {};
    const bool exists = ::stat(path_.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) fail(path_.string(), EISDIR);
    if (exists && !S_ISREG(status.st_mode)) {
        descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor_ < 0) fail(path_.string(), errno);
        return;
    }
    if (exists && ::access(path_.c_str(), W_OK) != 0) fail(path_.string(), errno);
    const std::filesystem::path folder = path_.has_parent_path() ? path_.parent_path() : ".";
    temporary_ = (folder / fmt::format(".{}.XXXXXX", path_.filename().string())).string();
    descriptor_ = ::mkostemp(temporary_.data(), O_CLOEXEC);
    if (descriptor_ < 0) {
        temporary_.clear();
        fail(path_.string(), errno);
    }
    ::fchmod(descriptor_, exists ? status.st_mode & 07777 : default_mode());
}

OutputFile::~OutputFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::commit(std::string_view text) {
    write_all(descriptor_, text, path_.string());
    // close() is where a full disk may still be noticed.
    if (::close(std::exchange(descriptor_, -1)) != 0) fail(path_.string(), errno);
    if (temporary_.empty()) return;
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_.string(), errno);
    temporary_.clear();
}

}  // namespace attnlab::lab
