#include "base/unicode.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

namespace attnlab {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

struct CodePoint {
    utf8proc_int32_t value;  // -1 where the byte begins no valid character
    std::size_t length;      // in bytes, at least 1
};

/// The code point that begins at `offset`.
CodePoint decode(std::string_view bytes, std::size_t offset) {
    utf8proc_int32_t value = -1;
    const auto* data = reinterpret_cast<const utf8proc_uint8_t*>(bytes.data()) + offset;
    const utf8proc_ssize_t n =
        utf8proc_iterate(data, static_cast<utf8proc_ssize_t>(bytes.size() - offset), &value);
    if (n <= 0) return {-1, 1};
    return {value, static_cast<std::size_t>(n)};
}

bool is_shown(utf8proc_int32_t code_point) {
    switch (utf8proc_category(code_point)) {
        case UTF8PROC_CATEGORY_CC:  // control
        case UTF8PROC_CATEGORY_CF:  // format
        case UTF8PROC_CATEGORY_CS:  // surrogate
        case UTF8PROC_CATEGORY_CN:  // unassigned
        case UTF8PROC_CATEGORY_CO:  // private use
        case UTF8PROC_CATEGORY_ZL:  // line separator
        case UTF8PROC_CATEGORY_ZP:  // paragraph separator
            return false;
        default:
            return true;
    }
}

std::string escaped(utf8proc_int32_t code_point) {
    switch (code_point) {
        case '\n':
            return "\\n";
        case '\r':
            return "\\r";
        case '\t':
            return "\\t";
        default:
            return code_point < 0x100 ? fmt::format("\\x{:02x}", code_point)
                                      : fmt::format("\\u{{{:x}}}", code_point);
    }
}

std::size_t width_of(CodePoint code_point) {
    if (code_point.value < 0) return 1;
    const int width = utf8proc_charwidth(code_point.value);
    return width > 0 ? static_cast<std::size_t>(width) : 0;
}

}  // namespace

std::optional<std::size_t> first_invalid_utf8(std::string_view bytes) {
    for (std::size_t i = 0; i < bytes.size();) {
        const CodePoint code_point = decode(bytes, i);
        if (code_point.value < 0) return i;
        i += code_point.length;
    }
    return std::nullopt;
}

std::string to_valid_utf8(std::string_view bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size();) {
        const CodePoint code_point = decode(bytes, i);
        text += code_point.value < 0 ? kReplacement : bytes.substr(i, code_point.length);
        i += code_point.length;
    }
    return text;
}

std::string printable(std::string_view bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size();) {
        const CodePoint code_point = decode(bytes, i);
        if (code_point.value < 0) {
            text += kReplacement;
        } else if (is_shown(code_point.value)) {
            text += bytes.substr(i, code_point.length);
        } else {
            text += escaped(code_point.value);
        }
        i += code_point.length;
    }
    return text;
}

void append_json_string(std::string& json, std::string_view bytes) {
    json += '"';
    for (std::size_t i = 0; i < bytes.size();) {
        const CodePoint code_point = decode(bytes, i);
        if (code_point.value < 0) {
            json += kReplacement;
        } else if (code_point.value == '"' || code_point.value == '\\') {
            json += '\\';
            json += bytes[i];
        } else if (is_shown(code_point.value)) {
            json += bytes.substr(i, code_point.length);
        } else if (code_point.value < 0x10000) {
            json += fmt::format("\\u{:04x}", code_point.value);
        } else {  // beyond the first plane JSON takes a pair of surrogates
            const utf8proc_int32_t rest = code_point.value - 0x10000;
            json +=
                fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
        }
        i += code_point.length;
    }
    json += '"';
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    for (std::size_t i = 0; i < text.size();) {
        const CodePoint code_point = decode(text, i);
        width += width_of(code_point);
        i += code_point.length;
    }
    return width;
}

std::string_view fit_width(std::string_view text, std::size_t width) {
    std::size_t used = 0;
    for (std::size_t i = 0; i < text.size();) {
        const CodePoint code_point = decode(text, i);
        used += width_of(code_point);
        if (used > width) return text.substr(0, i);
        i += code_point.length;
    }
    return text;
}

}  // namespace attnlab
