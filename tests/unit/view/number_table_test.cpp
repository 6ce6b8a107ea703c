#include "view/number_table.hpp"

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "base/unicode.hpp"
#include "support/catch.hpp"
#include "view/short_labels.hpp"

using attnlab::display_width;
using attnlab::index_labels;
using attnlab::Matrix;
using attnlab::number_table;
using attnlab::NumberTable;
using attnlab::Style;

namespace {

Matrix counted(std::size_t rows, std::size_t columns) {
    Matrix matrix(rows, columns);
    float next = 0.0F;
    for (float& value : matrix.values()) value = next++;
    return matrix;
}

NumberTable table_of(const Matrix& matrix) {
    NumberTable table;
    table.values = matrix;
    table.row_labels = index_labels(matrix.rows());
    table.column_labels = index_labels(matrix.columns());
    return table;
}

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> found;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) found.push_back(line);
    return found;
}

}  // namespace

TEST_CASE("A matrix of whole numbers is shown without decimals") {
    const Matrix matrix = counted(2, 3);
    CHECK(number_table(table_of(matrix), {100, false}) ==
          "     0  1  2\n"
          "  0  0  1  2\n"
          "  1  3  4  5\n");
}

TEST_CASE("One broken number gives all of them decimals") {
    Matrix matrix = counted(2, 2);
    matrix(1, 1) = 2.5F;
    CHECK(number_table(table_of(matrix), {100, false}) ==
          "         0      1\n"
          "  0  0.000  1.000\n"
          "  1  2.000  2.500\n");
}

TEST_CASE("Sums stand last and always have their decimals") {
    const Matrix matrix = counted(1, 2);
    NumberTable table = table_of(matrix);
    table.sums = {1.0};
    table.always_decimals = true;
    table.precision = 1;
    CHECK(number_table(table, {100, false}) ==
          "       0    1  sum\n"
          "  0  0.0  1.0  1.0\n");
}

TEST_CASE("Cells that the mask closes are blank and not zero") {
    const Matrix matrix(2, 2);
    Matrix visible = counted(2, 2);  // closes the first cell
    NumberTable table = table_of(matrix);
    table.visible = visible;
    CHECK(number_table(table, {100, false}) ==
          "     0  1\n"
          "  0     0\n"
          "  1  0  0\n");
}

TEST_CASE("Columns that do not fit are left out whole and a note counts them") {
    const Matrix matrix = counted(2, 50);
    NumberTable table = table_of(matrix);
    table.sums = {1.0, 2.0};
    const std::vector<std::string> drawn = lines(number_table(table, {40, false}));
    REQUIRE(drawn.size() > 3);
    CHECK(drawn[0].ends_with("\xE2\x80\xA6    sum"));
    CHECK(drawn[1].ends_with("1.000"));
    CHECK(drawn[3].find("(the first ") != std::string::npos);
    CHECK(drawn[3].find("of 50 columns") != std::string::npos);
}

TEST_CASE("Of many rows the first are shown and a note counts them") {
    const Matrix matrix = counted(100, 1);
    const std::string text = number_table(table_of(matrix), {100, false});
    CHECK(lines(text).size() == 1 + 24 + 1);
    CHECK(text.ends_with("  (the first 24 of 100 rows; --json shows all)\n"));
}

TEST_CASE("Numbers of a table end in the same columns at every width and with every label") {
    attnlab::Random random(1);
    Matrix matrix(5, 12);
    random.fill_normal(matrix.values());
    NumberTable table = table_of(matrix);
    table.row_labels = {"it", "\xE6\x97\xA5\xE6\x9C\xAC", "e\xCC\x81", "\\x1b", "''"};
    table.sums = std::vector<double>(5, 1.0);
    for (std::size_t width = 20; width <= 120; width += 7) {
        const std::vector<std::string> drawn = lines(number_table(table, {width, false}));
        std::set<std::size_t> widths;
        for (std::size_t i = 0; i < 6; ++i) widths.insert(display_width(drawn[i]));
        INFO("width " << width);
        CHECK(widths.size() == 1);
        for (const std::string& line : drawn) CHECK(display_width(line) <= width);
    }
}

TEST_CASE("A table can be drawn at any width") {
    const Matrix matrix = counted(3, 30);
    for (std::size_t width = 1; width < 20; ++width) {
        const std::vector<std::string> drawn =
            lines(number_table(table_of(matrix), {width, false}));
        REQUIRE(drawn.size() > 4);  // a header, three rows, the note with its unbroken words
        for (std::size_t i = 0; i < 4; ++i) CHECK(display_width(drawn[i]) <= width);
    }
}
