#include "view/wrapped_table.hpp"

#include "support/catch.hpp"

using attnlab::wrapped_table;

namespace {

const std::vector<std::vector<std::string>> kRows = {{"d", "first", "second"}, {"16", "1", "2"}};

}  // namespace

TEST_CASE("A table that fits is one table") {
    CHECK(wrapped_table(kRows, {80, false}) ==
          "   d  first  second\n"
          "  16      1       2\n");
}

TEST_CASE("Columns are aligned as asked") {
    CHECK(wrapped_table(kRows, {80, false}, "rl") ==
          "   d  first  second\n"
          "  16  1      2\n");
}

TEST_CASE("Columns that do not fit follow below with the first column once more") {
    CHECK(wrapped_table(kRows, {12, false}) ==
          " d  first\n"
          "16      1\n"
          " d  second\n"
          "16       2\n");
}

TEST_CASE("A column wider than the line is cut and nothing is left out") {
    CHECK(wrapped_table(kRows, {6, false}) ==
          " d  f\xE2\x80\xA6\n"
          "16   \xE2\x80\xA6\n"
          " d  s\xE2\x80\xA6\n"
          "16   \xE2\x80\xA6\n");
}
