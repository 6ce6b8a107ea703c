// One query's weights as bars, without the division and with it; side by side where there is room.

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "view/format_number.hpp"
#include "view/saturation_view.hpp"
#include "view/section.hpp"

namespace attnlab {
namespace {

constexpr std::size_t kMostBars = 8;

struct Line {
    std::string key;
    std::string score;
    double weight;
};

/// The best keys, one a line, and what is left of the weight in a last one.
std::vector<Line> lines_of(const SaturationExample& example, std::span<const float> scores,
                           std::span<const float> weights) {
    const std::size_t n = std::min(weights.size(), kMostBars);
    std::vector<Line> lines;
    for (std::size_t i = 0; i < n; ++i) {
        lines.push_back({fmt::format("key {}", example.keys[i]),
                         format_number(static_cast<double>(scores[i]), 1),
                         static_cast<double>(weights[i])});
    }
    if (n < weights.size()) {
        const std::span<const float> rest = weights.subspan(n);
        lines.push_back({fmt::format("{} more", rest.size()), "",
                         std::accumulate(rest.begin(), rest.end(), 0.0)});
    }
    return lines;
}

constexpr std::size_t kScoreWidth = 5;
constexpr std::size_t kWeightWidth = 5;  // 0.123

/// Score, weight and bar in so many columns.
std::string bar_cells(const Line& line, std::size_t width) {
    constexpr std::size_t kUsed = kScoreWidth + 1 + kWeightWidth + 1;
    const std::string cells = pad_left(line.score, kScoreWidth) + " " +
                              pad_left(format_number(line.weight, 3), kWeightWidth) + " ";
    return width > kUsed ? pad_right(cells + bar(line.weight, width - kUsed), width)
                         : pad_right(cells, width);
}

std::string trimmed(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

std::string header(std::size_t width) {
    return pad_right(pad_left("score", kScoreWidth) + " weight", width);
}

}  // namespace

std::string saturation_bars(const SaturationExample& example, const Style& style) {
    std::string text =
        section(fmt::format("4. The collapse, seen: one query at d_k = {}", example.d_k), style);
    text += body(
        fmt::format("A typical query of the first trial (number {}) and its best keys. Both come "
                    "from the same dot products; a full bar is a weight of 1.",
                    example.query),
        style);
    const std::vector<Line> left = lines_of(example, example.scores, example.undivided_weights);
    const std::vector<Line> right =
        lines_of(example, example.divided_scores, example.divided_weights);
    const std::string left_title =
        fmt::format("not divided: {} bits", format_number(example.undivided_entropy_bits, 2));
    const std::string right_title =
        fmt::format("divided: {} bits", format_number(example.divided_entropy_bits, 2));

    const std::string indent(body_indent(style));
    constexpr std::size_t kKeyWidth = 8;
    constexpr std::size_t kGap = 2;
    constexpr std::size_t kSideBySide = 72;
    if (style.width >= kSideBySide) {
        const std::size_t width = (style.width - indent.size() - kKeyWidth - 2 * kGap) / 2;
        const std::string space(kGap, ' ');
        const auto line = [&](const std::string& key, const std::string& one,
                              const std::string& other) {
            return trimmed(indent + pad_right(key, kKeyWidth) + space + pad_right(one, width) +
                           space + other);
        };
        text += line("", left_title, right_title) + line("", header(width), header(width));
        for (std::size_t i = 0; i < left.size(); ++i) {
            text += line(left[i].key, bar_cells(left[i], width), bar_cells(right[i], width));
        }
        return text;
    }
    const bool has_keys = !indent.empty();
    const std::size_t used = has_keys ? indent.size() + kKeyWidth + 1 : 0;
    const std::size_t width = style.width > used ? style.width - used : 1;
    const auto block = [&](const std::string& title, const std::vector<Line>& lines) {
        text += body(title, style);
        const auto line = [&](const std::string& key, const std::string& cells) {
            text += trimmed(indent + (has_keys ? pad_right(key, kKeyWidth) + " " : "") + cells);
        };
        line("", header(width));
        for (const Line& one : lines) {
            Line shown = one;
            if (!has_keys && shown.score.empty()) shown.score = "rest";
            line(shown.key, bar_cells(shown, width));
        }
    };
    block(left_title, left);
    block(right_title, right);
    return text;
}

}  // namespace attnlab
