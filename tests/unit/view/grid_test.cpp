#include "view/grid.hpp"

#include <string>
#include <vector>

#include "base/unicode.hpp"
#include "support/catch.hpp"

using namespace attnlab;
using Lines = std::vector<std::string>;

namespace {

/// n rows `0:row`, cells `x` up to the diagonal.
Grid counted(std::size_t n, std::size_t cell_width = 2) {
    Grid grid;
    for (std::size_t i = 0; i < n; ++i) {
        grid.row_labels.push_back(std::to_string(i) + ":row");
        grid.column_labels.push_back(std::to_string(i));
    }
    grid.cell_width = cell_width;
    grid.cell = [](std::size_t i, std::size_t j) { return j <= i ? "x" : ""; };
    return grid;
}

}  // namespace

TEST_CASE("A small grid has its labels in one line", "[view]") {
    CHECK(grid_lines(counted(3), 40, "tokens") == Lines{
                                                      "        0 1 2",
                                                      "  0:row x",
                                                      "  1:row x x",
                                                      "  2:row x x x",
                                                  });
}

TEST_CASE("Labels wider than their cells are written downwards", "[view]") {
    const Lines lines = grid_lines(counted(12), 80, "tokens");
    REQUIRE(lines.size() == 14);
    CHECK(lines[0] == "                             1 1");
    CHECK(lines[1] == "         0 1 2 3 4 5 6 7 8 9 0 1");
    CHECK(lines[13] == "  11:row x x x x x x x x x x x x");
    // Wider cells take two digits in one line.
    CHECK(grid_lines(counted(12, 4), 80, "tokens").size() == 13);
}

TEST_CASE("The marked row has a marker and is always shown", "[view]") {
    Grid grid = counted(3);
    grid.marked_row = 1;
    CHECK(grid_lines(grid, 40, "tokens")[2] == "> 1:row x x");
    Grid large = counted(30);
    large.marked_row = 20;
    const Lines lines = grid_lines(large, 20, "tokens");
    REQUIRE(lines.size() == 2 + 6 + 3);
    CHECK(lines[2] == "  15:row x");
    CHECK(lines[7] == "> 20:row x x x x x x");  // the window ends with it
    CHECK(lines[8] == "(tokens 15 to 20 of");
    Grid shown = counted(30);
    shown.shown_row = 20;
    CHECK(grid_lines(shown, 20, "tokens")[7] == "  20:row x x x x x x");
}

TEST_CASE("A grid that does not fit is cropped with a note", "[view]") {
    const Lines lines = grid_lines(counted(30), 50, "tokens");
    CHECK(lines.back() == "(tokens 0 to 20 of 30 fit; --width shows more)");
    CHECK(lines.size() == 2 + 21 + 1);
    CHECK(lines[1] == "         0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0");
    CHECK(grid_lines(counted(21), 50, "tokens").size() == 2 + 21);  // all of 21 fit
}

TEST_CASE("A grid keeps its width wherever one cell fits", "[view]") {
    for (const std::size_t n : {1U, 3U, 12U, 120U}) {
        for (const std::size_t cell_width : {2U, 4U, 5U}) {
            Grid grid = counted(n, cell_width);
            grid.row_labels.back() += " with a label that is far too long";
            for (const bool is_marked : {false, true}) {
                if (is_marked) grid.marked_row = n - 1;
                for (std::size_t width = 1; width <= 200; ++width) {
                    const Lines lines = grid_lines(grid, width, "tokens");
                    INFO("n = " << n << ", cells of " << cell_width << ", width " << width);
                    CHECK(widest(lines) <= std::max<std::size_t>(width, 2 + 8 + cell_width));
                }
            }
        }
    }
}

TEST_CASE("Blocks of lines stand beside each other", "[view]") {
    const std::string cjk = "\xE6\x97\xA5";
    CHECK(side_by_side({"ab", cjk + "c"}, {"x", "y", "z"}, 3) ==
          Lines{"ab    x", cjk + "c   y", "      z"});
    CHECK(side_by_side({"a", "b"}, {"x"}, 1) == Lines{"a x", "b"});
    CHECK(side_by_side({}, {"x"}, 1) == Lines{" x"});
}

TEST_CASE("Lines are joined and measured", "[view]") {
    CHECK(join_lines({"a", "", "b"}) == "a\n\nb\n");
    CHECK(join_lines({}).empty());
    CHECK(widest({"a", "\xE6\x97\xA5\xE6\x9C\xAC", "bcd"}) == 4);
    CHECK(widest({}) == 0);
}
