#include "hub/model_files.hpp"

#include <string>

#include "base/error.hpp"
#include "support/cache_folder.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"

using namespace attnlab;
using namespace attnlab::testing;

namespace {

constexpr const char* kFolder = "models--a--b";

/// A snapshot with the given files, which are empty.
class Snapshot {
  public:
    explicit Snapshot(std::initializer_list<const char*> files) {
        std::filesystem::create_directories(folder.snapshot(kFolder));
        for (const char* file : files) add(file);
    }

    void add(const char* file, std::string_view text = "") const {
        folder.add(kFolder, file, text);
    }
    void break_link(const char* file) const { folder.break_link(kFolder, file); }

    ModelPlace place() const { return {"a/b", folder.snapshot(kFolder), true, "main"}; }

    /// What is said of it, and then the hint; empty if nothing is missing.
    std::string fault(Need need = Need::kWeights) const {
        const auto found = fault_of_files(place(), need);
        return found ? found->what + " | " + found->hint : "";
    }

    CacheFolder folder;
};

bool holds(const std::string& text, const std::string& piece) {
    INFO(text);
    return text.find(piece) != std::string::npos;
}

}  // namespace

TEST_CASE("A model with all its files has no fault", "[hub]") {
    const Snapshot whole({"config.json", "model.safetensors", "vocab.json", "merges.txt"});
    CHECK(whole.fault().empty());
    CHECK(whole.fault(Need::kVocabulary).empty());
    CHECK_NOTHROW(require_files(whole.place(), Need::kWeights));
    CHECK(Snapshot({"config.json", "model.safetensors"}).fault().empty());
    CHECK(Snapshot({"vocab.json", "merges.txt"}).fault(Need::kVocabulary).empty());
}

TEST_CASE("Missing files are named with the way to fetch them", "[hub]") {
    const std::string fetch = " | `attnlab fetch a/b` downloads it";
    CHECK(holds(Snapshot({"model.safetensors"}).fault(), "config.json is missing in "));
    CHECK(holds(Snapshot({"model.safetensors"}).fault(), fetch));
    CHECK(holds(Snapshot({"config.json"}).fault(), "model.safetensors is missing" + fetch));
    CHECK(holds(Snapshot({"config.json", "model.safetensors", "vocab.json"}).fault(),
                "merges.txt is missing"));
    CHECK(holds(Snapshot({"config.json"}).fault(Need::kVocabulary),
                "vocab.json, merges.txt are missing"));
    const Snapshot empty({});
    expect_error<InputError>([&] { require_files(empty.place(), Need::kWeights); },
                             {"the model a/b is not whole", "config.json"});
    ModelPlace folder = empty.place();
    folder.is_fetched = false;
    CHECK(fault_of_files(folder, Need::kWeights)->hint.empty());
    folder = empty.place();
    folder.revision = "v1";
    CHECK(fault_of_files(folder, Need::kWeights)->hint ==
          "`attnlab fetch a/b --revision v1` downloads it");
}

TEST_CASE("A link that leads nowhere is named", "[hub]") {
    for (const char* file : {"config.json", "model.safetensors", "vocab.json", "merges.txt"}) {
        const Snapshot broken({"config.json", "model.safetensors", "vocab.json", "merges.txt"});
        broken.break_link(file);
        CHECK(holds(broken.fault(), std::string(file) + " is a link to ../../blobs/"));
        CHECK(holds(broken.fault(), "which is gone | `attnlab fetch a/b`"));
    }
    const Snapshot split({"config.json", "model.safetensors.index.json"});
    split.break_link("model.safetensors.index.json");
    CHECK(holds(split.fault(), "model.safetensors.index.json is a link to "));
}

TEST_CASE("Weights in a format that is not read are named as such", "[hub]") {
    const Snapshot pickle({"config.json", "pytorch_model.bin", "tf_model.h5"});
    CHECK(holds(pickle.fault(), "has only pytorch_model.bin, a pickle of PyTorch"));
    CHECK(holds(pickle.fault(), "python3 lab/export_weights.py --from 'a/b' --to my-model"));
    ModelPlace folder = pickle.place();
    folder.is_fetched = false;
    CHECK(holds(fault_of_files(folder, Need::kWeights)->hint,
                "--from '" + folder.folder.string() + "' --to"));
    CHECK(holds(Snapshot({"config.json", "pytorch_model.bin.index.json"}).fault(), "PyTorch"));
    CHECK(holds(Snapshot({"config.json", "tf_model.h5"}).fault(), "has only tf_model.h5"));
    CHECK(holds(Snapshot({"config.json", "flax_model.msgpack"}).fault(), "flax_model.msgpack"));
    // Beside safetensors they are no matter.
    CHECK(Snapshot({"config.json", "pytorch_model.bin", "model.safetensors"}).fault().empty());
}

TEST_CASE("Every missing file of split weights is named", "[hub]") {
    const Snapshot split({"config.json"});
    split.add("model.safetensors.index.json",
              R"({"weight_map": {"x": "1.safetensors", "y": "2.safetensors",
                                 "z": "3.safetensors"}})");
    split.add("2.safetensors");
    CHECK(holds(split.fault(), "1.safetensors, 3.safetensors are missing in "));
    split.add("1.safetensors");
    split.add("3.safetensors");
    CHECK(split.fault().empty());
    split.break_link("3.safetensors");
    CHECK(holds(split.fault(), "3.safetensors is a link to "));
    split.add("model.safetensors");  // the one file wins
    CHECK(split.fault().empty());

    const Snapshot broken({"config.json"});
    broken.add("model.safetensors.index.json", "[]");
    expect_error<InputError>([&] { broken.fault(); }, {"index.json: got an array"});
}

TEST_CASE("The kind of a model is read from its configuration", "[hub]") {
    const auto type_of = [](const char* config) {
        const TemporaryFolder folder;
        folder.write("config.json", config);
        return model_type_of(folder.path());
    };
    CHECK(type_of(R"({"model_type": "bert"})") == "bert");
    CHECK(type_of(R"({"model_type": "gpt2", "n_embd": 3})") == "gpt2");
    CHECK(type_of(R"({"n_embd": 768})") == "gpt2");
    CHECK(type_of(R"({"hidden_size": 768})").empty());
    CHECK(type_of(R"({"model_type": 3})").empty());
    CHECK(type_of("[1]").empty());
    CHECK(type_of("{").empty());
    CHECK(model_type_of("/nowhere").empty());
}

TEST_CASE("The size on disk is that of all files behind the links", "[hub]") {
    const Snapshot snapshot({});
    snapshot.add("a", "12345");
    snapshot.add("b", "678");
    std::filesystem::create_directories(snapshot.place().folder / "onnx");
    write_file(snapshot.place().folder / "onnx" / "c", "9");
    CHECK(size_on_disk(snapshot.place().folder) == 9);
    snapshot.break_link("b");
    CHECK(size_on_disk(snapshot.place().folder) == 6);
    CHECK(size_on_disk("/nowhere") == 0);
}
