#include "base/mapped_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/unicode.hpp"

namespace attnlab {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const char* action, int error_number) {
    throw InputError(fmt::format("cannot {} {}: {}", action, printable(path.string()),
                                 std::generic_category().message(error_number)));
}

/// A file descriptor that closes itself.
class Descriptor {
  public:
    explicit Descriptor(const std::filesystem::path& path, int flags = 0)
        : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags)) {
        if (number_ < 0) fail(path, "open", errno);
    }
    ~Descriptor() { ::close(number_); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return number_; }

  private:
    int number_;
};

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) {
    const Descriptor file(path, O_NONBLOCK);  // a pipe must be refused, not waited for
    struct stat status = {};
    if (::fstat(file.number(), &status) != 0) fail(path, "read", errno);
    if (S_ISDIR(status.st_mode)) fail(path, "read", EISDIR);
    if (!S_ISREG(status.st_mode)) {
        throw InputError(
            fmt::format("cannot map {}: not a regular file", printable(path.string())));
    }
    size_ = static_cast<std::size_t>(status.st_size);
    if (size_ == 0) return;  // mmap refuses a length of 0
    void* address = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.number(), 0);
    if (address == MAP_FAILED) fail(path, "map", errno);
    data_ = static_cast<const std::byte*>(address);
}

MappedFile::~MappedFile() {
    if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
}

void read_soon(std::span<const std::byte> bytes) {
#ifdef MADV_POPULATE_READ
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t offset = reinterpret_cast<std::uintptr_t>(bytes.data()) % page;
    std::byte* begin = const_cast<std::byte*>(bytes.data()) - offset;
    // Whether an older kernel refuses, or a page cannot be read, shows when the page is touched.
    ::madvise(begin, bytes.size() + offset, MADV_POPULATE_READ);
#endif
}

std::string read_file(const std::filesystem::path& path) {
    const Descriptor file(path);
    // A regular file is read at once; a pipe or a device says no size, and may be of any.
    struct stat about = {};
    const bool has_size = ::fstat(file.number(), &about) == 0 && S_ISREG(about.st_mode);
    const std::size_t size = has_size ? static_cast<std::size_t>(about.st_size) : 0;
    std::string text(std::min(size + 1, kLargestReadFile), '\0');
    std::size_t used = 0;
    while (true) {
        if (used == text.size()) text.resize(text.size() + (std::size_t{1} << 16U) + used);
        const ssize_t n = ::read(file.number(), text.data() + used, text.size() - used);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail(path, "read", errno);
        if (n == 0) break;
        used += static_cast<std::size_t>(n);
        if (used > kLargestReadFile) {
            throw InputError(fmt::format("{} is larger than {} bytes, expected a text",
                                         printable(path.string()), kLargestReadFile));
        }
    }
    text.resize(used);
    return text;
}

}  // namespace attnlab
