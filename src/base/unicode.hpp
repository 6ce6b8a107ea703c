// What the program needs to know of Unicode: is this UTF-8, how wide is it, may it be shown.
// The only place that knows utf8proc. GPT-2's own splitting of text is in text/.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace attnlab {

/// The offset of the first byte that is not part of valid UTF-8; nothing if all of it is.
std::optional<std::size_t> first_invalid_utf8(std::string_view bytes);

/// The bytes as valid UTF-8: each byte that is not part of a character becomes U+FFFD.
std::string to_valid_utf8(std::string_view bytes);

/// The bytes as text that is safe on a terminal and in one line.
///
/// Control characters, invisible format characters (U+202E turns text around), line separators and
/// unassigned code points are written as \n, \t, \r, \x1b or \u{202e}; a backslash stays as it is.
/// Bytes that are not UTF-8 become U+FFFD.
std::string printable(std::string_view bytes);

/// Appends the bytes as a JSON string, in quotes: what printable() would escape is written as
/// \uXXXX, and bytes that are not UTF-8 become U+FFFD, so that the text is always valid JSON.
void append_json_string(std::string& json, std::string_view bytes);

/// How many columns of a terminal a text takes: 0 for combining marks, 2 for wide characters.
///
/// The text is meant to be printable already; what is not UTF-8 counts 1 a byte.
std::size_t display_width(std::string_view text);

/// The longest beginning of a text that takes at most `width` columns, with its combining marks.
std::string_view fit_width(std::string_view text, std::size_t width);

}  // namespace attnlab
