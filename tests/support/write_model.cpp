// Writes a small random model that takes long texts, for the cases of cli/: its maps are too many
// to be kept in memory. It has no vocabulary, so it is run by ids.
//
//     write_model FOLDER [overflow]       with `overflow` the numbers of its last layer are too
//     large

#include <cstddef>
#include <exception>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "support/model_folder.hpp"

namespace {

using namespace attnlab;
using namespace attnlab::testing;

/// 16 maps of 768 tokens are 38 MB.
Config long_config() {
    Config config = small_config();
    config.n_head = 8;
    config.n_embd = 16;
    config.n_positions = 768;
    return config;
}

void write(const std::filesystem::path& folder, bool overflows) {
    const Config config = long_config();
    std::vector<TensorToWrite> tensors = random_tensors(config, 1);
    for (TensorToWrite& tensor : tensors) {
        if (!overflows || tensor.name != "transformer.h.1.attn.c_attn.weight") continue;
        tensor.bytes = bytes_of(std::vector<float>(config.n_embd * 3 * config.n_embd, 3e38F));
    }
    std::filesystem::create_directories(folder);
    write_model(folder, config, tensors);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc < 2) throw std::invalid_argument("write_model: the folder is missing");
        write(argv[1], argc > 2 && std::string_view(argv[2]) == "overflow");
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
}
