// The maps of one run, seen one after another, so that nobody need hold more than one: 144 maps of
// 1024 tokens are 600 MB.

#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "maps/attention_maps.hpp"

namespace attnlab {

/// Calls something for every chosen head of a run, layer by layer, once.
using HeadSource = std::function<void(const UseHead&)>;

struct MapStream : AttentionRun {
    bool has_scores = false;
    bool has_tensors = false;  // q, k and v
    /// Where the maps are not held, the model runs now: whoever wants several things of them takes
    /// all in one call.
    ///
    /// Errors: what the model's run may throw, and what is thrown by the one who uses a head.
    HeadSource for_each_head;

    MapStream() = default;
    MapStream(AttentionRun run, bool scores, bool tensors, HeadSource source)
        : AttentionRun(std::move(run)),
          has_scores(scores),
          has_tensors(tensors),
          for_each_head(std::move(source)) {}

    /// Maps from memory, which the stream holds from then on.
    MapStream(AttentionMaps maps)
        : AttentionRun(maps),
          has_scores(!maps.maps.empty() && !maps.maps.front().scores.empty()),
          has_tensors(!maps.maps.empty() && !maps.maps.front().q.empty()) {
        const auto held = std::make_shared<const std::vector<HeadMap>>(std::move(maps.maps));
        for_each_head = [held](const UseHead& use) {
            for (const HeadMap& map : *held) use(view_of(map));
        };
    }
};

}  // namespace attnlab
