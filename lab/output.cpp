#include "output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "interruption.hpp"

namespace attnlab::lab {
namespace {

[[noreturn]] void fail(std::string_view place, int error_number) {
    throw InputError(fmt::format("cannot write {}: {}", printable(place),
                                 std::generic_category().message(error_number)));
}

/// The file that a link points to, there or not: the link stays, what it names is replaced.
std::filesystem::path behind_links(std::filesystem::path path) {
    constexpr int kMostLinks = 40;  // as many as Linux follows
    std::error_code error;
    for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(path, error); ++i) {
        path = path.parent_path() / std::filesystem::read_symlink(path, error);
    }
    return path;
}

// The temporary file of this process, for the moment when it is told to end.
std::array<char, 4096> unfinished_file = {};

void remove_unfinished_file() { ::unlink(unfinished_file.data()); }

/// From now on an interrupted run leaves no temporary file behind.
void remove_when_interrupted(const std::string& file) {
    if (file.size() >= unfinished_file.size()) return;
    std::ranges::copy(file, unfinished_file.begin());
    when_interrupted(remove_unfinished_file);
}

/// The permissions that a new file would get.
mode_t default_mode() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

}  // namespace

void write_all(int descriptor, std::string_view text, std::string_view place) {
    while (!text.empty()) {
        const ssize_t n = ::write(descriptor, text.data(), text.size());
        if (n >= 0) {
            text.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno == EPIPE) {
            throw ReaderGone();
        } else if (errno != EINTR) {
            fail(place, errno);
        }
    }
}

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
    struct stat status = {};
    const bool exists = ::stat(path_.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) fail(path_.string(), EISDIR);
    if (exists && !S_ISREG(status.st_mode)) {
        descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor_ < 0) fail(path_.string(), errno);
        return;
    }
    path_ = behind_links(path_);  // not sooner: what /dev/fd/1 names may have no place in a folder
    if (exists && ::access(path_.c_str(), W_OK) != 0) fail(path_.string(), errno);
    const std::filesystem::path folder = path_.has_parent_path() ? path_.parent_path() : ".";
    temporary_ = (folder / fmt::format(".{}.XXXXXX", path_.filename().string())).string();
    descriptor_ = ::mkostemp(temporary_.data(), O_CLOEXEC);
    if (descriptor_ < 0) {
        temporary_.clear();
        fail(path_.string(), errno);
    }
    remove_when_interrupted(temporary_);
    ::fchmod(descriptor_, exists ? status.st_mode & 07777 : default_mode());
}

OutputFile::~OutputFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view piece) { write_all(descriptor_, piece, path_.string()); }

void OutputFile::commit() {
    // close() is where a full disk may still be noticed.
    if (::close(std::exchange(descriptor_, -1)) != 0) fail(path_.string(), errno);
    if (temporary_.empty()) return;
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_.string(), errno);
    temporary_.clear();
}

}  // namespace attnlab::lab
