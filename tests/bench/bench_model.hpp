// The random model that all benchmarks of this program share, and the ids that they run it on.

#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "capture/text_model.hpp"
#include "weights/safetensors.hpp"

namespace attnlab::bench {

/// The folder that attnlab_bench_model writes.
std::filesystem::path model_folder();
std::filesystem::path weights_file();

/// The model, loaded with all threads on first use.
const TextModel& shared_model();

/// The first T ids of the rule that inputs.py follows, too: (464 + 7919 t) mod V.
std::vector<TokenId> ids(std::size_t T);

/// The weights of all layers as they lie in the mapped file, in pieces of at most a megabyte.
std::vector<std::span<const float>> layer_weights(const SafetensorsFile& file);

}  // namespace attnlab::bench
