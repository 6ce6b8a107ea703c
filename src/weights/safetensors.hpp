// A safetensors file: named tensors in one mapped file, every rule of the format checked before any
// tensor is handed out. Knows nothing of what the tensors mean, and never copies them.
//
// The format: 8 bytes, the length of the header as a little-endian integer; the header, a JSON
// object {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [begin, end]}, ...}, which may
// end in spaces; then the data, whose ranges cover every byte to the end of the file exactly once.
// Source: https://github.com/huggingface/safetensors, README.md, "Format".

#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mapped_file.hpp"
#include "weights/dtype.hpp"

namespace attnlab {

/// A tensor as it lies in the file: row-major, little-endian, at an address of any alignment.
struct Tensor {
    std::string name;
    DType dtype = DType::kF32;
    std::vector<std::size_t> shape;  // empty for a single value
    std::span<const std::byte> bytes;
};

/// Lists the tensors of a file that lies in memory, in the order of their names.
///
/// `label` names the file in errors. The tensors' bytes are parts of `file`.
///
/// Errors: InputError naming file, tensor, got and expected for every breach of the format.
std::vector<Tensor> parse_safetensors(std::span<const std::byte> file, std::string_view label);

/// A mapped and checked file; its tensors live as long as it does, also after it is moved.
class SafetensorsFile {
  public:
    /// Errors: InputError if the file cannot be mapped or breaks a rule of the format.
    explicit SafetensorsFile(const std::filesystem::path& path);

    /// In the order of their names.
    std::span<const Tensor> tensors() const { return tensors_; }

    /// The tensor of that name; null if there is none.
    const Tensor* find(std::string_view name) const;

    const std::filesystem::path& path() const { return path_; }
    std::size_t size_bytes() const { return map_.bytes().size(); }

  private:
    std::filesystem::path path_;
    MappedFile map_;
    std::vector<Tensor> tensors_;
};

}  // namespace attnlab
