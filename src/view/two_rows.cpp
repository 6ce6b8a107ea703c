#include "view/two_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "view/ascii_map.hpp"

namespace attnlab {
namespace {

std::string value(const RowView& row, std::optional<std::size_t> key) {
    return key ? fmt::format("{:.3f}", row.weights[*key]) : "-";
}

std::string blocks(const RowView& row, std::optional<std::size_t> key, std::size_t width) {
    return key ? bar(static_cast<double>(row.weights[*key]), width) : "";
}

/// The widest bars, at most 20 columns, that leave room for labels and numbers.
std::size_t bar_width(const Style& style) {
    constexpr std::size_t kRest = 36;
    return style.width > kRest ? std::min<std::size_t>((style.width - kRest) / 2, 20) : 0;
}

}  // namespace

std::string two_rows(const RowView& a, const RowView& b, const Alignment& alignment,
                     const Style& style) {
    const std::size_t width = bar_width(style);
    const std::size_t n_tokens = std::max(a.tokens.size(), b.tokens.size());
    std::vector<std::vector<std::string>> rows = {{"key", "first", "", "second", ""}};
    for (auto [key_a, key_b] : alignment.lines(a.tokens.size(), b.tokens.size())) {
        if (key_a && *key_a >= a.weights.size()) key_a.reset();
        if (key_b && *key_b >= b.weights.size()) key_b.reset();
        if (!key_a && !key_b) continue;
        const std::string label =
            key_a && key_b ? place_label(a.tokens[*key_a], b.tokens[*key_b], n_tokens)
                           : row_label(key_a ? a.tokens[*key_a] : b.tokens[*key_b], n_tokens);
        rows.push_back({label, value(a, key_a), pad_right(blocks(a, key_a, width), width),
                        value(b, key_b), blocks(b, key_b, width)});
    }
    return table(rows, "lrlrl", style);
}

}  // namespace attnlab
