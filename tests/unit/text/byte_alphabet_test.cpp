#include "text/byte_alphabet.hpp"

#include <set>
#include <string>

#include "support/catch.hpp"

using namespace attnlab;
using namespace std::string_literals;

TEST_CASE("Every byte has a spelling of one character and comes back from it", "[text]") {
    std::set<std::string> spellings;
    for (int value = 0; value < 256; ++value) {
        const std::string byte(1, static_cast<char>(value));
        const std::string spelling = spelling_of(byte);
        spellings.insert(spelling);
        std::string bytes;
        CHECK_FALSE(append_spelled_bytes(spelling, bytes).has_value());
        CHECK(bytes == byte);
    }
    CHECK(spellings.size() == 256);
}

TEST_CASE("Bytes are spelled as GPT-2 spells them", "[text]") {
    CHECK(spelling_of("Az~") == "Az~");
    CHECK(spelling_of(" the") == "\u0120the");
    CHECK(spelling_of("\n\r\t\0"s) == "\u010A\u010D\u0109\u0100");
    CHECK(spelling_of("\x7F\x80\xA0\xAD") == "\u0121\u0122\u0142\u0143");
    CHECK(spelling_of("\xC3\xA9") == "\u00C3\u00A9");
}

TEST_CASE("The first character that spells no byte is found", "[text]") {
    std::string bytes;
    CHECK(append_spelled_bytes("ab c", bytes) == 2);      // a plain space
    CHECK(append_spelled_bytes("\u00ADx", bytes) == 0);   // the soft hyphen is invisible
    CHECK(append_spelled_bytes("x\u0144", bytes) == 1);   // one after the last
    CHECK(append_spelled_bytes("a\u2581b", bytes) == 1);  // another tokenizer's space
    CHECK(append_spelled_bytes("a\0b"s, bytes) == 1);
    CHECK(append_spelled_bytes("abc\xC4", bytes) == 3);  // half a character
    CHECK(append_spelled_bytes("\xC4zz", bytes) == 0);
    CHECK(append_spelled_bytes("a\xA9", bytes) == 1);     // Latin-1
    CHECK(append_spelled_bytes("\xC1\x81", bytes) == 0);  // `A` in two bytes
}

TEST_CASE("A spelling in a message is short", "[text]") {
    CHECK(quoted_spelling(" it") == "\"\u0120it\"");
    CHECK(quoted_spelling(std::string(500, 'x')) ==
          "\"" + std::string(40, 'x') + "...\" (500 bytes)");
}
