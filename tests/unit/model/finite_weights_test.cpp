// Weights that are NaN or infinite: whoever runs into one is told which it is.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "model/gpt2.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/model_folder.hpp"

using namespace attnlab;
using namespace attnlab::testing;

namespace {

constexpr std::uint64_t kSeed = 5;

TensorToWrite& named(const std::string& name, std::vector<TensorToWrite>& tensors) {
    return *std::ranges::find(tensors, name, &TensorToWrite::name);
}

Config untied() {
    Config config = small_config();
    config.tie_word_embeddings = false;
    return config;
}

std::string set_float(std::string bytes, std::size_t index, float value) {
    std::memcpy(bytes.data() + index * sizeof(float), &value, sizeof(value));
    return bytes;
}

/// Writes a model, loads it and computes the logits of two tokens.
void run(const Config& config, const std::vector<TensorToWrite>& tensors) {
    const TemporaryFolder folder;
    write_model(folder.path(), config, tensors);
    const Gpt2 model = Gpt2::load(folder.path());
    const std::vector<TokenId> ids = {3, 1};
    model.logits(model.forward(ids));
}

}  // namespace

TEST_CASE("NaN and infinity in any weight are named by the run that meets them", "[model]") {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const std::vector<TensorToWrite> good = random_tensors(untied(), kSeed);
    CHECK_NOTHROW(run(untied(), good));
    for (std::size_t i = 0; i < good.size(); ++i) {
        for (const float value : {kNan, kInfinity, -kInfinity}) {
            std::vector<TensorToWrite> tensors = good;
            TensorToWrite& tensor = tensors[i];
            const std::size_t columns = tensor.shape.back();
            const std::size_t row = tensor.shape.size() == 1 ? 0 : 1;  // of wte and wpe, one in use
            tensor.bytes = set_float(tensor.bytes, row * columns + 5, value);
            const std::string place = row == 0 ? "at [5]" : "at [1, 5]";
            const std::string name = "model.safetensors: tensor '" + tensor.name + "' is ";
            expect_error<InputError>(
                [&] { run(untied(), tensors); },
                {name.c_str(), std::isnan(value) ? "NaN" : "infinity", place.c_str()});
        }
    }
    for (const auto& [dtype, bits] : {std::pair("F16", 0x7C00), std::pair("BF16", 0x7FC0)}) {
        std::vector<TensorToWrite> half = random_tensors(small_config(), kSeed);
        TensorToWrite& bias = named("transformer.ln_f.bias", half);
        bias = stored_as(bias, dtype);
        bias.bytes[10] = static_cast<char>(bits & 0xFF);
        bias.bytes[11] = static_cast<char>(bits >> 8);
        expect_error<InputError>([&] { run(small_config(), half); },
                                 {"'transformer.ln_f.bias'", "at [5]"});
    }
}

TEST_CASE("What a run does not read it does not judge", "[model]") {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    std::vector<TensorToWrite> tensors = random_tensors(small_config(), kSeed);
    tensors.push_back(f32_tensor("unused", {2}, {{kNan, kNan}}));
    for (const char* name : {"transformer.wte.weight", "transformer.wpe.weight"}) {
        TensorToWrite& rows = named(name, tensors);
        rows.bytes = set_float(rows.bytes, 7 * 8, kNan);  // of token 7, at position 7
    }
    TensorToWrite& last = named("transformer.h.1.mlp.c_fc.weight", tensors);
    last.bytes = set_float(last.bytes, 0, kNan);
    const TemporaryFolder folder;
    write_model(folder.path(), small_config(), tensors);
    const Gpt2 gpt2 = Gpt2::load(folder.path());
    const std::vector<TokenId> ids = {3, 1};
    ForwardOptions options;
    options.n_layers = 1;
    CHECK_NOTHROW(gpt2.forward(ids, options));
    expect_error<InputError>([&] { gpt2.forward(ids); }, {"'transformer.h.1.mlp.c_fc.weight'"});
}
