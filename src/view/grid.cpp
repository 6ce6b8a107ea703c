#include "view/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "base/unicode.hpp"

namespace attnlab {
namespace {

constexpr std::size_t kMarkerWidth = 2;  // "> " before the marked row

struct Window {
    std::size_t first;
    std::size_t count;
};

Window window_of(const Grid& grid, std::size_t columns) {
    const std::size_t n = grid.row_labels.size();
    const std::size_t count = std::clamp<std::size_t>(columns / grid.cell_width, 1, n);
    const std::size_t last = grid.marked_row.value_or(grid.shown_row);
    return {last < count ? 0 : last + 1 - count, count};
}

/// The column labels, in one line where they fit into the cells, else a character a line.
std::vector<std::string> header_lines(const Grid& grid, std::size_t first, std::size_t count,
                                      std::size_t indent) {
    std::size_t longest = 0;
    for (std::size_t j = first; j < first + count; ++j) {
        longest = std::max(longest, grid.column_labels[j].size());
    }
    const bool is_flat = longest < grid.cell_width;
    std::vector<std::string> lines(is_flat ? 1 : longest, std::string(indent, ' '));
    for (std::size_t j = first; j < first + count; ++j) {
        const std::string label =
            is_flat ? grid.column_labels[j] : pad_left(grid.column_labels[j], longest);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            lines[i] += pad_left(is_flat ? label : label.substr(i, 1), grid.cell_width);
        }
    }
    return lines;
}

}  // namespace

std::size_t widest(const std::vector<std::string>& lines) {
    std::size_t width = 0;
    for (const std::string& line : lines) width = std::max(width, display_width(line));
    return width;
}

std::vector<std::string> grid_lines(const Grid& grid, std::size_t width, std::string_view unit) {
    // A long label may not take the room of the cells.
    const std::size_t label_width =
        std::min(widest(grid.row_labels), std::max<std::size_t>(8, width / 4));
    const std::size_t used = kMarkerWidth + label_width;
    const auto [first, count] = window_of(grid, width > used ? width - used : 0);

    std::vector<std::string> lines = header_lines(grid, first, count, used);
    for (std::size_t i = first; i < first + count; ++i) {
        std::string line = i == grid.marked_row ? "> " : "  ";
        line += pad_right(grid.row_labels[i], label_width);
        for (std::size_t j = first; j < first + count; ++j) {
            const std::string cell = pad_left(grid.cell(i, j), grid.cell_width);
            line += grid.paint ? grid.paint(cell) : cell;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        lines.push_back(std::move(line));
    }
    const std::size_t n = grid.row_labels.size();
    if (count < n) {
        std::istringstream note(paragraph(
            fmt::format("({} {} to {} of {} fit; --width shows more)", unit,
                        grid.column_labels[first], grid.column_labels[first + count - 1], n),
            {width, false}));
        for (std::string line; std::getline(note, line);) lines.push_back(line);
    }
    return lines;
}

std::vector<std::string> side_by_side(const std::vector<std::string>& left,
                                      const std::vector<std::string>& right, std::size_t gap) {
    const std::size_t width = widest(left);
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
        std::string line = pad_right(i < left.size() ? left[i] : "", width + gap);
        if (i < right.size()) line += right[i];
        line.erase(line.find_last_not_of(' ') + 1);
        lines.push_back(std::move(line));
    }
    return lines;
}

std::string join_lines(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

}  // namespace attnlab
