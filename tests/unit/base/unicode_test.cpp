#include "base/unicode.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "support/catch.hpp"

using namespace attnlab;
using namespace std::string_literals;

TEST_CASE("The first byte that is not UTF-8 is found", "[base]") {
    CHECK_FALSE(first_invalid_utf8("plain").has_value());
    CHECK_FALSE(first_invalid_utf8("\0\xEF\xBB\xBF\xC2\xA0"s).has_value());  // NUL, BOM, U+00A0
    CHECK(first_invalid_utf8("ab\xFF") == 2);
    CHECK(first_invalid_utf8("ab\xE2\x80") == 2);        // cut short
    CHECK(first_invalid_utf8("\xC0\xAF") == 0);          // overlong
    CHECK(first_invalid_utf8("x\xED\xA0\x80") == 1);     // a surrogate
    CHECK(first_invalid_utf8("\xF4\x90\x80\x80") == 0);  // above U+10FFFF
}

TEST_CASE("What may harm a terminal is escaped", "[base]") {
    CHECK(printable("\x1b[31m\a\r") == "\\x1b[31m\\x07\\r");
    CHECK(printable("a\nb\tc\0d"s) == "a\\nb\\tc\\x00d");
    CHECK(printable("\xE2\x80\xAE") == "\\u{202e}");
    CHECK(printable("\xC2\x9B") == "\\x9b");  // CSI as one C1 control character
    CHECK(printable("\xE2\x80\xA8") == "\\u{2028}");
    CHECK(printable("half \xE2\x80") == "half \xEF\xBF\xBD\xEF\xBF\xBD");
    CHECK(printable("caf\xC3\xA9 \xE6\x97\xA5") == "caf\xC3\xA9 \xE6\x97\xA5");
}

TEST_CASE("Width counts the columns of a terminal", "[base]") {
    CHECK(display_width("trophy") == 6);
    CHECK(display_width("\xE6\x97\xA5\xE6\x9C\xAC") == 4);  // two CJK characters
    CHECK(display_width("\xF0\x9F\x8F\x86") == 2);          // an emoji
    CHECK(display_width("e\xCC\x81") == 1);                 // a combining mark
    CHECK(fit_width("\xE6\x97\xA5\xE6\x9C\xAC", 3) == "\xE6\x97\xA5");
    CHECK(fit_width("e\xCC\x81x", 1) == "e\xCC\x81");
}

TEST_CASE("Text beyond UTF-8 becomes valid a byte at a time", "[base]") {
    CHECK(to_valid_utf8("caf\xC3\xA9") == "caf\xC3\xA9");
    CHECK(to_valid_utf8("\xE2\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD");
    CHECK(to_valid_utf8("a\xFFz\x1b\0"s) == "a\xEF\xBF\xBDz\x1b\0"s);
}

TEST_CASE("A JSON string of any character reads back and is safe to print", "[base]") {
    for (const std::string& text :
         {""s, "plain"s, "\"quoted\" and \\ and /"s, "\x1b[31m\a\b\f\n\r\t\0\x7f"s,
          "\xC2\x9B \xE2\x80\xAE \xE2\x80\xA8 \xEF\xBB\xBF"s,  // CSI, U+202E, U+2028, a BOM
          "\xE6\x97\xA5\xE6\x9C\xAC caf\xC3\xA9 e\xCC\x81 \xF0\x9F\x8F\x86"s,
          "\xF3\xA0\x80\x81\xF4\x8F\xBF\xBF\xEE\x80\x80\xEF\xBF\xBE"s}) {  // U+E0001 to U+FFFE
        std::string json;
        append_json_string(json, text);
        INFO(json);
        CHECK(nlohmann::json::parse(json) == text);
        CHECK(printable(json) == json);
    }
}

TEST_CASE("A JSON string of bytes that are not UTF-8 holds replacements", "[base]") {
    std::string json = "before ";
    append_json_string(json, "half \xE2\x80 \xFF\xED\xA0\x80");
    CHECK(json ==
          "before \"half \xEF\xBF\xBD\xEF\xBF\xBD "
          "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

TEST_CASE("Every code point is written as JSON that reads back", "[base]") {
    unsigned n_wrong = 0;
    unsigned last_wrong = 0;
    for (unsigned code_point = 0; code_point <= 0x10FFFFU;
         code_point += code_point < 0x500 ? 1 : 61) {
        if (code_point >= 0xD800 && code_point < 0xE000) continue;  // surrogates are no characters
        std::string escaped = "\"";
        const auto add = [&](unsigned unit) {
            constexpr const char* kDigits = "0123456789abcdef";
            escaped += "\\u";
            for (int shift = 12; shift >= 0; shift -= 4) escaped += kDigits[unit >> shift & 0xFU];
        };
        if (code_point < 0x10000) {
            add(code_point);
        } else {
            add(0xD800 + ((code_point - 0x10000) >> 10U));
            add(0xDC00 + ((code_point - 0x10000) & 0x3FFU));
        }
        const std::string text = nlohmann::json::parse(escaped + "\"");
        std::string json;
        append_json_string(json, text);
        if (nlohmann::json::parse(json) == text) continue;
        ++n_wrong;
        last_wrong = code_point;
    }
    INFO("the last wrong one is " << last_wrong);
    CHECK(n_wrong == 0);
}
