#include "weights/safetensors_files.hpp"

#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/safetensors_writer.hpp"
#include "support/temporary_folder.hpp"

using namespace attnlab;
using namespace attnlab::testing;

namespace {

TensorToWrite tensor(const std::string& name, float value) {
    return f32_tensor(name, {1}, std::vector<float>{value});
}

/// Weights in files: 1.safetensors holds a and c, 2.safetensors holds b.
class Split {
  public:
    Split() {
        write("1.safetensors", {tensor("a", 1.0F), tensor("c", 3.0F)});
        write("2.safetensors", {tensor("b", 2.0F)});
        set_map(R"("a": "1.safetensors", "b": "2.safetensors", "c": "1.safetensors")");
    }

    void write(const char* file, const std::vector<TensorToWrite>& tensors) const {
        folder.write(file, safetensors_file(tensors));
    }

    void set_map(const std::string& entries) const {
        folder.write(kSafetensorsIndexName, "{\"weight_map\": {" + entries + "}}");
    }

    std::filesystem::path index() const { return folder.path() / kSafetensorsIndexName; }
    SafetensorsFiles open() const { return SafetensorsFiles(index()); }

    void refuses(std::initializer_list<const char*> pieces) const {
        expect_error<InputError>([&] { open(); }, {kSafetensorsIndexName});
        expect_error<InputError>([&] { open(); }, pieces);
    }

    TemporaryFolder folder;
};

std::vector<std::string> names_of(const SafetensorsFiles& files) {
    std::vector<std::string> names;
    for (const Tensor& one : files.tensors()) names.push_back(one.name);
    return names;
}

}  // namespace

TEST_CASE("A single file is shown as it is", "[weights]") {
    const TemporaryFolder folder;
    const auto path = folder.write("m.safetensors", safetensors_file(std::vector<TensorToWrite>{
                                                        tensor("x", 1.0F), tensor("w", 2.0F)}));
    const SafetensorsFiles files(path);
    CHECK(names_of(files) == std::vector<std::string>{"w", "x"});
    CHECK(files.tensors().data() == files.files()[0].tensors().data());  // nothing was copied
    CHECK(files.label() == path.string());
    CHECK(files.label_of(files.tensors()[1]) == path.string());
    CHECK(files.size_bytes() == std::filesystem::file_size(path));
    CHECK(files.unlisted().empty());
}

TEST_CASE("Several files are shown as one set of tensors", "[weights]") {
    const Split split;
    SafetensorsFiles first = split.open();
    const SafetensorsFiles files = std::move(first);
    CHECK(names_of(files) == std::vector<std::string>{"a", "b", "c"});
    for (std::size_t i = 0; i < 3; ++i) {
        const Tensor& one = files.tensors()[i];
        INFO(one.name);
        const std::vector<float> value = {static_cast<float>(i + 1)};
        CHECK(std::string(reinterpret_cast<const char*>(one.bytes.data()), one.bytes.size()) ==
              bytes_of(value));
        const char* file = i == 1 ? "2.safetensors" : "1.safetensors";
        CHECK(files.label_of(one) == (split.folder.path() / file).string());
    }
    CHECK(files.label() == split.index().string());
    CHECK(files.files().size() == 2);
    CHECK(files.size_bytes() ==
          std::filesystem::file_size(split.folder.path() / "1.safetensors") +
              std::filesystem::file_size(split.folder.path() / "2.safetensors"));
}

TEST_CASE("An index of one file is that file", "[weights]") {
    const Split split;
    split.set_map(R"("a": "1.safetensors", "c": "1.safetensors")");
    const SafetensorsFiles files = split.open();
    CHECK(names_of(files) == std::vector<std::string>{"a", "c"});
    CHECK(files.label_of(files.tensors()[0]) == (split.folder.path() / "1.safetensors").string());
}

TEST_CASE("All missing files of an index are named before one is opened", "[weights]") {
    const Split split;
    split.folder.write("1.safetensors", "no such format");
    split.set_map(R"("a": "1.safetensors", "b": "3.safetensors", "c": "2.safetensors",
                     "d": "4.safetensors")");
    split.refuses({"2 of its 4 files are missing: '3.safetensors', '4.safetensors'"});
    split.set_map(R"("a": "1.safetensors", "b": "3.safetensors")");
    split.refuses({"1 of its 2 files is missing: '3.safetensors'"});
    split.set_map(R"("a": "1.safetensors")");
    expect_error<InputError>([&] { split.open(); }, {"1.safetensors: "});
}

TEST_CASE("A tensor in another file than the index says is refused by name", "[weights]") {
    const Split split;
    split.set_map(R"("a": "2.safetensors", "b": "2.safetensors", "c": "1.safetensors")");
    split.refuses(
        {"1 tensor is not where it says", "'a' is in '1.safetensors', not in '2.safetensors'"});
    split.set_map(R"("a": "1.safetensors", "b": "2.safetensors", "z": "2.safetensors")");
    split.refuses({"'z' is in none of its files, not in '2.safetensors'"});
    split.set_map(R"("p": "1.safetensors", "q": "2.safetensors", "r": "2.safetensors",
                     "s": "2.safetensors", "t": "2.safetensors", "u": "2.safetensors")");
    split.refuses({"6 tensors are not where it says", "'t' is in none", "; ..."});
}

TEST_CASE("A tensor that is in two files is refused by name", "[weights]") {
    const Split split;
    split.write("2.safetensors", {tensor("b", 2.0F), tensor("c", 4.0F)});
    split.refuses({"tensor 'c' is in two files", "1.safetensors and ", "2.safetensors"});

    // One file under two names, as two links in a cache may be.
    const Split twice;
    std::filesystem::remove(twice.folder.path() / "2.safetensors");
    std::filesystem::create_symlink("1.safetensors", twice.folder.path() / "2.safetensors");
    twice.set_map(R"("a": "1.safetensors", "c": "2.safetensors")");
    twice.refuses({"tensor 'a' is in two files"});
}

TEST_CASE("A tensor that the index does not list is there and is told", "[weights]") {
    const Split split;
    split.set_map(R"("a": "1.safetensors", "b": "2.safetensors")");
    const SafetensorsFiles files = split.open();
    CHECK(names_of(files) == std::vector<std::string>{"a", "b", "c"});
    REQUIRE(files.unlisted().size() == 1);
    CHECK(files.unlisted()[0] == "c");
}

TEST_CASE("An index that cannot be read is refused", "[weights]") {
    const Split split;
    split.folder.write(kSafetensorsIndexName, "{");
    split.refuses({"not JSON"});
    std::filesystem::remove(split.index());
    split.refuses({"cannot open", "No such file"});
    std::filesystem::create_directory(split.index());
    split.refuses({"cannot read", "directory"});
    std::filesystem::remove(split.index());
    split.folder.write(kSafetensorsIndexName, "");
    std::filesystem::resize_file(split.index(), std::size_t{65} << 20U);  // takes no room on disk
    split.refuses({"is larger than 67108864 bytes"});
}
