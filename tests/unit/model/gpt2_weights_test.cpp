#include "model/gpt2_weights.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/model_folder.hpp"

using namespace attnlab;
using namespace attnlab::testing;

namespace {

constexpr std::uint64_t kSeed = 5;

/// A folder with a model whose tensors the test may change first.
class Model {
  public:
    explicit Model(const Config& sizes = small_config(), const std::string& prefix = "transformer.")
        : config(sizes), tensors(random_tensors(sizes, kSeed, prefix)) {}

    TensorToWrite& at(const std::string& name) {
        const auto found = std::find_if(tensors.begin(), tensors.end(),
                                        [&](const auto& tensor) { return tensor.name == name; });
        REQUIRE(found != tensors.end());
        return *found;
    }

    void remove(const std::string& name) {
        tensors.erase(tensors.begin() + (&at(name) - tensors.data()));
    }

    void add(std::string name, std::vector<std::size_t> shape, float value = 1.0F) {
        std::size_t size = 1;
        for (const std::size_t side : shape) size *= side;
        tensors.push_back(
            f32_tensor(std::move(name), std::move(shape), std::vector<float>(size, value)));
    }

    Gpt2Weights load() const {
        write_model(folder.path(), config, tensors);
        return load_gpt2_weights(folder.path(), config);
    }

    /// Loading fails with one line that names the file and has all pieces.
    void refuses(std::initializer_list<const char*> pieces) const {
        expect_error<InputError>([&] { load(); }, {"model.safetensors: "});
        expect_error<InputError>([&] { load(); }, pieces);
    }

    std::string message() const { return failure().first; }
    std::string hint() const { return failure().second; }

    Config config;
    std::vector<TensorToWrite> tensors;
    TemporaryFolder folder;

  private:
    std::pair<std::string, std::string> failure() const {
        try {
            load();
        } catch (const InputError& error) {
            return {error.what(), error.hint()};
        }
        return {};
    }
};

/// Whether a view shows exactly the numbers of a tensor, and has its shape.
bool shows(const WeightMatrix& matrix, const TensorToWrite& tensor) {
    const MatrixView view = matrix.view();
    const std::size_t rows = tensor.shape.size() == 1 ? 1 : tensor.shape[0];
    if (view.rows != rows || view.columns != tensor.shape.back()) return false;
    const Matrix copy(view);
    return copy.values().size_bytes() == tensor.bytes.size() &&
           std::memcmp(copy.values().data(), tensor.bytes.data(), tensor.bytes.size()) == 0;
}

/// Whether a matrix is looked at where it lies.
bool is_in_files(const WeightMatrix& matrix, const SafetensorsFiles& files) {
    return std::ranges::any_of(files.tensors(), [&](const Tensor& tensor) {
        return static_cast<const void*>(matrix.view().data) == tensor.bytes.data();
    });
}

Config untied() {
    Config config = small_config();
    config.tie_word_embeddings = false;
    return config;
}

}  // namespace

