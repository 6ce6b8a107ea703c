#include "view/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/unicode.hpp"

namespace attnlab {
namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

std::string_view sequence_of(Meaning meaning) {
    switch (meaning) {
        case Meaning::kHeading:
        case Meaning::kFocus:
            return "\x1b[1m";
        case Meaning::kPositive:
            return "\x1b[31m";
        case Meaning::kNegative:
            return "\x1b[34m";
        case Meaning::kQuiet:
            return "\x1b[2m";
    }
    return "";
}

std::string fit(std::string_view text, std::size_t width) {
    if (display_width(text) <= width) return std::string(text);
    if (width == 0) return "";
    return std::string(fit_width(text, width - 1)).append(kEllipsis);
}

}  // namespace

std::string paint(std::string_view text, Meaning meaning, const Style& style) {
    if (!style.color) return std::string(text);
    return fmt::format("{}{}\x1b[0m", sequence_of(meaning), text);
}

std::string pad_right(std::string_view text, std::size_t width) {
    std::string fitted = fit(text, width);
    return fitted.append(width - display_width(fitted), ' ');
}

std::string pad_left(std::string_view text, std::size_t width) {
    const std::string fitted = fit(text, width);
    return std::string(width - display_width(fitted), ' ').append(fitted);
}

std::string paragraph(std::string_view text, const Style& style, std::string_view indent) {
    std::string lines;
    std::string line(indent);
    bool is_first_word = true;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        begin = end + 1;
        if (!is_first_word && display_width(line) + 1 + display_width(word) > style.width) {
            lines += line + "\n";
            line = indent;
            is_first_word = true;
        }
        if (!is_first_word) line += ' ';
        line += word;
        is_first_word = false;
    }
    return lines + line + "\n";
}

std::string heading(std::string_view text, const Style& style) {
    const std::size_t length = std::min(display_width(text), style.width);
    std::string lines = paragraph(text, style);
    lines.pop_back();  // the newline belongs outside the colour
    return paint(lines, Meaning::kHeading, style) + "\n" + std::string(length, '=') + "\n";
}

std::string table(const std::vector<std::vector<std::string>>& rows, std::string_view alignment,
                  const Style& style, std::string_view indent) {
    std::vector<std::size_t> widths;
    for (const std::vector<std::string>& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t c = 0; c < row.size(); ++c) {
            widths[c] = std::max(widths[c], display_width(row[c]));
        }
    }
    std::string lines;
    for (const std::vector<std::string>& row : rows) {
        std::string line(indent);
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (c > 0) line += "  ";
            const bool is_left = alignment[std::min(c, alignment.size() - 1)] == 'l';
            line += is_left ? pad_right(row[c], widths[c]) : pad_left(row[c], widths[c]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        lines += fit(line, style.width) + "\n";
    }
    return lines;
}

std::string bar(double value, std::size_t full_width) {
    constexpr std::array<std::string_view, 8> kEighths = {"",
                                                          "\xE2\x96\x8F",
                                                          "\xE2\x96\x8E",
                                                          "\xE2\x96\x8D",
                                                          "\xE2\x96\x8C",
                                                          "\xE2\x96\x8B",
                                                          "\xE2\x96\x8A",
                                                          "\xE2\x96\x89"};
    constexpr std::string_view kBlock = "\xE2\x96\x88";
    const double eighths = std::clamp(value, 0.0, 1.0) * static_cast<double>(full_width) * 8.0;
    const auto n = static_cast<std::size_t>(eighths + 0.5);
    std::string blocks;
    for (std::size_t i = 0; i < n / 8; ++i) blocks += kBlock;
    return blocks.append(kEighths[n % 8]);
}

}  // namespace attnlab
