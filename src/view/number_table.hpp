// A matrix as a table of numbers with names for its rows and columns.
// What does not fit the width is left out, whole columns at a time, and a note says so: a number is
// never cut.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/matrix.hpp"
#include "view/text.hpp"

namespace attnlab {

struct NumberTable {
    MatrixView values;
    std::vector<std::string> row_labels;     // printable
    std::vector<std::string> column_labels;  // printable
    MatrixView visible = {};        // cells where it is 0 stay blank; all are drawn if empty
    std::vector<double> sums = {};  // a last column, kept whatever is left out
    std::size_t precision = 3;      // digits after the point
    bool always_decimals = false;   // else a matrix of whole numbers is shown without them
};

/// The lines of the table; where rows or columns are left out, the last lines are a note.
std::string number_table(const NumberTable& table, const Style& style);

}  // namespace attnlab
