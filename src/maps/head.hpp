// One head of one layer over one text: its map, and what the map was made from.

#pragma once

#include <cstddef>
#include <functional>
#include <tuple>
#include <vector>

#include "base/matrix.hpp"

namespace attnlab {

/// One head by its numbers, both from 0. Heads are ordered layer by layer.
struct HeadId {
    std::size_t layer = 0;
    std::size_t head = 0;

    friend bool operator==(const HeadId&, const HeadId&) = default;
    friend bool operator<(const HeadId& a, const HeadId& b) {
        return std::tie(a.layer, a.head) < std::tie(b.layer, b.head);
    }
};

/// T queries, S keys, D = d_k. There are as many queries as keys, but where earlier keys were kept
/// from a run before: then the queries are the last of the keys.
///
/// M is Matrix for a head that is kept, MatrixView for one that is looked at.
template <class M>
struct Head {
    std::size_t layer = 0;
    std::size_t head = 0;
    M weights = {};  // [T, S] the map: row = query, column = key
    M scores = {};   // [T, S] scaled, before the softmax; 0 where a causal mask is closed.
                     // Empty unless asked for, and so is all that follows
    M q = {};        // [T, D]
    M k = {};        // [T, D]
    M v = {};        // [T, D]
    M output = {};   // [T, D]

    HeadId id() const { return {layer, head}; }
};

/// A head that is kept.
using HeadMap = Head<Matrix>;
/// A head while its model runs: the views are gone when the call that shows it returns.
using HeadView = Head<MatrixView>;

using UseHead = std::function<void(const HeadView&)>;

inline HeadView view_of(const HeadMap& map) {
    return {map.layer, map.head, map.weights, map.scores, map.q, map.k, map.v, map.output};
}

inline HeadMap copy_of(const HeadView& view) {
    return {view.layer,     view.head,      Matrix(view.weights), Matrix(view.scores),
            Matrix(view.q), Matrix(view.k), Matrix(view.v),       Matrix(view.output)};
}

/// Every head of `heads` in every layer of `layers`, ascending.
inline std::vector<HeadId> head_ids(const std::vector<std::size_t>& layers,
                                    const std::vector<std::size_t>& heads) {
    std::vector<HeadId> ids;
    ids.reserve(layers.size() * heads.size());
    for (const std::size_t layer : layers) {
        for (const std::size_t head : heads) ids.push_back({layer, head});
    }
    return ids;
}

}  // namespace attnlab
