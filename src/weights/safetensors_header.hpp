// The JSON header of a safetensors file, as a list of what it says. Each entry has its three fields
// with the right JSON types; whether they make sense together is checked in safetensors.cpp.
// The only place in weights/ that knows the JSON library.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attnlab {

/// What the header says of one tensor.
struct HeaderEntry {
    std::string name;
    std::string dtype;
    std::vector<std::uint64_t> shape;
    std::uint64_t begin = 0;  // of the bytes, counted from the end of the header
    std::uint64_t end = 0;
};

/// Reads the header in one pass, without building a tree: memory stays within a small multiple of
/// its length, and nothing is nested deeper than the format allows.
///
/// `label` names the file in errors.
///
/// Errors: InputError saying whether it is not UTF-8, not JSON, not an object, or naming the tensor
///         whose entry is listed twice, lacks a field or has one of a wrong type.
std::vector<HeaderEntry> parse_safetensors_header(std::string_view json, std::string_view label);

}  // namespace attnlab
