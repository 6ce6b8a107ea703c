#include "view/bar_table.hpp"

#include <string>
#include <vector>

#include "base/unicode.hpp"
#include "support/catch.hpp"
#include "support/sample_maps.hpp"
#include "view/wrapped_table.hpp"

using attnlab::bar_table;
using attnlab::display_width;
using attnlab::wrapped_table;
using attnlab::testing::lines_of;

namespace {

const std::vector<std::vector<std::string>> kRows = {{"n", "ms"}, {"64", "1.0"}, {"128", "4.0"}};
const std::vector<double> kValues = {0.25, 1.0};

std::string blocks(std::size_t n) {
    std::string text;
    for (std::size_t i = 0; i < n; ++i) text += "\xE2\x96\x88";
    return text;
}

}  // namespace

TEST_CASE("A bar fills what the cells leave of the line") {
    // Two columns of 3 with their gaps and an indent of 2: the cells end at column 12.
    CHECK(bar_table(kRows, kValues, "Full.", {44, false}) ==
          "    n   ms\n"
          "   64  1.0  " +
              blocks(8) +
              "\n"
              "  128  4.0  " +
              blocks(32) + "\n  Full.\n");
}

TEST_CASE("Bars have an end even where lines are long") {
    const std::vector<std::string> lines =
        lines_of(bar_table(kRows, kValues, "Full.", {200, false}));
    CHECK(display_width(lines.at(2)) == 12 + 40);
}

TEST_CASE("Without room for a bar there is none") {
    // 8 columns for the cells without an indent; a bar needs 2 and 8 more.
    CHECK(bar_table(kRows, kValues, "Full.", {17, false}) == wrapped_table(kRows, {17, false}));
    CHECK(lines_of(bar_table(kRows, kValues, "Full.", {18, false})).at(2) ==
          "128  4.0  " + blocks(8));
}
