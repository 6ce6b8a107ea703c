// What the views of steps 3 and 4 write, in one piece, from maps that are held in memory.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "support/sample_maps.hpp"
#include "view/compare_view.hpp"
#include "view/gpt2_view.hpp"

namespace attnlab::testing {

inline void write_gpt2_text(const Gpt2Result& result, const DrawOptions& options,
                            const Style& style, const TextSink& sink) {
    Gpt2Text view(result, options, style, sink);
    result.maps.for_each_head([&](const HeadView& head) { view.add(head); });
    view.finish();
}

inline std::string gpt2_text(const Gpt2Result& result, const DrawOptions& options,
                             const Style& style) {
    std::string text;
    write_gpt2_text(result, options, style, [&](std::string_view piece) { text += piece; });
    return text;
}

inline void write_gpt2_json(const Gpt2Result& result, const TextSink& sink,
                            std::size_t threads = 1) {
    Gpt2Json view(result, sink, threads);
    result.maps.for_each_head([&](const HeadView& head) { view.add(head); });
    view.finish();
}

inline std::string gpt2_json(const Gpt2Result& result, std::size_t threads = 1) {
    std::string text;
    write_gpt2_json(
        result, [&](std::string_view piece) { text += piece; }, threads);
    return text;
}

/// A comparison with the maps that were compared.
struct Compared : CompareResult {
    std::array<AttentionMaps, 2> maps;

    explicit Compared(const std::array<AttentionMaps, 2>& both) : maps(both) {
        variants = {maps[0], maps[1]};
        comparison = compare_maps(maps[0], maps[1]);
    }
};

inline std::string compare_text(const Compared& result, std::size_t top, const DrawOptions& options,
                                const Style& style) {
    MostDifferentHeads drawn(top, options, style);
    for (std::size_t i = 0; i < result.maps[0].maps.size(); ++i) {
        const HeadView a = view_of(result.maps[0].maps[i]);
        const auto difference =
            std::ranges::find_if(result.comparison.heads, [&](const HeadDifference& head) {
                return head.layer == a.layer && head.head == a.head;
            });
        drawn.add(result, *difference, a, view_of(result.maps[1].maps[i]));
    }
    return attnlab::compare_text(result, options, drawn, style);
}

}  // namespace attnlab::testing
