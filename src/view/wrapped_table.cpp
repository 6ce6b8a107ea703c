#include "view/wrapped_table.hpp"

#include <algorithm>

#include "base/unicode.hpp"
#include "view/section.hpp"

namespace attnlab {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::size_t width_of(const Rows& rows, std::size_t column) {
    std::size_t width = 0;
    for (const std::vector<std::string>& row : rows) {
        width = std::max(width, display_width(row[column]));
    }
    return width;
}

/// The first column and those from `first` to before `end`.
Rows part_of(const Rows& rows, std::size_t first, std::size_t end) {
    Rows part;
    for (const std::vector<std::string>& row : rows) {
        part.push_back({row.front()});
        for (std::size_t c = first; c < end; ++c) part.back().push_back(row[c]);
    }
    return part;
}

}  // namespace

std::string wrapped_table(const Rows& rows, const Style& style, std::string_view alignment) {
    constexpr std::size_t kGap = 2;  // as table() has it
    const std::size_t key_width = body_indent(style).size() + width_of(rows, 0);
    const std::size_t n_columns = rows.front().size();
    std::string text;
    for (std::size_t first = 1; first < n_columns;) {
        std::size_t end = first;
        std::size_t used = key_width;
        while (end < n_columns) {
            used += kGap + width_of(rows, end);
            if (used > style.width && end > first) break;
            ++end;
        }
        std::string columns(1, alignment.front());
        for (std::size_t c = first; c < end; ++c) {
            columns += alignment[std::min(c, alignment.size() - 1)];
        }
        text += table(part_of(rows, first, end), columns, style, body_indent(style));
        first = end;
    }
    return text;
}

}  // namespace attnlab
