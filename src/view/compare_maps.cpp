#include "view/compare_maps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "view/difference_map.hpp"

namespace attnlab {
namespace {

constexpr std::array<const char*, 2> kTitles = {"  first text", "  second text"};

/// One head in both variants, beside each other where the width allows it, and what changed.
std::string head_maps(const CompareResult& result, const HeadView& in_a, const HeadView& in_b,
                      const DrawOptions& options, const Style& style) {
    constexpr std::size_t kGap = 3;
    const auto& [a, b] = result.variants;
    const std::array<MatrixView, 2> weights = {in_a.weights, in_b.weights};
    std::array<std::vector<std::string>, 2> blocks;
    for (std::size_t v = 0; v < 2; ++v) {
        blocks[v] = drawn_lines(weights[v], result.variants[v].input.tokens, std::nullopt, a.causal,
                                options, style);
        blocks[v].insert(blocks[v].begin(), kTitles[v]);
    }
    const std::string title = fmt::format("Head {}.{}", in_a.layer, in_a.head);
    std::string text = "\n" + paint(title, Meaning::kHeading, style) + "\n";
    if (widest(blocks[0]) + kGap + widest(blocks[1]) <= style.width) {
        text += join_lines(side_by_side(blocks[0], blocks[1], kGap));
    } else {
        text += join_lines(blocks[0]) + join_lines(blocks[1]);
    }
    return text + "  second minus first\n" +
           difference_map(weights[0], weights[1], a.input.tokens, b.input.tokens,
                          result.comparison.alignment, a.causal, style);
}

}  // namespace

void MostDifferentHeads::add(const CompareResult& begun, const HeadDifference& difference,
                             const HeadView& a, const HeadView& b) {
    if (begun.comparison.n_rows_compared == 0) return;
    const auto place =
        std::ranges::upper_bound(drawings_, difference, is_more_different, &Drawing::difference);
    if (static_cast<std::size_t>(place - drawings_.begin()) >= n_) return;
    drawings_.insert(place, {difference, head_maps(begun, a, b, options_, style_)});
    if (drawings_.size() > n_) drawings_.pop_back();
}

std::string MostDifferentHeads::text() const {
    std::string text;
    for (const Drawing& drawing : drawings_) text += drawing.text;
    return text;
}

}  // namespace attnlab
