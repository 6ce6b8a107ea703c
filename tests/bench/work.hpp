// What a run needs at least: the bytes of weights that it reads once, and the floating-point
// operations that it cannot do without. Counted from the configuration, not from our code.

#pragma once

#include <cstddef>

#include "model/config.hpp"

namespace attnlab::bench {

struct Work {
    double bytes = 0.0;
    double operations = 0.0;  // a multiplication and an addition are two
};

/// One layer's part up to its maps: layer norm, Q, K and V of all heads, the scores.
///
/// Only the scores on and left of the diagonal are counted: T (T + 1) / 2 of them, in all heads
/// together 2 C operations each. Layer norm and softmax are not counted.
inline Work work_of_maps(const Config& config, std::size_t T) {
    const auto C = static_cast<double>(config.n_embd);
    const auto t = static_cast<double>(T);
    return {4.0 * (3.0 * C * C + 3.0 * C + 2.0 * C),
            2.0 * t * 3.0 * C * C + 2.0 * C * t * (t + 1.0) / 2.0};
}

/// A whole layer: its maps, the values weighed by them, the projection, the MLP.
inline Work work_of_layer(const Config& config, std::size_t T) {
    const auto C = static_cast<double>(config.n_embd);
    const auto F = static_cast<double>(config.n_inner);
    const auto t = static_cast<double>(T);
    const Work maps = work_of_maps(config, T);
    return {maps.bytes + 4.0 * (C * C + C + 2.0 * C + 2.0 * C * F + F + C),
            maps.operations + 2.0 * C * t * (t + 1.0) / 2.0 + 2.0 * t * (C * C + 2.0 * C * F)};
}

/// The embeddings of T tokens and all layers, to the last residual stream.
inline Work work_of_all_layers(const Config& config, std::size_t T) {
    const auto L = static_cast<double>(config.n_layer);
    const Work layer = work_of_layer(config, T);
    const double embeddings = 2.0 * static_cast<double>(T * config.n_embd) * 4.0;
    return {embeddings + L * layer.bytes, L * layer.operations};
}

/// The embeddings, all layers below `layer`, and that layer up to its maps.
inline Work work_up_to_maps_of(const Config& config, std::size_t layer, std::size_t T) {
    const auto below = static_cast<double>(layer);
    const Work whole = work_of_layer(config, T);
    const Work maps = work_of_maps(config, T);
    const double embeddings = 2.0 * static_cast<double>(T * config.n_embd) * 4.0;
    return {embeddings + below * whole.bytes + maps.bytes,
            below * whole.operations + maps.operations};
}

}  // namespace attnlab::bench
