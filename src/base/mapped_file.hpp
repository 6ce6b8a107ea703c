// A file as read-only memory: the pages come from the disk when they are touched, and are shared
// with every other process that maps the same file.

#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace attnlab {

/// Maps a whole file for reading; unmaps it at the end of its life.
class MappedFile {
  public:
    /// Errors: InputError naming the path and the system's reason if the file cannot be opened, is
    ///         not a regular file or cannot be mapped. An empty file is valid.
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();

    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::byte> bytes() const { return {data_, size_}; }

  private:
    const std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

/// Asks the system for mapped pages that are about to be read, all at once and not one fault at a
/// time. A hint: where the system does not know it, nothing changes.
void read_soon(std::span<const std::byte> bytes);

/// The most that is read of a text, a vocabulary or a configuration: far more than any model takes,
/// and an end where a device has none.
constexpr std::size_t kLargestReadFile = std::size_t{1} << 26U;  // 64 MiB

/// Reads a whole file of modest size (a vocabulary, a configuration, a text).
///
/// Errors: InputError naming the path and the system's reason, or its size if it is too large.
std::string read_file(const std::filesystem::path& path);

}  // namespace attnlab
