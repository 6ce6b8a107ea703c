// The printable characters by which GPT-2's files spell bytes: 0x41 is `A`, 0x20 is U+0120.
// It spells single bytes, nothing else; which bytes make a token is the vocabulary's.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace attnlab {

/// The byte that a character stands for; nothing if it spells none.
///
/// Source: `bytes_to_unicode` of the encoder published with GPT-2: the 188 bytes that Latin-1 shows
///         as visible characters spell themselves, the other 68 are U+0100 and up, in order.
std::optional<std::uint8_t> spelled_byte(std::uint32_t code_point);

/// Appends the bytes that a spelling, UTF-8, stands for to `bytes`.
///
/// Returns the offset of the first character that spells no byte; nothing if all of them do.
std::optional<std::size_t> append_spelled_bytes(std::string_view spelling, std::string& bytes);

/// The spelling of any bytes, as UTF-8.
std::string spelling_of(std::string_view bytes);

/// The spelling in quotation marks, for messages; a very long one is cut.
std::string quoted_spelling(std::string_view bytes);

}  // namespace attnlab
