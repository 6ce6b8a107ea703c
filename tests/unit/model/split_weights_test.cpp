// A GPT-2 whose weights lie in several files: the same numbers as in one, and errors that name the
// right file.

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "model/gpt2_weights.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/model_folder.hpp"

using namespace attnlab;
using namespace attnlab::testing;

namespace {

constexpr std::uint64_t kSeed = 5;

/// The tensors of a model in two files, in turn, with their index.
class SplitModel {
  public:
    SplitModel() {
        config.tie_word_embeddings = false;
        tensors = random_tensors(config, kSeed);
        std::string map;
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            halves.at(i % 2).push_back(tensors[i]);
            map += (map.empty() ? "\"" : ", \"") + tensors[i].name +
                   (i % 2 == 0 ? "\": \"even.safetensors\"" : "\": \"odd.safetensors\"");
        }
        write_halves();
        folder.write("model.safetensors.index.json", "{\"weight_map\": {" + map + "}}");
    }

    void write_halves() const {
        folder.write("even.safetensors", safetensors_file(halves[0]));
        folder.write("odd.safetensors", safetensors_file(halves[1]));
    }

    Gpt2Weights load() const { return load_gpt2_weights(folder.path(), config); }

    Config config = small_config();
    std::vector<TensorToWrite> tensors;
    std::array<std::vector<TensorToWrite>, 2> halves;
    TemporaryFolder folder;
};

}  // namespace

TEST_CASE("Weights in several files are the same as in one", "[model]") {
    const SplitModel model;
    const TemporaryFolder folder;
    write_model(folder.path(), model.config, model.tensors);
    const Gpt2Weights whole = load_gpt2_weights(folder.path(), model.config);
    const Gpt2Weights split = model.load();
    CHECK(Matrix(split.wte.view()) == Matrix(whole.wte.view()));
    CHECK(Matrix(split.wpe.view()) == Matrix(whole.wpe.view()));
    for (std::size_t layer = 0; layer < 2; ++layer) {
        CHECK(Matrix(split.blocks[layer].c_attn.weight.view()) ==
              Matrix(whole.blocks[layer].c_attn.weight.view()));
        CHECK(Matrix(split.blocks[layer].mlp_c_proj.bias.view()) ==
              Matrix(whole.blocks[layer].mlp_c_proj.bias.view()));
    }
    CHECK(Matrix(split.lm_head.view()) == Matrix(whole.lm_head.view()));
    CHECK_FALSE(split.head_is_tied);
    CHECK(split.n_parameters == whole.n_parameters);
    CHECK(split.storage_type == "F32");
    CHECK(split.file_size_bytes ==
          std::filesystem::file_size(model.folder.path() / "even.safetensors") +
              std::filesystem::file_size(model.folder.path() / "odd.safetensors"));
    CHECK(split.notes.empty());
}

TEST_CASE("Errors of all of it name the index and errors of one tensor its file", "[model]") {
    SplitModel model;
    model.config.n_layer = 3;
    expect_error<InputError>([&] { model.load(); },
                             {"model.safetensors.index.json: 12 tensors do not fit"});
    model.config.n_layer = 2;
    TensorToWrite& wpe = model.halves[1].front();
    wpe.bytes = bytes_of(std::vector<float>(wpe.bytes.size() / sizeof(float), NAN));
    model.write_halves();
    const Gpt2Weights harmed = model.load();
    expect_error<InputError>([&] { harmed.wpe.require_finite(); },
                             {"/odd.safetensors: tensor 'transformer.wpe.weight'"});
}

TEST_CASE("One file wins over an index and an index may be named itself", "[model]") {
    const SplitModel model;
    const auto index = model.folder.path() / "model.safetensors.index.json";
    CHECK(model.load().files->label() == index.string());
    CHECK(load_gpt2_weights(index, model.config).files->label() == index.string());
    const auto one = model.folder.write("model.safetensors", safetensors_file(model.tensors));
    CHECK(model.load().files->label() == one.string());
}

TEST_CASE("A tensor that the index does not list is used and told", "[model]") {
    const SplitModel model;
    model.folder.write("model.safetensors.index.json",
                       R"({"weight_map": {"transformer.wte.weight": "even.safetensors",
                                          "transformer.wpe.weight": "odd.safetensors"}})");
    const Gpt2Weights weights = model.load();
    CHECK(weights.blocks.size() == 2);
    REQUIRE(weights.notes.size() == 1);
    CHECK(weights.notes[0] == "27 tensors are in no entry of the index, as 'lm_head.weight'");
}