TEST_CASE("Every weight is found under its name and is not copied", "[model]") {
    for (const char* prefix : {"transformer.", ""}) {
        Config config = untied();
        config.n_inner = 20;  // no side is like another
        Model model(config, prefix);
        const Gpt2Weights weights = model.load();
        const std::string p = prefix;
        CHECK(shows(weights.wte, model.at(p + "wte.weight")));
        CHECK(shows(weights.wpe, model.at(p + "wpe.weight")));
        REQUIRE(weights.blocks.size() == 2);
        for (std::size_t layer = 0; layer < 2; ++layer) {
            const BlockWeights& block = weights.blocks[layer];
            const std::string h = p + "h." + std::to_string(layer) + ".";
            CHECK(shows(block.ln_1.gain, model.at(h + "ln_1.weight")));
            CHECK(shows(block.ln_1.bias, model.at(h + "ln_1.bias")));
            CHECK(shows(block.c_attn.weight, model.at(h + "attn.c_attn.weight")));
            CHECK(shows(block.c_attn.bias, model.at(h + "attn.c_attn.bias")));
            CHECK(shows(block.attn_c_proj.weight, model.at(h + "attn.c_proj.weight")));
            CHECK(shows(block.attn_c_proj.bias, model.at(h + "attn.c_proj.bias")));
            CHECK(shows(block.ln_2.gain, model.at(h + "ln_2.weight")));
            CHECK(shows(block.ln_2.bias, model.at(h + "ln_2.bias")));
            CHECK(shows(block.c_fc.weight, model.at(h + "mlp.c_fc.weight")));
            CHECK(shows(block.c_fc.bias, model.at(h + "mlp.c_fc.bias")));
            CHECK(shows(block.mlp_c_proj.weight, model.at(h + "mlp.c_proj.weight")));
            CHECK(shows(block.mlp_c_proj.bias, model.at(h + "mlp.c_proj.bias")));
        }
        CHECK(shows(weights.ln_f.gain, model.at(p + "ln_f.weight")));
        CHECK(shows(weights.ln_f.bias, model.at(p + "ln_f.bias")));
        CHECK(shows(weights.lm_head, model.at("lm_head.weight")));
        CHECK(weights.storage_type == "F32");
        CHECK(weights.notes.empty());
        for (const WeightMatrix& matrix : {weights.wte, weights.blocks[1].c_fc.weight}) {
            CHECK(is_in_files(matrix, *weights.files));  // F32 is never copied
        }
    }
}

TEST_CASE("The weights stay where they are when they are moved", "[model]") {
    Model model;
    for (TensorToWrite& tensor : model.tensors) tensor = stored_as(tensor, "BF16");
    Gpt2Weights first = model.load();
    const Matrix before(first.blocks[1].c_fc.weight.view());
    const Gpt2Weights second = std::move(first);
    CHECK(Matrix(second.blocks[1].c_fc.weight.view()) == before);
}

TEST_CASE("The file itself may be named instead of its folder", "[model]") {
    Model model;
    write_model(model.folder.path(), model.config, model.tensors);
    const auto file = model.folder.path() / "model.safetensors";
    const auto other = model.folder.path() / "other.bin";
    std::filesystem::rename(file, other);
    CHECK(load_gpt2_weights(other, model.config).file_size_bytes ==
          std::filesystem::file_size(other));
}

TEST_CASE("Without a head of its own the model uses wte", "[model]") {
    const Gpt2Weights weights = Model().load();
    CHECK(weights.head_is_tied);
    CHECK(weights.lm_head.view().data == weights.wte.view().data);
    CHECK(weights.notes.empty());
}

TEST_CASE("A head that repeats wte counts once", "[model]") {
    Model model;
    model.tensors.push_back(model.at("transformer.wte.weight"));
    model.tensors.back().name = "lm_head.weight";
    const Gpt2Weights weights = model.load();
    CHECK(weights.head_is_tied);
    CHECK(weights.lm_head.view().data == weights.wte.view().data);
    CHECK(weights.n_parameters == Model().load().n_parameters);
    CHECK(weights.notes.empty());
}

TEST_CASE("A head that differs from wte is used whatever the configuration says", "[model]") {
    for (const Config& config : {small_config(), untied()}) {
        Model model(config);
        if (config.tie_word_embeddings) model.add("lm_head.weight", {13, 8}, 0.5F);
        const Gpt2Weights weights = model.load();
        CHECK_FALSE(weights.head_is_tied);
        CHECK(shows(weights.lm_head, model.at("lm_head.weight")));
        CHECK(weights.n_parameters == Model().load().n_parameters + 13 * 8);
        // Where the two disagree the user is told.
        CHECK(weights.notes.size() == (config.tie_word_embeddings ? 1 : 0));
    }
}

TEST_CASE("A head that the configuration unties must be there", "[model]") {
    Model model(untied());
    model.remove("lm_head.weight");
    model.refuses({"lm_head.weight is missing", "[13, 8]"});
}

