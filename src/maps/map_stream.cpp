#include "maps/map_stream.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace attnlab {
namespace {

bool has(const AttentionMaps& maps, Matrix HeadMap::*field) {
    return !maps.maps.empty() && !(maps.maps.front().*field).empty();
}

}  // namespace

HeadMapView view_of(const HeadMap& map) {
    return {map.layer, map.head, map.weights, map.scores, map.q, map.k, map.v};
}

HeadMap copy_of(const HeadMapView& view) {
    return {view.layer,     view.head,      Matrix(view.weights), Matrix(view.scores),
            Matrix(view.q), Matrix(view.k), Matrix(view.v)};
}

std::vector<HeadId> head_ids(const std::vector<std::size_t>& layers,
                             const std::vector<std::size_t>& heads) {
    std::vector<HeadId> ids;
    ids.reserve(layers.size() * heads.size());
    for (const std::size_t layer : layers) {
        for (const std::size_t head : heads) ids.push_back({layer, head});
    }
    return ids;
}

MapStream::MapStream(AttentionRun run, bool has_scores, bool has_tensors, Source source)
    : AttentionRun(std::move(run)),
      source_(std::move(source)),
      has_scores_(has_scores),
      has_tensors_(has_tensors) {}

MapStream::MapStream(AttentionMaps maps)
    : AttentionRun(maps),
      has_scores_(has(maps, &HeadMap::scores)),
      has_tensors_(has(maps, &HeadMap::q)),
      is_kept_(true) {
    const auto kept = std::make_shared<const std::vector<HeadMap>>(std::move(maps.maps));
    source_ = [kept](const std::vector<HeadId>& wanted, const Use& use) {
        for (const HeadMap& map : *kept) {
            if (std::binary_search(wanted.begin(), wanted.end(), map.id())) use(view_of(map));
        }
    };
}

void MapStream::show(const Use& use) const { show(head_ids(layers, heads), use); }

void MapStream::show(std::vector<HeadId> wanted, const Use& use) const {
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    source_(wanted, use);
}

std::vector<HeadMap> keep(const MapStream& maps, const std::vector<HeadId>& wanted) {
    std::vector<HeadMap> kept;
    maps.show(wanted, [&](const HeadMapView& map) { kept.push_back(copy_of(map)); });
    return kept;
}

}  // namespace attnlab
