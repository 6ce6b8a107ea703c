#include "support/safetensors_writer.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace attnlab::testing {
namespace {

/// A float as F16, cut off toward zero; values too small for a normal F16 become 0.
std::uint16_t f16_of(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 16U) & 0x8000U);
    const int exponent = static_cast<int>((bits >> 23U) & 0xFFU) - 127;
    if (exponent > 15) throw std::logic_error("too large for F16");
    if (exponent < -14) return sign;
    const auto magnitude =
        (static_cast<std::uint32_t>(exponent + 15) << 10U) | ((bits >> 13U) & 0x3FFU);
    return static_cast<std::uint16_t>(sign | magnitude);
}

std::uint16_t bf16_of(float value) {
    return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16U);
}

}  // namespace

TensorToWrite f32_tensor(std::string name, std::vector<std::size_t> shape,
                         std::span<const float> values) {
    return {std::move(name), "F32", std::move(shape), bytes_of(values)};
}

TensorToWrite stored_as(const TensorToWrite& tensor, std::string_view dtype) {
    if (tensor.dtype != "F32" || (dtype != "F16" && dtype != "BF16")) {
        throw std::logic_error("only F32 can be stored anew, as F16 or BF16");
    }
    std::vector<std::uint16_t> stored;
    for (std::size_t i = 0; i < tensor.bytes.size(); i += sizeof(float)) {
        float value = 0.0F;
        std::memcpy(&value, tensor.bytes.data() + i, sizeof(value));
        stored.push_back(dtype == "F16" ? f16_of(value) : bf16_of(value));
    }
    return {tensor.name, std::string(dtype), tensor.shape, bytes_of(stored)};
}

std::string raw_safetensors(std::string_view header, std::string_view data) {
    const std::vector<std::uint64_t> length = {header.size()};
    return bytes_of(length).append(header).append(data);
}

std::string safetensors_header(std::span<const TensorToWrite> tensors, std::size_t misalignment) {
    std::string header = "{";
    std::size_t begin = 0;
    for (const TensorToWrite& tensor : tensors) {
        std::string shape;
        for (const std::size_t side : tensor.shape) {
            shape += fmt::format("{}{}", shape.empty() ? "" : ",", side);
        }
        const std::size_t end = begin + tensor.bytes.size();
        header += fmt::format(R"({}"{}":{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})",
                              begin == 0 && header.size() == 1 ? "" : ",", tensor.name,
                              tensor.dtype, shape, begin, end);
        begin = end;
    }
    header += "}";
    while (header.size() % 8 != misalignment % 8) header += ' ';
    return header;
}

std::string safetensors_file(std::span<const TensorToWrite> tensors, std::size_t misalignment) {
    std::string data;
    for (const TensorToWrite& tensor : tensors) data += tensor.bytes;
    return raw_safetensors(safetensors_header(tensors, misalignment), data);
}

}  // namespace attnlab::testing
