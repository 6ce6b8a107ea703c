// Folders with small random GPT-2 models in Hugging Face's format, for tests that load one.
// The names and shapes are written out here once more, apart from the program's table of weights,
// so that a slip there cannot agree with itself. The numbers follow random_weights.hpp.

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "model/config.hpp"
#include "support/safetensors_writer.hpp"
#include "support/temporary_folder.hpp"

namespace attnlab::testing {

/// A model small enough for any test: 2 layers, 2 heads, 8 wide, 16 positions, 13 tokens.
Config small_config();

/// A config.json that says what `config` says.
std::string config_json(const Config& config);

/// All tensors of the random model, F32, with `prefix` before every name but the head's; the head
/// is among them where the configuration does not tie it.
std::vector<TensorToWrite> random_tensors(const Config& config, std::uint64_t seed,
                                          const std::string& prefix = "transformer.");

/// Writes config.json and model.safetensors into a folder that exists.
void write_model(const std::filesystem::path& folder, const Config& config,
                 const std::vector<TensorToWrite>& tensors);

/// Writes the random model that random_gpt2_weights() makes in memory.
void write_random_model(const std::filesystem::path& folder, const Config& config,
                        std::uint64_t seed);

}  // namespace attnlab::testing
