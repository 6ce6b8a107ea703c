#include "base/finite.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

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

std::string_view name_of_not_finite(float value) {
    if (std::isnan(value)) return "NaN";
    return value > 0.0F ? "infinity" : "-infinity";
}

}  // namespace attnlab
