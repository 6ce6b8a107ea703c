// The maps of one run, shown one after another, so that nobody need hold more than one: 144 maps of
// 1024 tokens are 600 MB. The same heads can be shown again and again, with the same numbers: from
// memory where they are few or small, else from a new run of the model, which is deterministic.

#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "maps/attention_maps.hpp"

namespace attnlab {

/// One head as it is shown: views that are gone when the call returns. T tokens, D = d_k.
struct HeadMapView {
    std::size_t layer = 0;
    std::size_t head = 0;
    MatrixView weights = {};  // [T, T]: row = query, column = key
    MatrixView scores = {};   // [T, T] scaled, before the mask; empty unless asked for
    MatrixView q = {};        // [T, D], empty unless asked for, and so are k and v
    MatrixView k = {};
    MatrixView v = {};

    HeadId id() const { return {layer, head}; }
};

HeadMapView view_of(const HeadMap& map);
HeadMap copy_of(const HeadMapView& view);

/// Every head of `heads` in every layer of `layers`, ascending.
std::vector<HeadId> head_ids(const std::vector<std::size_t>& layers,
                             const std::vector<std::size_t>& heads);

class MapStream : public AttentionRun {
  public:
    using Use = std::function<void(const HeadMapView&)>;
    /// Shows heads, given ascending and without doubles, in that order.
    using Source = std::function<void(const std::vector<HeadId>& wanted, const Use& use)>;

    MapStream() = default;
    MapStream(AttentionRun run, bool has_scores, bool has_tensors, Source source);
    /// Shows maps from memory, which it holds from then on.
    MapStream(AttentionMaps maps);

    bool has_scores() const { return has_scores_; }
    bool has_tensors() const { return has_tensors_; }
    /// Whether the maps are in memory, so that showing them costs nothing and cannot fail.
    bool is_kept() const { return is_kept_; }

    /// Shows every chosen head, layer by layer.
    ///
    /// Errors: what the model's run may throw, unless the maps are kept; and what `use` throws,
    ///         which ends the showing.
    void show(const Use& use) const;

    /// Shows some of the chosen heads, layer by layer, each once, in whatever order they are named.
    void show(std::vector<HeadId> wanted, const Use& use) const;

  private:
    Source source_;
    bool has_scores_ = false;
    bool has_tensors_ = false;
    bool is_kept_ = false;
};

/// Copies of some maps, ascending: for what must be seen together.
std::vector<HeadMap> keep(const MapStream& maps, const std::vector<HeadId>& wanted);

}  // namespace attnlab
