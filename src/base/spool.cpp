#include "base/spool.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "base/unicode.hpp"

namespace attnlab {
namespace {

constexpr std::size_t kMostInMemory = std::size_t{4} << 20U;

std::string folder() {
    std::error_code error;
    const std::filesystem::path path = std::filesystem::temp_directory_path(error);
    return error ? "/tmp" : path.string();
}

[[noreturn]] void fail() {
    const int error_number = errno;
    throw InputError(fmt::format("cannot keep a temporary file in {}: {}", printable(folder()),
                                 std::generic_category().message(error_number)),
                     "TMPDIR names another folder");
}

int open_unnamed_file() {
#ifdef O_TMPFILE
    const int descriptor = ::open(folder().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor >= 0) return descriptor;
#endif
    std::string name = folder() + "/attnlab.XXXXXX";
    const int named = ::mkstemp(name.data());
    if (named < 0) fail();
    ::unlink(name.c_str());
    return named;
}

}  // namespace

Spool::~Spool() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void Spool::write(std::string_view piece) {
    memory_ += piece;
    if (memory_.size() <= kMostInMemory) return;
    if (descriptor_ < 0) descriptor_ = open_unnamed_file();
    write_to_file(memory_);
    memory_.clear();
}

void Spool::write_to_file(std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::write(descriptor_, text.data(), text.size());
        if (n >= 0) {
            text.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno != EINTR) {
            fail();
        }
    }
}

void Spool::write_to(const std::function<void(std::string_view)>& sink) const {
    if (descriptor_ >= 0) {
        std::vector<char> buffer(std::size_t{1} << 20U);
        off_t place = 0;
        while (true) {
            const ssize_t n = ::pread(descriptor_, buffer.data(), buffer.size(), place);
            if (n == 0) break;
            if (n > 0) {
                sink({buffer.data(), static_cast<std::size_t>(n)});
                place += n;
            } else if (errno != EINTR) {
                fail();
            }
        }
    }
    sink(memory_);
}

}  // namespace attnlab