TEST_CASE("The mask of GPT-2 is skipped and no weight is taken for it", "[model]") {
    for (const std::string prefix : {"transformer.", ""}) {
        Model model(small_config(), prefix);
        for (const char* layer : {"0", "1"}) {
            model.add(prefix + "h." + layer + ".attn.bias", {1, 1, 16, 16});
            model.add(prefix + "h." + layer + ".attn.masked_bias", {}, -1e4F);
        }
        model.tensors.push_back({prefix + "h.10.attn.bias", "BOOL", {2}, "\1\1"});
        const Gpt2Weights weights = model.load();
        CHECK(weights.notes.empty());
        CHECK(shows(weights.blocks[0].c_attn.bias, model.at(prefix + "h.0.attn.c_attn.bias")));
        CHECK(weights.n_parameters == Model().load().n_parameters);
        // The mask does not stand in for the bias either.
        model.remove(prefix + "h.0.attn.c_attn.bias");
        model.refuses({"h.0.attn.c_attn.bias is missing", "[24]"});
    }
}

TEST_CASE("Every F16 and BF16 weight is widened and its type reported", "[model]") {
    for (const std::string dtype : {"F16", "BF16"}) {
        Model model(untied());
        for (TensorToWrite& tensor : model.tensors) tensor = stored_as(tensor, dtype);
        const Gpt2Weights weights = model.load();
        CHECK(weights.storage_type == dtype);
        // 8 or 11 significant bits, cut off; the writer makes 0 of what is too small for F16.
        const float bound = dtype == "F16" ? 0x1p-10F : 0x1p-7F;
        Model original(untied());
        const TensorToWrite& tensor = original.at("transformer.h.1.mlp.c_fc.weight");
        for (std::size_t i = 0; i < 8 * 32; ++i) {
            float wanted = 0.0F;
            std::memcpy(&wanted, tensor.bytes.data() + i * sizeof(float), sizeof(float));
            const float got = weights.blocks[1].c_fc.weight.view()(i / 32, i % 32);
            CHECK(std::abs(got - wanted) <= bound * std::abs(wanted) + 0x1p-14F);
        }
    }
}

TEST_CASE("Weights of several types are reported as mixed", "[model]") {
    Model model;
    TensorToWrite& wte = model.at("transformer.wte.weight");
    wte = stored_as(wte, "F16");
    CHECK(model.load().storage_type == "mixed");
}

TEST_CASE("The number of parameters is the published one", "[model]") {
    // vocabulary + positions + per block (2 norms, 4 linear) + the last norm
    const Gpt2Weights weights = Model().load();
    const std::size_t C = 8;
    const std::size_t block =
        4 * C + (3 * C * C + 3 * C) + (C * C + C) + (4 * C * C + 4 * C) + (4 * C * C + C);
    CHECK(weights.n_parameters == 13 * C + 16 * C + 2 * block + 2 * C);
}

TEST_CASE("All tensors that are missing or misshapen are listed at once", "[model]") {
    Model model;
    model.remove("transformer.h.0.ln_1.weight");
    model.remove("transformer.ln_f.bias");
    model.at("transformer.wpe.weight").shape = {8, 16};
    model.at("transformer.h.1.attn.c_attn.bias").shape = {24, 1};
    model.refuses({"4 tensors do not fit", "h.0.ln_1.weight is missing, expected [8]",
                   "ln_f.bias is missing, expected [8]", "wpe.weight is [8, 16], expected [16, 8]",
                   "h.1.attn.c_attn.bias is [24, 1], expected [24]"});
}

TEST_CASE("Very many problems are all listed", "[model]") {
    Model model;
    model.tensors.clear();
    model.add("model.layers.0.weight", {2});
    model.refuses({"28 tensors do not fit", "wte.weight is missing", "ln_f.bias is missing"});
    CHECK(model.hint().find("'model.layers.0.weight'") != std::string::npos);
}

