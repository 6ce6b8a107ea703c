#include "view/short_labels.hpp"

#include <string>
#include <vector>

#include "base/unicode.hpp"
#include "support/catch.hpp"

using attnlab::display_width;
using attnlab::kLongestLabel;
using attnlab::short_labels;
using Labels = std::vector<std::string>;

TEST_CASE("Tokens that differ keep their names and repeated ones get their index") {
    CHECK(short_labels({"the", "it"}) == Labels{"the", "it"});
    CHECK(short_labels({"it", "the", "it"}) == Labels{"0:it", "1:the", "2:it"});
}

TEST_CASE("Labels are safe on a terminal and never invisible") {
    CHECK(short_labels({"a\x1b[31m\n", "\xE2\x80\xAE", "", "\xFF"}) ==
          Labels{"a\\x1b[31m\\n", "\\u{202e}", "''", "\xEF\xBF\xBD"});
}

TEST_CASE("Long labels are cut by columns and end without a space") {
    const std::string wide = "\xE6\x97\xA5";  // two columns
    std::string text;
    for (int i = 0; i < 20; ++i) text += wide;
    const std::string label = short_labels({text}).front();
    CHECK(display_width(label) <= kLongestLabel);
    CHECK(label.ends_with("\xE2\x80\xA6"));  // the ellipsis
    CHECK(attnlab::cut_label("trophy", 6) == "trophy");
    CHECK(attnlab::cut_label("trophy", 5) == "trop\xE2\x80\xA6");
}
