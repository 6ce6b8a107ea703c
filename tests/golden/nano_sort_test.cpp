// A small trained model, run by ids, against the activations that PyTorch recorded from it. The
// model is not part of this project; the test is built where CMake's ATTNLAB_GOLDENS_DIR names the
// folder it lies in.

#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "golden/golden_file.hpp"
#include "model/gpt2.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/recorder.hpp"

using attnlab::Gpt2;
using attnlab::Matrix;
using attnlab::Stage;
using attnlab::TokenId;
using attnlab::testing::Comparison;
using attnlab::testing::load_json;
using attnlab::testing::numbers;
using attnlab::testing::Recorder;

namespace {

// The recording is in float itself and has 9 decimals. Beside each bound: the worst error measured
// with AVX-512, AVX2, SSE4, SSSE3 and plain C++.
constexpr double kWeightBound = 1e-6;  // 2.1e-7
constexpr double kBlockBound = 4e-6;   // 1.7e-6
constexpr double kLnFBound = 4e-6;     // 1.9e-6
constexpr double kLogitBound = 1e-5;   // 2.9e-6, of numbers up to 15

const std::filesystem::path kFolder = std::filesystem::path(ATTNLAB_GOLDENS_DIR) / "nano-sort";

}  // namespace

TEST_CASE("The sorting model agrees with its recorded activations", "[golden]") {
    const nlohmann::json expected = load_json(kFolder / "expected.json");
    const Gpt2 model = Gpt2::load(kFolder);
    Comparison first_weights("attention weights of layer 0", kWeightBound);
    Comparison all_weights("attention weights of all layers", kWeightBound);
    Comparison blocks("block outputs", kBlockBound);
    Comparison ln_f("ln_f", kLnFBound);
    Comparison logits("logits", kLogitBound);
    REQUIRE(expected.at("idx").size() == 3);
    for (std::size_t input = 0; input < 3; ++input) {
        const auto ids = expected.at("idx").at(input).get<std::vector<TokenId>>();
        Recorder got;
        const Matrix hidden = model.forward(ids, {}, &got);
        for (std::size_t head = 0; head < 3; ++head) {
            first_weights.add(fmt::format("input {}, head 0.{}", input, head),
                              got.head(0, head).weights,
                              numbers(expected.at("attention_layer0").at(input).at(head)));
        }
        for (std::size_t layer = 0; layer < 3; ++layer) {
            for (std::size_t head = 0; head < 3; ++head) {
                all_weights.add(fmt::format("input {}, head {}.{}", input, layer, head),
                                got.head(layer, head).weights,
                                numbers(expected.at("attention_all_layers_reference")
                                            .at(input)
                                            .at(layer)
                                            .at(head)));
            }
            blocks.add(fmt::format("input {}, layer {}", input, layer),
                       got.stage(Stage::kBlock, layer),
                       numbers(expected.at("block_outputs").at(layer).at(input)));
        }
        ln_f.add(fmt::format("input {}", input), hidden, numbers(expected.at("ln_f").at(input)));
        logits.add(fmt::format("input {}", input), model.logits(hidden),
                   numbers(expected.at("logits").at(input)));
    }
    first_weights.check();
    all_weights.check();
    blocks.check();
    ln_f.check();
    logits.check();
}
