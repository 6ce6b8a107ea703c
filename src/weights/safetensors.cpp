#include "weights/safetensors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "weights/describe.hpp"
#include "weights/safetensors_header.hpp"

namespace attnlab {
namespace {

static_assert(std::endian::native == std::endian::little, "the file's numbers are little-endian");
static_assert(sizeof(std::size_t) == sizeof(std::uint64_t), "sizes in the file have 64 bits");

constexpr std::size_t kLengthBytes = 8;  // the header's length, before the header
constexpr std::uint64_t kMaxHeaderBytes = 100'000'000;

/// The length that the file gives its header, after every check that needs no reading of it.
std::size_t header_length(std::span<const std::byte> file, std::string_view label) {
    if (file.size() < kLengthBytes) {
        throw InputError(
            fmt::format("{}: too short for a header: {} bytes, a safetensors file has at least {}",
                        label, file.size(), kLengthBytes));
    }
    constexpr std::string_view kPointer = "version https://git-lfs";
    if (file.size() > kPointer.size() &&
        std::memcmp(file.data(), kPointer.data(), kPointer.size()) == 0) {
        throw InputError(fmt::format("{}: a pointer of Git LFS, not the file itself", label),
                         "fetch the file with `git lfs pull`, or download it");
    }
    std::uint64_t length = 0;
    std::memcpy(&length, file.data(), kLengthBytes);
    if (length > kMaxHeaderBytes) {
        throw InputError(
            fmt::format("{}: not a safetensors file: its first 8 bytes announce a header of {} "
                        "bytes, at most {} are allowed",
                        label, length, kMaxHeaderBytes));
    }
    if (length > file.size() - kLengthBytes) {
        throw InputError(
            fmt::format("{}: the header should end at byte {}, but the file has {} "
                        "bytes: incomplete download?",
                        label, kLengthBytes + length, file.size()));
    }
    return length;
}

/// type x shape in bytes; nothing if it overflows 64 bits.
std::optional<std::uint64_t> size_in_bits(DType dtype, std::span<const std::uint64_t> shape) {
    std::uint64_t product = bits_of(dtype);
    for (const std::uint64_t side : shape) {
        if (__builtin_mul_overflow(product, side, &product)) return std::nullopt;
    }
    return product;
}

/// The type of an entry whose bytes are exactly type x shape.
DType checked_dtype(const HeaderEntry& entry, std::string_view label) {
    const auto fail = [&](const std::string& what) {
        throw InputError(fmt::format("{}: tensor {}: {}", label, quoted_name(entry.name), what));
    };
    const std::optional<DType> dtype = dtype_of_name(entry.dtype);
    if (!dtype) fail(fmt::format("the format has no type {}", quoted_name(entry.dtype)));
    const std::string type_and_shape = fmt::format("{} {}", entry.dtype, shape_text(entry.shape));
    const std::optional<std::uint64_t> bits = size_in_bits(*dtype, entry.shape);
    if (!bits) fail(type_and_shape + " is too large: its size overflows 64 bits");
    if (*bits % 8 != 0) fail(type_and_shape + " does not end at a whole byte");
    if (entry.end < entry.begin) {
        fail(fmt::format("its bytes end at {}, before they begin at {}", entry.end, entry.begin));
    }
    if (entry.end - entry.begin != *bits / 8) {
        fail(fmt::format("{} bytes, but {} takes {}", entry.end - entry.begin, type_and_shape,
                         *bits / 8));
    }
    return *dtype;
}

/// Checks that the ranges, in their order, cover the data from its first byte to its last, once.
void check_ranges(std::span<const HeaderEntry> in_order, std::uint64_t data_size,
                  std::string_view label) {
    std::uint64_t covered = 0;
    for (const HeaderEntry& entry : in_order) {
        const std::string name = quoted_name(entry.name);
        if (entry.begin < covered) {
            throw InputError(
                fmt::format("{}: tensor {} begins at byte {} of the data, inside the one before, "
                            "which ends at {}",
                            label, name, entry.begin, covered));
        }
        if (entry.begin > covered) {
            throw InputError(
                fmt::format("{}: tensor {} begins at byte {} of the data, expected {}: "
                            "the bytes between belong to no tensor",
                            label, name, entry.begin, covered));
        }
        covered = entry.end;
    }
    if (covered > data_size) {
        throw InputError(fmt::format(
            "{}: the tensors take {} bytes, but the file has {} for them: incomplete download?",
            label, covered, data_size));
    }
    if (covered < data_size) {
        throw InputError(
            fmt::format("{}: the tensors take {} bytes, but the file has {}: the last {} belong to "
                        "no tensor",
                        label, covered, data_size, data_size - covered));
    }
}

}  // namespace

std::vector<Tensor> parse_safetensors(std::span<const std::byte> file, std::string_view label) {
    const std::size_t length = header_length(file, label);
    const std::string_view json(reinterpret_cast<const char*>(file.data()) + kLengthBytes, length);
    const std::span<const std::byte> data = file.subspan(kLengthBytes + length);

    std::vector<HeaderEntry> entries = parse_safetensors_header(json, label);
    // An empty range [4, 4] stands between [0, 4] and [4, 8]: sorted by both ends.
    std::sort(entries.begin(), entries.end(), [](const HeaderEntry& a, const HeaderEntry& b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    std::vector<DType> dtypes;
    dtypes.reserve(entries.size());
    for (const HeaderEntry& entry : entries) dtypes.push_back(checked_dtype(entry, label));
    check_ranges(entries, data.size(), label);

    std::vector<Tensor> tensors(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        HeaderEntry& entry = entries[i];
        tensors[i] = {std::move(entry.name),
                      dtypes[i],
                      {entry.shape.begin(), entry.shape.end()},
                      data.subspan(entry.begin, entry.end - entry.begin)};
    }
    std::sort(tensors.begin(), tensors.end(),
              [](const Tensor& a, const Tensor& b) { return a.name < b.name; });
    return tensors;
}

SafetensorsFile::SafetensorsFile(const std::filesystem::path& path)
    : path_(path),
      map_(path),
      tensors_(parse_safetensors(map_.bytes(), printable(path.string()))) {}

const Tensor* SafetensorsFile::find(std::string_view name) const {
    const auto found = std::lower_bound(
        tensors_.begin(), tensors_.end(), name,
        [](const Tensor& tensor, std::string_view key) { return tensor.name < key; });
    return found != tensors_.end() && found->name == name ? &*found : nullptr;
}

}  // namespace attnlab
