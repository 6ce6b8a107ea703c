#include "view/section.hpp"

#include "support/catch.hpp"

using attnlab::body;
using attnlab::remark;
using attnlab::section;

TEST_CASE("A title stands below an empty line and what follows is indented") {
    CHECK(section("A title", {80, false}) == "\nA title\n");
    CHECK(body("What is said.", {80, false}) == "  What is said.\n");
    CHECK(body("What is said.", {39, false}) == "What is said.\n");
}

TEST_CASE("Every line of a coloured title begins and ends its own colour") {
    CHECK(section("A long title", {7, true}) == "\n\x1b[1mA long\x1b[0m\n\x1b[1mtitle\x1b[0m\n");
    CHECK(remark("(a note)", {80, true}) == "\x1b[2m  (a note)\x1b[0m\n");
}
