#include "view/difference_map.hpp"

#include <fmt/format.h>

#include <cmath>

#include "view/ascii_map.hpp"
#include "view/grid.hpp"

namespace attnlab {
namespace {

// From where on one, two and three signs are drawn, in weight.
constexpr double kOneSign = 0.01;
constexpr double kTwoSigns = 0.1;
constexpr double kThreeSigns = 0.5;

std::string signs(float a, float b) {
    if (a == b) return "=";
    const double difference = static_cast<double>(b) - static_cast<double>(a);
    const double size = std::abs(difference);
    if (size < kOneSign) return ".";
    const std::size_t n = size < kTwoSigns ? 1 : size < kThreeSigns ? 2 : 3;
    return std::string(n, difference > 0.0 ? '+' : '-');
}

}  // namespace

std::string difference_map(MatrixView a, MatrixView b, const std::vector<Token>& tokens_a,
                           const std::vector<Token>& tokens_b, const Alignment& alignment,
                           bool causal, const Style& style) {
    const std::vector<IndexPair> places = alignment.places();
    if (places.empty()) return paragraph("The texts have no place in common.", style, "  ");
    Grid grid;
    for (const auto& [in_a, in_b] : places) {
        grid.row_labels.push_back(place_label(tokens_a[in_a], tokens_b[in_b], tokens_b.size()));
        grid.column_labels.push_back(fmt::format("{}", in_b));
    }
    grid.cell_width = 4;
    grid.shown_row = places.size() - 1;  // the texts differ at their ends, not where they begin
    grid.cell = [&](std::size_t i, std::size_t j) -> std::string {
        if (causal && j > i) return "";
        const auto& [row_a, row_b] = places[i];
        const auto& [key_a, key_b] = places[j];
        return signs(a(row_a, key_a), b(row_b, key_b));
    };
    grid.paint = [&](const std::string& cell) {
        if (cell.ends_with('+')) return paint(cell, Meaning::kPositive, style);
        if (cell.ends_with('-')) return paint(cell, Meaning::kNegative, style);
        return cell;
    };
    std::string text = join_lines(grid_lines(grid, style.width, "tokens"));
    if (tokens_a.size() > places.size() || tokens_b.size() > places.size()) {
        text += paragraph("(Tokens that have no counterpart in the other text are left out.)",
                          style, "  ");
    }
    return text;
}

std::string difference_legend(const Style& style) {
    return paragraph(fmt::format("Second minus first: + from {0}, ++ from {1}, +++ from {2} more "
                                 "weight, - -- --- as much less, . smaller, = equal to the bit.",
                                 kOneSign, kTwoSigns, kThreeSigns),
                     style, "  ");
}

}  // namespace attnlab
