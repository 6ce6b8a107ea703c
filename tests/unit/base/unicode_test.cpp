#include "base/unicode.hpp"

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