TEST_CASE("A transposed linear weight gets a hint", "[model]") {
    Model model;
    model.at("transformer.h.1.mlp.c_fc.weight").shape = {32, 8};
    model.refuses({"1 tensor does not fit", "h.1.mlp.c_fc.weight is [32, 8], expected [8, 32]"});
    CHECK(model.hint().find("[in, out]") != std::string::npos);
    Model other;  // the embeddings are no linear layer
    other.at("transformer.wte.weight").shape = {8, 13};
    other.refuses({"wte.weight is [8, 13], expected [13, 8]"});
    CHECK(other.hint().empty());
}

TEST_CASE("A type that we do not compute with is refused in a weight only", "[model]") {
    Model model;
    model.tensors.push_back({"step", "I64", {}, std::string(8, '\0')});
    CHECK(model.load().storage_type == "F32");
    TensorToWrite& bias = model.at("transformer.h.0.ln_1.bias");
    bias = {bias.name, "I64", {8}, std::string(64, '\0')};
    TensorToWrite& gain = model.at("transformer.ln_f.weight");
    gain = {gain.name, "F8_E4M3", {8}, std::string(8, '\0')};
    model.refuses({"2 tensors", "h.0.ln_1.bias is of type I64", "ln_f.weight is of type F8_E4M3",
                   "expected F32, F16 or BF16"});
}

TEST_CASE("Tensors outside the forward pass are left out and told", "[model]") {
    Model model;
    for (const char* name : {"score.weight", "v_head.bias", "zz", "zzz"}) model.add(name, {2});
    const Gpt2Weights weights = model.load();
    REQUIRE(weights.notes.size() == 1);
    CHECK(weights.notes[0] ==
          "4 tensors are no part of GPT-2 and left out: 'score.weight', 'v_head.bias', 'zz', ...");
    CHECK(weights.n_parameters == Model().load().n_parameters);
}

TEST_CASE("Tensors inside the forward pass that have no place are refused", "[model]") {
    for (const char* name :
         {"transformer.h.0.attn.q_norm.weight", "transformer.h.0.attn.rotary", "lm_head.bias",
          "transformer.wte.scale", "h.1.crossattention.bias", "transformer.h.x.attn.bias",
          "h..attn.bias", "transformer.h.0.attn.bias.more"}) {
        Model model;
        model.add(name, {2});
        std::string shown = name;
        if (shown.starts_with("transformer.")) shown.erase(0, 12);
        model.refuses({"1 tensor does not fit", shown.c_str(), "no place"});
    }
}

TEST_CASE("More layers than the configuration says are refused with a hint", "[model]") {
    Config three = small_config();
    three.n_layer = 3;
    Model model(three);
    model.config.n_layer = 2;
    model.refuses({"12 tensors do not fit", "'h.2.attn.c_attn.bias' has no place",
                   "'h.2.mlp.c_proj.weight'"});
    CHECK(model.hint().find("n_layer 2") != std::string::npos);
}

TEST_CASE("A name that stands there with and without its prefix is refused", "[model]") {
    Model model;
    model.add("wpe.weight", {16, 8});
    model.refuses({"'wpe.weight'", "twice"});
}

TEST_CASE("A folder without weights says what to do", "[model]") {
    const TemporaryFolder folder;
    const auto hint = [&] {
        try {
            load_gpt2_weights(folder.path(), small_config());
        } catch (const InputError& error) {
            CHECK(std::string(error.what()).find("no model.safetensors in") == 0);
            return error.hint();
        }
        return std::string();
    };
    CHECK(hint().find("put the model's weights there") == 0);
    expect_error<InputError>([&] { load_gpt2_weights(folder.path() / "none", small_config()); },
                             {"none", "No such file"});
}

TEST_CASE("A broken file is refused before any weight is read", "[model]") {
    Model model;
    write_model(model.folder.path(), model.config, model.tensors);
    const auto path = model.folder.path() / "model.safetensors";
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 100);
    expect_error<InputError>([&] { load_gpt2_weights(path, model.config); },
                             {"model.safetensors", "incomplete download?"});
}
