// The element types a safetensors file may hold: their names and their sizes in bits.
// Which of them we compute with is decided in read_floats.hpp.

#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace attnlab {

/// An element type.
///
/// Source: https://github.com/huggingface/safetensors, safetensors/src/tensor.rs, `Dtype`.
enum class DType {
    kBool,
    kF4,
    kF6E2M3,
    kF6E3M2,
    kU8,
    kI8,
    kF8E5M2,
    kF8E4M3,
    kF8E8M0,
    kF8E4M3Fnuz,
    kF8E5M2Fnuz,
    kI16,
    kU16,
    kF16,
    kBF16,
    kI32,
    kU32,
    kF32,
    kC64,
    kF64,
    kI64,
    kU64,
};

/// The type of that name; nothing if the format has no such type.
std::optional<DType> dtype_of_name(std::string_view name);

/// The name as the file spells it: "F32", "BF16".
std::string_view name_of(DType dtype);

/// Units: bits an element; some types are smaller than a byte.
std::size_t bits_of(DType dtype);

}  // namespace attnlab
