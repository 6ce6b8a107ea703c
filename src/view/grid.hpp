// A labelled grid of narrow cells, cut to a window where it is too wide: what maps are drawn on.

#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "view/text.hpp"

namespace attnlab {

/// A square grid: the same n things as rows and as columns.
struct Grid {
    std::vector<std::string> row_labels;     // n, printable
    std::vector<std::string> column_labels;  // n, ASCII; written downwards where cells are narrow
    std::size_t cell_width = 1;              // columns, one of them a gap on the left
    std::function<std::string(std::size_t row, std::size_t column)> cell;  // as wide, without gap
    /// Colours a cell that is as wide as it must be; none leaves it as it is.
    std::function<std::string(const std::string& cell)> paint;
    std::optional<std::size_t> marked_row;
    std::size_t shown_row = 0;  // the row that is shown in any case where none is marked
};

/// Draws the lines of a grid, header first, in at most `width` columns (but at least one cell).
///
/// Where not all fits, a window of neighbours is drawn, as rows and as columns: the first ones, or
/// those that end with the marked row, or the one to be shown. A note that says so stands last;
/// `unit` is what it calls a row.
std::vector<std::string> grid_lines(const Grid& grid, std::size_t width, std::string_view unit);

/// The columns that the widest of several lines or labels takes.
std::size_t widest(const std::vector<std::string>& lines);

/// Two blocks of lines beside each other, `gap` columns between them.
std::vector<std::string> side_by_side(const std::vector<std::string>& left,
                                      const std::vector<std::string>& right, std::size_t gap);

std::string join_lines(const std::vector<std::string>& lines);

}  // namespace attnlab
