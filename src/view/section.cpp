#include "view/section.hpp"

namespace attnlab {
namespace {

/// Each line in its colour, so that none is left open at the end of a line.
std::string paint_lines(std::string_view lines, Meaning meaning, const Style& style) {
    std::string painted;
    while (!lines.empty()) {
        const std::size_t end = lines.find('\n');
        painted += paint(lines.substr(0, end), meaning, style) + "\n";
        lines.remove_prefix(end + 1);
    }
    return painted;
}

}  // namespace

std::string_view body_indent(const Style& style) {
    constexpr std::size_t kNarrow = 40;
    return style.width < kNarrow ? "" : "  ";
}

std::string section(std::string_view title, const Style& style) {
    return "\n" + paint_lines(paragraph(title, style), Meaning::kHeading, style);
}

std::string body(std::string_view text, const Style& style) {
    return paragraph(text, style, body_indent(style));
}

std::string remark(std::string_view text, const Style& style) {
    return paint_lines(body(text, style), Meaning::kQuiet, style);
}

}  // namespace attnlab
