// A file of the cache while it comes: it has a name of its own until it is whole and proven.

#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "hub/hash.hpp"

namespace attnlab {

/// The system's write(), or what a test puts in its place.
using WriteBytes = std::function<ssize_t(int descriptor, const void* bytes, std::size_t size)>;
ssize_t write_bytes(int descriptor, const void* bytes, std::size_t size);

/// Where the bytes of a blob stand before it is whole: BLOB.incomplete, as with huggingface_hub.
std::filesystem::path partial_path(const std::filesystem::path& blob);

/// How many bytes of it are there; 0 if it is not there.
std::size_t partial_size(const std::filesystem::path& blob);

/// BLOB.incomplete, open. It stays when this object goes, to be taken up by the next.
class PartialFile {
  public:
    /// Opens what is there, or begins. What is longer than `size` is no beginning: it goes.
    /// The bytes that are there are read once, for the hash.
    ///
    /// Errors: InputError naming the path and the system's reason.
    PartialFile(std::filesystem::path blob, HashKind kind, std::size_t size,
                WriteBytes write = write_bytes);
    ~PartialFile();
    PartialFile(const PartialFile&) = delete;
    PartialFile& operator=(const PartialFile&) = delete;

    std::size_t size() const { return size_; }

    /// Errors: InputError naming the path and the system's reason: a full disk.
    void append(std::string_view piece);

    /// Back to no bytes.
    void start_again();

    /// The hash of all bytes; once, when they are all there.
    std::string digits() { return hash_.digits(); }

    /// Gives the file its name, after its bytes are on the disk.
    void commit();

    /// Deletes it.
    void remove();

  private:
    void read_what_is_there();

    std::filesystem::path blob_;
    std::filesystem::path path_;
    HashKind kind_;
    std::size_t full_size_;
    WriteBytes write_;
    Hash hash_;
    int descriptor_ = -1;
    std::size_t size_ = 0;
};

}  // namespace attnlab
