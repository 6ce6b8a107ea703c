#include "weights/finite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "weights/describe.hpp"

namespace attnlab {
namespace {

/// Whether any value is NaN or infinite: whether any exponent has all its bits set. Adding 1 to
/// such an exponent carries into the sign, so one `or` over all values tells; no branch, all SIMD.
bool any_not_finite(std::span<const float> values) {
    constexpr std::uint32_t kExponent = 0x7F800000U;
    constexpr std::uint32_t kOne = 0x00800000U;
    std::uint32_t carries = 0;
    for (const float value : values) {
        carries |= (std::bit_cast<std::uint32_t>(value) & kExponent) + kOne;
    }
    return (carries >> 31U) != 0;
}

/// A part of one matrix, small enough that many threads share a large matrix.
struct Chunk {
    const NamedMatrix* matrix;
    std::size_t begin;
    std::size_t end;
};

[[noreturn]] void fail(const NamedMatrix& matrix, std::size_t index, std::string_view label) {
    const float value = matrix.values.data[index];
    const std::size_t columns = matrix.values.columns;
    const std::string place = matrix.values.rows == 1
                                  ? fmt::to_string(index)
                                  : fmt::format("{}, {}", index / columns, index % columns);
    throw InputError(fmt::format("{}: tensor {} is {} at [{}]", label, quoted_name(matrix.name),
                                 std::isnan(value) ? "NaN" : "infinite", place));
}

}  // namespace

std::optional<std::size_t> first_not_finite(std::span<const float> values) {
    constexpr std::size_t kBlock = 4096;  // stays in the innermost cache for the second look
    for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
        const auto block = values.subspan(begin, std::min(kBlock, values.size() - begin));
        if (!any_not_finite(block)) continue;
        const auto found = std::find_if(block.begin(), block.end(),
                                        [](float value) { return !std::isfinite(value); });
        return begin + static_cast<std::size_t>(found - block.begin());
    }
    return std::nullopt;
}

void check_finite(std::span<const NamedMatrix> matrices, std::string_view label,
                  std::size_t threads) {
    constexpr std::size_t kChunk = std::size_t{1} << 18U;  // a megabyte
    std::vector<Chunk> chunks;
    for (const NamedMatrix& matrix : matrices) {
        const std::size_t size = matrix.values.rows * matrix.values.columns;
        for (std::size_t begin = 0; begin < size; begin += kChunk) {
            chunks.push_back({&matrix, begin, std::min(begin + kChunk, size)});
        }
    }
    parallel_for(chunks.size(), threads, [&](std::size_t i) {
        const Chunk& chunk = chunks[i];
        const std::span<const float> values(chunk.matrix->values.data + chunk.begin,
                                            chunk.end - chunk.begin);
        const std::optional<std::size_t> found = first_not_finite(values);
        if (found) fail(*chunk.matrix, chunk.begin + *found, label);
    });
}

}  // namespace attnlab
