#include "view/bar_table.hpp"

#include <algorithm>

#include "base/unicode.hpp"
#include "view/section.hpp"
#include "view/wrapped_table.hpp"

namespace attnlab {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kShortestBar = 8;  // of fewer columns the eye makes nothing
constexpr std::size_t kLongestBar = 40;

std::size_t width_of(const std::vector<std::vector<std::string>>& rows) {
    std::size_t total = 0;
    for (std::size_t c = 0; c < rows.front().size(); ++c) {
        std::size_t width = 0;
        for (const std::vector<std::string>& row : rows) {
            width = std::max(width, display_width(row[c]));
        }
        total += width + (c > 0 ? kGap : 0);
    }
    return total;
}

}  // namespace

std::string bar_table(const std::vector<std::vector<std::string>>& rows,
                      const std::vector<double>& values, std::string_view full_bar,
                      const Style& style, std::string_view alignment) {
    const std::size_t used = body_indent(style).size() + width_of(rows) + kGap;
    if (style.width < used + kShortestBar) return wrapped_table(rows, style, alignment);
    const std::size_t full = std::min(style.width - used, kLongestBar);
    std::vector<std::vector<std::string>> lines = rows;
    lines.front().emplace_back();
    for (std::size_t i = 1; i < lines.size(); ++i) lines[i].push_back(bar(values[i - 1], full));
    std::string columns(alignment);
    columns.resize(rows.front().size(), columns.back());
    return table(lines, columns + "l", style, body_indent(style)) + remark(full_bar, style);
}

}  // namespace attnlab
