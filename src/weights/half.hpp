// The two 16-bit float types, widened to float without any rounding: every F16 and BF16 is a float.
// Nothing here depends on how a processor treats subnormals, and nothing branches, so that the
// compiler turns a loop of it into SIMD.

#pragma once

#include <bit>
#include <cstdint>

namespace attnlab {

/// BF16 is the upper half of a float.
inline float float_of_bf16(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

/// F16: 1 sign, 5 exponent bits with a bias of 15, 10 bits of fraction.
///
/// Source: IEEE 754-2019, section 3.4 (binary16).
inline float float_of_f16(std::uint16_t bits) {
    constexpr std::uint32_t kRebias = (127U - 15U) << 23U;
    const std::uint32_t sign = (bits & 0x8000U) << 16U;
    const std::uint32_t exponent = bits & 0x7C00U;
    const std::uint32_t fraction = bits & 0x03FFU;
    // Masks of 32 ones or none; choosing by `?` would make the compiler branch.
    const std::uint32_t is_tiny = 0U - static_cast<std::uint32_t>(exponent == 0U);
    const std::uint32_t is_special = 0U - static_cast<std::uint32_t>(exponent == 0x7C00U);

    // Infinity and NaN have the largest exponent there is, in both types: rebiased twice.
    const std::uint32_t normal = ((bits & 0x7FFFU) << 13U) + kRebias + (is_special & kRebias);
    // Without the hidden 1 the value is fraction x 2^-24; a float holds it as a normal number.
    const auto tiny = std::bit_cast<std::uint32_t>(
        static_cast<float>(static_cast<std::int32_t>(fraction)) * 0x1p-24F);
    return std::bit_cast<float>(sign | (is_tiny & tiny) | (~is_tiny & normal));
}

}  // namespace attnlab
