// Writes safetensors files: valid ones from a list of tensors, and any others by hand, from a
// header that says whatever the test wants. Shares no code with the reader.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attnlab::testing {

/// A tensor as it will lie in the file.
struct TensorToWrite {
    std::string name;  // written between quotes as it is: no escapes
    std::string dtype;
    std::vector<std::size_t> shape;
    std::string bytes;
};

/// Numbers as the bytes of the file: `bytes_of<float>({1, 2})`, little-endian.
template <class Number>
std::string bytes_of(std::span<const Number> numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}
template <class Number>
std::string bytes_of(const std::vector<Number>& numbers) {
    return bytes_of(std::span<const Number>(numbers));
}

/// An F32 tensor.
TensorToWrite f32_tensor(std::string name, std::vector<std::size_t> shape,
                         std::span<const float> values);

/// An F32 tensor stored anew as "F16" or "BF16", its numbers cut off toward zero.
TensorToWrite stored_as(const TensorToWrite& tensor, std::string_view dtype);

/// The length of the header, the header, the data: valid or not.
std::string raw_safetensors(std::string_view header, std::string_view data);

/// The header of these tensors, which lie one behind the other; without the length.
///
/// It ends in spaces, so that the data begins `misalignment` bytes after a multiple of 8.
std::string safetensors_header(std::span<const TensorToWrite> tensors,
                               std::size_t misalignment = 0);

/// A whole valid file.
std::string safetensors_file(std::span<const TensorToWrite> tensors, std::size_t misalignment = 0);

}  // namespace attnlab::testing
