#include "view/text.hpp"

#include <limits>
#include <string>

#include "base/unicode.hpp"
#include "support/catch.hpp"
#include "support/sample_maps.hpp"

using namespace attnlab;
using attnlab::testing::lines_of;

namespace {

const std::string kCjk = "\xE6\x97\xA5\xE6\x9C\xAC";  // two characters, four columns
const std::string kEllipsis = "\xE2\x80\xA6";

}  // namespace

TEST_CASE("Padding fills up to columns and not to bytes", "[view]") {
    CHECK(pad_right("ab", 4) == "ab  ");
    CHECK(pad_left("ab", 4) == "  ab");
    CHECK(pad_right(kCjk, 6) == kCjk + "  ");
    CHECK(pad_left(kCjk, 6) == "  " + kCjk);
    CHECK(pad_right("e\xCC\x81", 2) == "e\xCC\x81 ");
    CHECK(pad_right("", 2) == "  ");
    CHECK(pad_right("ab", 2) == "ab");
}

TEST_CASE("What is too long is cut with an ellipsis as its last column", "[view]") {
    CHECK(pad_right("suitcase", 5) == "suit" + kEllipsis);
    CHECK(pad_left("suitcase", 5) == "suit" + kEllipsis);
    CHECK(pad_right("suitcase", 1) == kEllipsis);
    CHECK(pad_right("suitcase", 0).empty());
    // Half of a wide character is not shown; the column it would take is filled.
    CHECK(pad_right(kCjk, 3) == kCjk.substr(0, 3) + kEllipsis);
    CHECK(pad_right(kCjk, 2) == kEllipsis + " ");
    CHECK(pad_left(kCjk, 2) == " " + kEllipsis);
}

TEST_CASE("Every padded text has the width that was asked for", "[view]") {
    for (const std::string text :
         {"", "a", "suitcase", "\xE6\x97\xA5", "a\xE6\x97\xA5z\xE6\x9C\xAC", "e\xCC\x81o\xCC\x81",
          "\xF0\x9F\x8F\x86\xF0\x9F\x8F\x86", "\xFF\xFE"}) {
        for (std::size_t width = 0; width < 12; ++width) {
            CHECK(display_width(pad_left(text, width)) == width);
            CHECK(display_width(pad_right(text, width)) == width);
        }
    }
}

TEST_CASE("A paragraph breaks at spaces and keeps its words", "[view]") {
    const Style style{10, false};
    CHECK(paragraph("one two three four", style) == "one two\nthree four\n");
    CHECK(paragraph("one two three four", style, "  ") == "  one two\n  three\n  four\n");
    CHECK(paragraph("extraordinary it is", style) == "extraordinary\nit is\n");
    CHECK(paragraph("it is extraordinary", style) == "it is\nextraordinary\n");
    CHECK(paragraph("", style) == "\n");
    CHECK(paragraph(kCjk + " " + kCjk + " " + kCjk, style) ==
          kCjk + " " + kCjk + "\n" + kCjk + "\n");
    CHECK(paragraph("one two", {1, false}) == "one\ntwo\n");
}

TEST_CASE("A heading is underlined and broken where it is too long", "[view]") {
    CHECK(heading("Head 1.2", {20, false}) == "Head 1.2\n========\n");
    CHECK(heading("Layer 1, mean of heads", {10, false}) ==
          "Layer 1,\nmean of\nheads\n==========\n");
    CHECK(heading("Head", {20, true}) == "\x1b[1mHead\x1b[0m\n====\n");
}

TEST_CASE("A table aligns its columns by what is shown", "[view]") {
    const Style style{80, false};
    CHECK(table({{"index", "text"}, {"9", kCjk}, {"10", "it"}}, "rl", style) ==
          "  index  text\n"
          "      9  " +
              kCjk +
              "\n"
              "     10  it\n");
    CHECK(table({{"a", "b", "c"}, {"1", "22", "333"}}, "lr", style, "") ==
          "a   b    c\n1  22  333\n");
    CHECK(table({{"a", "b"}, {"1"}}, "l", style, "") == "a  b\n1\n");
    CHECK(table({}, "l", style).empty());
}

TEST_CASE("A table is cut at the width with a mark", "[view]") {
    for (std::size_t width = 1; width < 30; ++width) {
        for (const std::string& line :
             lines_of(table({{"head", "a long column", kCjk}, {"1.2", "x", kCjk + kCjk}}, "lr",
                            {width, false}))) {
            CHECK(display_width(line) <= width);
        }
    }
    CHECK(table({{"head", "number"}}, "l", {10, false}) == "  head  n" + kEllipsis + "\n");
}

TEST_CASE("A bar has whole blocks and an eighth", "[view]") {
    const std::string block = "\xE2\x96\x88";
    CHECK(bar(1.0, 3) == block + block + block);
    CHECK(bar(0.5, 3) == block + "\xE2\x96\x8C");
    CHECK(bar(0.0, 3).empty());
    CHECK(bar(1.0 / 24.0, 3) == "\xE2\x96\x8F");
    CHECK(bar(2.0, 2) == block + block);  // never beyond its columns
    CHECK(bar(-1.0, 2).empty());
    for (int i = 0; i <= 100; ++i) CHECK(display_width(bar(i / 100.0, 20)) <= 20);
}

TEST_CASE("There is colour only where the style has it", "[view]") {
    CHECK(paint("it", Meaning::kFocus, {80, false}) == "it");
    CHECK(paint("it", Meaning::kFocus, {80, true}) == "\x1b[1mit\x1b[0m");
    CHECK(paint("+", Meaning::kPositive, {80, true}) != paint("+", Meaning::kNegative, {80, true}));
}
