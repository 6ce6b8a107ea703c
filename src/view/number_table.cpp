#include "view/number_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/unicode.hpp"
#include "view/format_number.hpp"
#include "view/section.hpp"
#include "view/short_labels.hpp"

namespace attnlab {
namespace {

constexpr std::size_t kMostRows = 24;  // a table that fits a screen
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

/// One column of the table, with its header.
struct Column {
    std::vector<std::string> cells;

    std::size_t width() const {
        std::size_t widest = 0;
        for (const std::string& cell : cells) widest = std::max(widest, display_width(cell));
        return widest;
    }
};

Column labels_column(const NumberTable& table, std::size_t n_rows, std::size_t longest) {
    Column column{{""}};
    for (std::size_t i = 0; i < n_rows; ++i) {
        column.cells.push_back(cut_label(table.row_labels[i], longest));
    }
    return column;
}

Column values_column(const NumberTable& table, std::size_t n_rows, std::size_t j,
                     std::size_t precision, std::size_t longest) {
    Column column{{""}};
    for (std::size_t i = 0; i < n_rows; ++i) {
        const bool is_open = table.visible.data == nullptr || table.visible(i, j) != 0.0F;
        const double value = static_cast<double>(table.values(i, j));
        column.cells.push_back(is_open ? format_number(value, precision) : "");
    }
    column.cells.front() = cut_label(table.column_labels[j], std::max(longest, column.width()));
    return column;
}

Column sums_column(const NumberTable& table, std::size_t n_rows, std::size_t precision) {
    Column column{{"sum"}};
    for (std::size_t i = 0; i < n_rows; ++i) {
        column.cells.push_back(format_number(table.sums[i], precision));
    }
    return column;
}

/// How many of the columns fit into the room, a gap before each.
std::size_t n_fitting(const std::vector<Column>& columns, std::size_t gap, std::size_t room) {
    std::size_t used = 0;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        used += gap + columns[j].width();
        if (used > room) return j;
    }
    return columns.size();
}

std::string note(std::size_t n_rows, std::size_t all_rows, std::size_t n_columns,
                 std::size_t all_columns, const Style& style) {
    std::string what;
    if (n_rows < all_rows) what = fmt::format("{} of {} rows", n_rows, all_rows);
    if (n_columns < all_columns) {
        what += fmt::format("{}{} of {} columns", what.empty() ? "" : ", ", n_columns, all_columns);
    }
    if (what.empty()) return "";
    return remark(
        fmt::format("(the first {}; {})", what,
                    n_columns < all_columns ? "--width or --json shows more" : "--json shows all"),
        style);
}

/// Cells in aligned columns: labels to the left, numbers to the right.
std::string lines_of(const std::vector<Column>& columns, std::size_t gap, const Style& style) {
    std::string lines;
    for (std::size_t i = 0; i < columns.front().cells.size(); ++i) {
        std::string line(body_indent(style));
        line += pad_right(columns.front().cells[i], columns.front().width());
        for (std::size_t c = 1; c < columns.size(); ++c) {
            line += std::string(gap, ' ') + pad_left(columns[c].cells[i], columns[c].width());
        }
        line.erase(line.find_last_not_of(' ') + 1);
        lines += cut_label(line, style.width) + "\n";
    }
    return lines;
}

}  // namespace

std::string number_table(const NumberTable& table, const Style& style) {
    const bool is_narrow = body_indent(style).empty();
    const std::size_t gap = is_narrow ? 1 : 2;
    const std::size_t longest_row_label =
        std::clamp<std::size_t>(style.width / 4, 1, kLongestLabel);
    const std::size_t longest_column_label = is_narrow ? 4 : kLongestLabel;
    const std::size_t n_rows = std::min(table.values.rows, kMostRows);
    const std::size_t precision =
        table.always_decimals || !all_whole(table.values) ? table.precision : 0;

    std::vector<Column> shown = {labels_column(table, n_rows, longest_row_label)};
    std::vector<Column> columns;
    for (std::size_t j = 0; j < table.values.columns; ++j) {
        columns.push_back(values_column(table, n_rows, j, precision, longest_column_label));
    }
    std::vector<Column> last;
    if (!table.sums.empty()) last.push_back(sums_column(table, n_rows, table.precision));

    std::size_t fixed = body_indent(style).size() + shown.front().width();
    if (!last.empty()) fixed += gap + last.front().width();
    const auto fitting = [&](std::size_t taken) {
        return n_fitting(columns, gap, style.width > taken ? style.width - taken : 0);
    };
    std::size_t n_columns = fitting(fixed);
    bool is_marked = false;
    if (n_columns < columns.size()) {  // the mark may not take the place of the only number
        const std::size_t beside_mark = fitting(fixed + gap + 1);
        is_marked = beside_mark > 0;
        n_columns = is_marked ? beside_mark : std::max<std::size_t>(n_columns, 1);
    }
    shown.insert(shown.end(), columns.begin(),
                 columns.begin() + static_cast<std::ptrdiff_t>(n_columns));
    if (is_marked) {
        shown.push_back({std::vector<std::string>(n_rows + 1, std::string(kEllipsis))});
    }
    shown.insert(shown.end(), last.begin(), last.end());
    return lines_of(shown, gap, style) +
           note(n_rows, table.values.rows, n_columns, columns.size(), style);
}

}  // namespace attnlab
