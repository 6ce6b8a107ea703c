#include "text/byte_alphabet.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace attnlab {
namespace {

constexpr std::size_t kBytes = 256;
constexpr std::size_t kFirstBorrowed = 0x100;  // spells the first byte that cannot spell itself
constexpr std::size_t kCodePoints = kFirstBorrowed + 68;
constexpr std::int16_t kNoByte = -1;

constexpr bool spells_itself(std::size_t byte) {
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

struct Alphabet {
    std::array<std::uint16_t, kBytes> code_point_of{};
    std::array<std::int16_t, kCodePoints> byte_of{};
};

constexpr Alphabet make_alphabet() {
    Alphabet alphabet;
    for (auto& byte : alphabet.byte_of) byte = kNoByte;
    std::size_t next_borrowed = kFirstBorrowed;
    for (std::size_t byte = 0; byte < kBytes; ++byte) {
        const std::size_t code_point = spells_itself(byte) ? byte : next_borrowed++;
        alphabet.code_point_of[byte] = static_cast<std::uint16_t>(code_point);
        alphabet.byte_of[code_point] = static_cast<std::int16_t>(byte);
    }
    return alphabet;
}

constexpr Alphabet kAlphabet = make_alphabet();

}  // namespace

std::optional<std::uint8_t> spelled_byte(std::uint32_t code_point) {
    if (code_point >= kCodePoints || kAlphabet.byte_of[code_point] == kNoByte) return std::nullopt;
    return static_cast<std::uint8_t>(kAlphabet.byte_of[code_point]);
}

std::optional<std::size_t> append_spelled_bytes(std::string_view spelling, std::string& bytes) {
    for (std::size_t i = 0; i < spelling.size();) {
        // Most bytes spell themselves: they are taken all at once.
        std::size_t end = i;
        while (end < spelling.size() && spelling[end] > 0x20 && spelling[end] < 0x7F) ++end;
        bytes.append(spelling, i, end - i);
        i = end;
        if (i == spelling.size()) break;
        // The whole alphabet lies below U+0800: one or two bytes of UTF-8.
        std::uint32_t code_point = static_cast<std::uint8_t>(spelling[i]);
        std::size_t length = 1;
        if (code_point >= 0x80) {
            const bool has_second = i + 1 < spelling.size();
            const std::uint32_t second =
                has_second ? static_cast<std::uint8_t>(spelling[i + 1]) : 0;
            if ((code_point & 0xE0U) != 0xC0U || (second & 0xC0U) != 0x80U) return i;
            code_point = ((code_point & 0x1FU) << 6U) | (second & 0x3FU);
            if (code_point < 0x80) return i;  // a longer form than UTF-8 allows
            length = 2;
        }
        const auto byte = spelled_byte(code_point);
        if (!byte) return i;
        bytes += static_cast<char>(*byte);
        i += length;
    }
    return std::nullopt;
}

std::string spelling_of(std::string_view bytes) {
    std::string spelling;
    for (const char byte : bytes) {
        const std::size_t code_point = kAlphabet.code_point_of[static_cast<std::uint8_t>(byte)];
        if (code_point < 0x80) {
            spelling += static_cast<char>(code_point);
        } else {
            spelling += static_cast<char>(0xC0U | (code_point >> 6U));
            spelling += static_cast<char>(0x80U | (code_point & 0x3FU));
        }
    }
    return spelling;
}

std::string quoted_spelling(std::string_view bytes) {
    constexpr std::size_t kLongest = 40;
    if (bytes.size() <= kLongest) return fmt::format("\"{}\"", spelling_of(bytes));
    return fmt::format("\"{}...\" ({} bytes)", spelling_of(bytes.substr(0, kLongest)),
                       bytes.size());
}

}  // namespace attnlab
