#include "view/ascii_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace attnlab {
namespace {

// From light to dark; a closed cell is blank, so that the lightest shade is not.
constexpr std::string_view kRamp = ".:-=+*#%@";
constexpr double kLogDecades = 4.0;  // the logarithmic scale begins at 10^-4

/// Where a weight stands between the lightest (0) and the darkest (1).
double darkness(double weight, Scale scale) {
    switch (scale) {
        case Scale::kLinear:
            return weight;
        case Scale::kSqrt:
            return std::sqrt(weight);
        case Scale::kLog:
            return weight > 0.0 ? 1.0 + std::log10(weight) / kLogDecades : 0.0;
    }
    return weight;
}

/// The weight at a darkness: the inverse of the above.
double weight_at(double dark, Scale scale) {
    switch (scale) {
        case Scale::kLinear:
            return dark;
        case Scale::kSqrt:
            return dark * dark;
        case Scale::kLog:
            return std::pow(10.0, (dark - 1.0) * kLogDecades);
    }
    return dark;
}

char shade(double weight, Scale scale) {
    const double steps = static_cast<double>(kRamp.size());
    const double step = std::floor(darkness(weight, scale) * steps);
    return kRamp[static_cast<std::size_t>(std::clamp(step, 0.0, steps - 1.0))];
}

std::size_t digits_of(std::size_t number) { return fmt::formatted_size("{}", number); }

}  // namespace

std::string row_label(const Token& token, std::size_t n_tokens) {
    return fmt::format("{:>{}}:{}{}", token.index, digits_of(n_tokens - 1), token_label(token),
                       is_partial(token) ? "~" : "");
}

std::string place_label(const Token& a, const Token& b, std::size_t n_tokens) {
    std::string label = row_label(a, n_tokens);
    if (a.index != b.index) label.insert(label.find(':'), fmt::format("/{}", b.index));
    if (a.id != b.id) label += "|" + token_label(b);
    return label;
}

Grid map_grid(MatrixView weights, const std::vector<Token>& tokens, const MapStyle& map) {
    Grid grid;
    for (const Token& token : tokens) {
        const bool is_generated = map.first_generated && token.index >= *map.first_generated;
        grid.row_labels.push_back(row_label(token, tokens.back().index + 1) +
                                  (is_generated ? "+" : ""));
        grid.column_labels.push_back(fmt::format("{}", token.index));
    }
    grid.cell_width = map.values ? 5 : 2;  // " 0.12", " @"
    grid.marked_row = map.focus;
    if (map.from_end) grid.shown_row = tokens.size() - 1;
    grid.cell = [weights, map](std::size_t i, std::size_t j) -> std::string {
        if (map.causal && j > i) return "";
        const double weight = static_cast<double>(weights(i, j));
        if (map.values) return fmt::format("{:.2f}", weight);
        return std::string(1, shade(weight, map.scale));
    };
    return grid;
}

std::string map_legend(const std::vector<Token>& tokens, const MapStyle& map, const Style& style) {
    std::string lines =
        "Each row is a token that looks, each column a token looked at; a row sums to 1.";
    if (map.causal) {
        lines += map.values
                     ? " Blank cells are closed by the mask: no token sees the ones after it."
                     : " Blank: closed by the mask, no token sees the ones after it.";
    }
    if (map.focus) lines += " `>` marks the focus.";
    if (map.first_generated) lines += " `+` was generated.";
    if (std::ranges::any_of(tokens, is_partial)) lines += " `~` is a part of a character.";
    std::string text = paragraph(lines, style, "  ");
    if (map.values) return text;
    std::string ramp = map.scale == Scale::kLinear ? "Weight:"
                       : map.scale == Scale::kSqrt ? "Weight (square-root steps):"
                                                   : "Weight (logarithmic steps):";
    const double steps = static_cast<double>(kRamp.size());
    for (std::size_t i = 0; i < kRamp.size(); ++i) {
        const bool is_last = i + 1 == kRamp.size();
        const double below = weight_at(static_cast<double>(i + 1) / steps, map.scale);
        ramp += fmt::format(" {}{}{:.2g}", kRamp[i], is_last ? "\xE2\x89\xA4" : "<", below);
    }
    return text + paragraph(ramp, style, "  ");
}

}  // namespace attnlab
