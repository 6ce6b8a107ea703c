#include "text/pre_tokenizer.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"

using namespace attnlab;
using namespace std::string_literals;

namespace {

using Pieces = std::vector<std::string>;

Pieces pieces_of(const std::string& text) {
    Pieces pieces;
    PreTokenizer().for_each_piece(text,
                                  [&](std::string_view piece) { pieces.emplace_back(piece); });
    return pieces;
}

}  // namespace

TEST_CASE("Words take the space before them", "[text]") {
    CHECK(pieces_of("The trophy didn't fit.") ==
          Pieces{"The", " trophy", " didn", "'t", " fit", "."});
    CHECK(pieces_of("x=1; 22a").size() == 6);
    CHECK(pieces_of("").empty());
}

TEST_CASE("Contractions are lower-case ASCII only", "[text]") {
    CHECK(pieces_of("DON'T") == Pieces{"DON", "'", "T"});
    CHECK(pieces_of("can't've") == Pieces{"can", "'t", "'ve"});
    CHECK(pieces_of("it\u2019s") == Pieces{"it", "\u2019", "s"});
    CHECK(pieces_of("'dear") == Pieces{"'d", "ear"});
}

TEST_CASE("Of several spaces the last one goes with the word", "[text]") {
    CHECK(pieces_of("a   b") == Pieces{"a", "  ", " b"});
    CHECK(pieces_of("a  ") == Pieces{"a", "  "});
    CHECK(pieces_of("a\n\n\nb") == Pieces{"a", "\n\n", "\n", "b"});
    CHECK(pieces_of("\n =") == Pieces{"\n", " ="});
    CHECK(pieces_of("a  \u00A0b") == Pieces{"a", "  ", "\u00A0", "b"});
}

TEST_CASE("A space is what Unicode calls White_Space", "[text]") {
    // A space alone between letters is a piece; anything else that is no letter is one as well, but
    // takes the space before it.
    const std::vector<std::string> spaces = {
        "\t",     "\n",     "\v",     "\f",     "\r",     "\u0085", "\u00A0", "\u1680",
        "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006", "\u2007",
        "\u2008", "\u2009", "\u200A", "\u2028", "\u2029", "\u202F", "\u205F", "\u3000"};
    for (const std::string& space : spaces) {
        INFO(space);
        CHECK(pieces_of("a " + space + "b") == Pieces{"a", " ", space, "b"});
    }
    const std::vector<std::string> others = {"\u180E", "\u200B", "\u2060", "\uFEFF", "\x1C",
                                             "\x1D",   "\x1E",   "\x1F",   "\0"s};
    for (const std::string& other : others) {
        INFO(other);
        CHECK(pieces_of("a " + other + "b") == Pieces{"a", " " + other, "b"});
    }
}

TEST_CASE("Letters and numbers are those of Unicode", "[text]") {
    CHECK(pieces_of("\u041F\u0440\u0438\u0432\u0435\u0442 \u4F60\u597D") ==
          Pieces{"\u041F\u0440\u0438\u0432\u0435\u0442", " \u4F60\u597D"});
    CHECK(pieces_of("x\u00B2\u2167\u0663") == Pieces{"x", "\u00B2\u2167\u0663"});
    // A combining mark is no letter.
    CHECK(pieces_of("e\u0301a") == Pieces{"e", "\u0301", "a"});
    CHECK(pieces_of("a\U0001F3C6\u200D!") == Pieces{"a", "\U0001F3C6\u200D!"});
}

TEST_CASE("A million characters of one kind are cut without recursion", "[text]") {
    for (const std::string& unit : {"^"s, " "s, "a"s, "\n"s, "7"s, "\u00E9"s, "\u3000"s}) {
        INFO(unit);
        std::string text;
        for (int i = 0; i < 1000000; ++i) text += unit;
        CHECK(pieces_of(text) == Pieces{text});
        CHECK(pieces_of(text + "b").back().ends_with('b'));
    }
}
