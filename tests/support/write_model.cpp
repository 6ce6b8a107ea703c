// Writes a small random model that takes long texts, for the cases of cli/: its maps are too many
// to be kept in memory. It has no vocabulary, so it is run by ids.
//
//     write_model FOLDER [overflow|split]
//
// With `overflow` the numbers of its last layer are too large; with `split` its tensors lie in
// three files and an index, in turn.

#include <array>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "support/model_folder.hpp"
#include "support/temporary_folder.hpp"

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

void write_split(const std::filesystem::path& folder, const std::vector<TensorToWrite>& tensors) {
    std::array<std::vector<TensorToWrite>, 3> parts;
    std::string map;
    const auto name_of = [](std::size_t part) {
        return "model-0000" + std::to_string(part + 1) + "-of-00003.safetensors";
    };
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const std::size_t part = i % parts.size();
        parts.at(part).push_back(tensors[i]);
        map += (i == 0 ? "  \"" : ",\n  \"") + tensors[i].name + "\": \"" + name_of(part) + "\"";
    }
    for (std::size_t part = 0; part < parts.size(); ++part) {
        write_file(folder / name_of(part), safetensors_file(parts.at(part)));
    }
    write_file(folder / "model.safetensors.index.json", "{\"weight_map\": {\n" + map + "\n}}\n");
    std::filesystem::remove(folder / "model.safetensors");
}

void write(const std::filesystem::path& folder, std::string_view how) {
    const bool overflows = how == "overflow";
    const Config config = long_config();
    std::vector<TensorToWrite> tensors = random_tensors(config, 1);
    for (TensorToWrite& tensor : tensors) {
        if (!overflows || tensor.name != "transformer.h.1.attn.c_attn.weight") continue;
        tensor.bytes = bytes_of(std::vector<float>(config.n_embd * 3 * config.n_embd, 3e38F));
    }
    std::filesystem::create_directories(folder);
    write_model(folder, config, tensors);
    if (how == "split") write_split(folder, tensors);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc < 2) throw std::invalid_argument("write_model: the folder is missing");
        write(argv[1], argc > 2 ? argv[2] : "");
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
}
