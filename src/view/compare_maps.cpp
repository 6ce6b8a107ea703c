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

/// One head in both variants, and what changed.
std::string head_maps(const CompareResult& result, const std::array<const HeadMap*, 2>& maps,
                      const DrawOptions& options, const Style& style) {
    constexpr std::size_t kGap = 3;
    std::array<std::vector<std::string>, 2> blocks;
    DrawOptions at_the_end = options;
    at_the_end.from_end = true;  // the texts differ at their ends, not where they begin
    for (std::size_t v = 0; v < 2; ++v) {
        const MapStream& variant = result.variants[v];
        blocks[v] = drawn_lines(maps[v]->weights, variant.input.tokens, std::nullopt,
                                variant.causal, at_the_end, style);
        blocks[v].insert(blocks[v].begin(), kTitles[v]);
    }
    const std::string title = fmt::format("Head {}.{}", maps[0]->layer, maps[0]->head);
    std::string text = "\n" + paint(title, Meaning::kHeading, style) + "\n";
    if (widest(blocks[0]) + kGap + widest(blocks[1]) <= style.width) {
        text += join_lines(side_by_side(blocks[0], blocks[1], kGap));
    } else {
        text += join_lines(blocks[0]) + join_lines(blocks[1]);
    }
    const auto& [a, b] = result.variants;
    return text + "  second minus first\n" +
           difference_map(*maps[0], *maps[1], a.input.tokens, b.input.tokens,
                          result.comparison.alignment, a.causal, style);
}

/// How many heads are drawn from one showing of both variants.
std::size_t heads_at_once(const CompareResult& result) {
    std::size_t bytes = 0;
    for (const MapStream& variant : result.variants) {
        const std::size_t n = variant.input.tokens.size();
        bytes += n * n * sizeof(float);
    }
    return std::max<std::size_t>(kMostWaiting / bytes, 1);
}

}  // namespace

void draw_most_different(const CompareResult& result, std::size_t n, const DrawOptions& options,
                         const Style& style, const TextSink& sink) {
    const std::size_t at_once = heads_at_once(result);
    std::vector<HeadId> ids;
    for (std::size_t i = 0; i < n; ++i) {
        ids.push_back({result.comparison.heads[i].layer, result.comparison.heads[i].head});
        if (ids.size() < at_once && i + 1 < n) continue;
        const std::vector<HeadMap> a = keep(result.variants[0], ids);
        const std::vector<HeadMap> b = keep(result.variants[1], ids);
        for (const HeadId& id : ids) {  // most different first
            const auto place = std::ranges::find(a, id, &HeadMap::id) - a.begin();
            const auto m = static_cast<std::size_t>(place);
            sink(head_maps(result, {&a[m], &b[m]}, options, style));
        }
        ids.clear();
    }
}

}  // namespace attnlab
