#include "hub/partial_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

#include "hub/cache_writer.hpp"

namespace attnlab {
namespace {

constexpr mode_t kFileMode = 0666;
constexpr std::size_t kReadBytes = 1 << 20;

}  // namespace

ssize_t write_bytes(int descriptor, const void* bytes, std::size_t size) {
    return ::write(descriptor, bytes, size);
}

std::filesystem::path partial_path(const std::filesystem::path& blob) {
    return blob.parent_path() / (blob.filename().string() + ".incomplete");
}

std::size_t partial_size(const std::filesystem::path& blob) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(partial_path(blob), error);
    return error ? 0 : static_cast<std::size_t>(size);
}

PartialFile::PartialFile(std::filesystem::path blob, HashKind kind, std::size_t size,
                         WriteBytes write)
    : blob_(std::move(blob)),
      path_(partial_path(blob_)),
      kind_(kind),
      full_size_(size),
      write_(std::move(write)),
      hash_(kind, size) {
    make_folder(blob_.parent_path());
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kFileMode);
    if (descriptor_ < 0) fail_to_write(path_, errno);
    try {
        read_what_is_there();
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

PartialFile::~PartialFile() { ::close(descriptor_); }

void PartialFile::read_what_is_there() {
    std::vector<char> buffer(kReadBytes);
    while (size_ <= full_size_) {
        const ssize_t n = ::read(descriptor_, buffer.data(), buffer.size());
        if (n == 0) return;
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail_to_write(path_, errno);
        hash_.update({buffer.data(), static_cast<std::size_t>(n)});
        size_ += static_cast<std::size_t>(n);
    }
    start_again();
}

void PartialFile::append(std::string_view piece) {
    while (!piece.empty()) {
        const ssize_t n = write_(descriptor_, piece.data(), piece.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail_to_write(path_, errno);
        const std::string_view written = piece.substr(0, static_cast<std::size_t>(n));
        hash_.update(written);
        size_ += written.size();
        piece.remove_prefix(written.size());
    }
}

void PartialFile::start_again() {
    if (::ftruncate(descriptor_, 0) != 0 || ::lseek(descriptor_, 0, SEEK_SET) != 0) {
        fail_to_write(path_, errno);
    }
    hash_ = Hash(kind_, full_size_);
    size_ = 0;
}

void PartialFile::commit() {
    // Bytes first, then the name: after a power cut there is the whole file or none of that name.
    if (::fsync(descriptor_) != 0) fail_to_write(path_, errno);
    if (::rename(path_.c_str(), blob_.c_str()) != 0) fail_to_write(blob_, errno);
}

void PartialFile::remove() { ::unlink(path_.c_str()); }

}  // namespace attnlab
