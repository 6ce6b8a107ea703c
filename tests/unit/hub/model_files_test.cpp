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

TEST_CASE("A link in a circle and a folder in the place of a file are named", "[hub]") {
    const Snapshot circle({"model.safetensors"});
    std::filesystem::create_symlink("config.json", circle.place().folder / "config.json");
    CHECK(
        holds(circle.fault(), "config.json is a link to config.json, which leads back to itself"));
    const Snapshot folder({"model.safetensors"});
    std::filesystem::create_directories(folder.place().folder / "config.json");
    CHECK(holds(folder.fault(),
                "config.json is a folder, expected a file | remove it; then "
                "`attnlab fetch a/b` downloads it"));
}

TEST_CASE("What is missing while a download is begun is unfinished and not broken", "[hub]") {
    const Snapshot snapshot({"config.json"});
    const auto blobs = snapshot.folder.model(kFolder) / "blobs";
    write_file(blobs / "0123.incomplete", std::string(473'000, 'x'));
    const auto fault = fault_of_files(snapshot.place(), Need::kWeights);
    REQUIRE(fault);
    CHECK(fault->what == "the model a/b is unfinished, 473.0 kB came");
    CHECK(fault->hint == "`attnlab fetch a/b` goes on");
    CHECK(fault->is_unfinished);
    CHECK(holds(snapshot.fault(Need::kVocabulary), "a/b is unfinished"));
    snapshot.add("model.safetensors");  // nothing is missing: what else comes is no matter
    CHECK(snapshot.fault().empty());
    // A folder of the user's is fetched by nobody.
    ModelPlace place = snapshot.place();
    place.is_fetched = false;
    CHECK(holds(fault_of_files(place, Need::kVocabulary)->what, "are missing"));
}

TEST_CASE("Weights in a format that is not read are named as such", "[hub]") {
    const Snapshot pickle({"config.json", "pytorch_model.bin", "tf_model.h5"});
    CHECK(holds(pickle.fault(), "has only pytorch_model.bin, a pickle of PyTorch"));
    CHECK(holds(pickle.fault(), "python3 lab/export_weights.py --from '" +
                                    pickle.place().folder.string() + "' --to my-model"));
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
    CHECK(type_of(R"({"hidden_size": 768})") == "");
    CHECK(type_of(R"({"model_type": 3})") == "");
    // What is no configuration says nothing at all.
    CHECK_FALSE(type_of("[1]"));
    CHECK_FALSE(type_of("{"));
    CHECK_FALSE(model_type_of("/nowhere"));
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path() / "config.json");
    CHECK_FALSE(model_type_of(folder.path()));
}

TEST_CASE("The size of a model is that of the files that it is read from", "[hub]") {
    const Snapshot snapshot({});
    for (const char* file : {"config.json", "vocab.json", "merges.txt", "model.safetensors",
                             "model-00001-of-00002.safetensors", "model.safetensors.index.json"}) {
        snapshot.add(file, "123");
    }
    for (const char* other : {"README.md", "figure.png", "pytorch_model.bin"}) {
        snapshot.add(other, "many bytes");
    }
    CHECK(size_of_model_files(snapshot.place().folder) == 18);
    snapshot.break_link("vocab.json");
    CHECK(size_of_model_files(snapshot.place().folder) == 15);
    CHECK(size_of_model_files("/nowhere") == 0);
}
