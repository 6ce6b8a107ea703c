#include "model/key_value_cache.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace attnlab {

KeyValueCache::KeyValueCache(const Config& config, std::size_t n_expected)
    : layers_(config.n_layer) {
    for (Layer& layer : layers_) {
        layer.keys.reshape(config.n_embd, 0);
        layer.values.reshape(0, config.n_embd);
    }
    reserve(n_expected);
}

void KeyValueCache::truncate(std::size_t n) {
    if (n > size_) throw std::logic_error("a cache was asked to keep more tokens than it has");
    size_ = n;
}

void KeyValueCache::reserve(std::size_t n) {
    if (size_ + n <= capacity_) return;
    capacity_ = capacity_ == 0 ? size_ + n : std::max(size_ + n, 2 * capacity_);
    for (Layer& layer : layers_) {
        const std::size_t C = layer.keys.rows();
        Matrix keys(C, capacity_);
        copy(layer.keys.view().block(0, C, 0, size_), keys.view().block(0, C, 0, size_));
        layer.keys = std::move(keys);
        layer.values.reshape(capacity_, C);
    }
}

KeysAndValues KeyValueCache::put(std::size_t layer, std::size_t head, MatrixView k, MatrixView v) {
    Layer& kept = layers_[layer];
    const std::size_t D = k.columns;
    const std::size_t n = size_ + k.rows;
    for (std::size_t j = 0; j < D; ++j) {
        const std::span<float> dimension = kept.keys.row(head * D + j);
        for (std::size_t i = 0; i < k.rows; ++i) dimension[size_ + i] = k(i, j);
    }
    copy(v, kept.values.view().block(size_, v.rows, head * D, D));
    return {kept.keys.view().block(head * D, D, 0, n), kept.values.view().block(0, n, head * D, D)};
}

}  // namespace attnlab
