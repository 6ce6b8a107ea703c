#include "bench/bench_model.hpp"

#include <algorithm>

#include "base/parallel.hpp"

namespace attnlab::bench {

std::filesystem::path model_folder() { return ATTNLAB_BENCH_MODEL; }

std::filesystem::path weights_file() { return model_folder() / "model.safetensors"; }

const TextModel& shared_model() {
    static const TextModel model =
        TextModel::load(model_folder(), "random", "", hardware_threads());
    return model;
}

std::vector<TokenId> ids(std::size_t T) {
    const std::size_t V = shared_model().info().vocab_size;
    std::vector<TokenId> all(T);
    for (std::size_t t = 0; t < T; ++t) all[t] = static_cast<TokenId>((464 + 7919 * t) % V);
    return all;
}

std::vector<std::span<const float>> layer_weights(const SafetensorsFile& file) {
    constexpr std::size_t kLargest = std::size_t{1} << 18U;  // floats: a megabyte
    std::vector<std::span<const float>> pieces;
    for (const Tensor& tensor : file.tensors()) {
        if (!tensor.name.starts_with("h.")) continue;
        // attnlab_bench_model lets the numbers begin at a multiple of 8.
        const std::span<const float> all(reinterpret_cast<const float*>(tensor.bytes.data()),
                                         tensor.bytes.size() / sizeof(float));
        for (std::size_t i = 0; i < all.size(); i += kLargest) {
            pieces.push_back(all.subspan(i, std::min(kLargest, all.size() - i)));
        }
    }
    return pieces;
}

}  // namespace attnlab::bench
