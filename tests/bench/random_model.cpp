// Writes a random model of GPT-2 small's sizes, in Hugging Face's format, for the benchmark: 498 MB
// of F32 weights, with GPT-2's own configuration and vocabulary. What is there is left alone.
//
//     attnlab_bench_model DATA FOLDER      DATA is a folder like data/gpt2
//
// The folder appears whole or not at all. The numbers follow support/random_weights.hpp: attention
// is far from uniform, and activations stay as small as a trained model's.

#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/config.hpp"
#include "model/gpt2_weight_table.hpp"
#include "support/random_weights.hpp"
#include "support/safetensors_writer.hpp"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSeed = 1;

std::size_t size_of(const WantedTensor& tensor) {
    std::size_t size = 1;
    for (const std::size_t side : tensor.shape) size *= side;
    return size;
}

/// Length and header of the file; the tensors lie one behind the other.
std::string file_beginning(const std::vector<WantedTensor>& tensors) {
    std::string header = "{";
    std::size_t begin = 0;
    for (const WantedTensor& tensor : tensors) {
        std::string shape;
        for (const std::size_t side : tensor.shape) {
            shape += fmt::format("{}{}", shape.empty() ? "" : ",", side);
        }
        const std::size_t end = begin + size_of(tensor) * sizeof(float);
        header += fmt::format(R"({}"{}":{{"dtype":"F32","shape":[{}],"data_offsets":[{},{}]}})",
                              begin == 0 ? "" : ",", tensor.name, shape, begin, end);
        begin = end;
    }
    header += "}";
    while (header.size() % 8 != 0) header += ' ';
    return raw_safetensors(header, "");
}

/// One tensor after the other, so that no more than the largest is held.
void write_weights(const fs::path& path, const std::vector<WantedTensor>& tensors) {
    std::ofstream file(path, std::ios::binary);
    const std::string beginning = file_beginning(tensors);
    file.write(beginning.data(), static_cast<std::streamsize>(beginning.size()));
    std::vector<float> values;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        values.resize(size_of(tensors[i]));
        const RandomRange range = random_range(tensors[i].name, tensors[i].shape.front());
        fill_random_tensor(kSeed, i, range, values);
        file.write(reinterpret_cast<const char*>(values.data()),
                   static_cast<std::streamsize>(values.size() * sizeof(float)));
    }
    file.close();
    if (!file) throw std::runtime_error("cannot write " + path.string());
}

/// Configuration, vocabulary and weights, into a folder that exists.
void write_files(const fs::path& data, const fs::path& folder) {
    for (const char* name : {"config.json", "vocab.json", "merges.txt"}) {
        fs::copy_file(data / name, folder / name, fs::copy_options::overwrite_existing);
    }
    Gpt2Weights unused;  // the table wants places for the views
    write_weights(folder / "model.safetensors", wanted_tensors(load_config(data), unused));
}

void write_model(const fs::path& data, const fs::path& folder) {
    const fs::path unfinished = fmt::format("{}.{}", folder.string(), ::getpid());
    fs::create_directories(unfinished);
    try {
        write_files(data, unfinished);
        fs::rename(unfinished, folder);
    } catch (...) {
        std::error_code ignored;  // the first error is the one to tell
        fs::remove_all(unfinished, ignored);
        throw;
    }
}

}  // namespace
}  // namespace attnlab::testing

int main(int n_arguments, char** arguments) {
    if (n_arguments != 3) {
        fmt::print(stderr, "usage: {} DATA FOLDER\n", arguments[0]);
        return 2;
    }
    try {
        const std::filesystem::path folder = arguments[2];
        if (!std::filesystem::exists(folder)) attnlab::testing::write_model(arguments[1], folder);
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "error: {}\n", error.what());
        return 1;
    }
}
