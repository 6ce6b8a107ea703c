#include "weights/safetensors_index.hpp"

#include <string>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"

using namespace attnlab;
using namespace attnlab::testing;

namespace {

void refuses(std::string_view json, std::initializer_list<const char*> pieces) {
    INFO(json);
    expect_error<InputError>([&] { parse_safetensors_index(json, "i.json"); }, {"i.json: "});
    expect_error<InputError>([&] { parse_safetensors_index(json, "i.json"); }, pieces);
}

}  // namespace

TEST_CASE("An index is read in the order of its tensors", "[weights]") {
    const auto entries = parse_safetensors_index(
        R"( {"metadata": {"total_size": 12, "deep": [[{"weight_map": 1}], null, 1.5]},
             "weight_map": {"b": "2.safetensors", "a": "1.safetensors", "c": "2.safetensors"},
             "other": [true, -1]} )",
        "i.json");
    REQUIRE(entries.size() == 3);
    CHECK(entries[0].tensor == "a");
    CHECK(entries[0].file == "1.safetensors");
    CHECK(entries[2].tensor == "c");
    CHECK(entries[2].file == "2.safetensors");
    CHECK(files_of_index(entries) == std::vector<std::string>{"1.safetensors", "2.safetensors"});
}

TEST_CASE("What is no index is refused with the reason", "[weights]") {
    refuses("", {"not JSON: it ends too early"});
    refuses("{\"weight_map\": {\"a\": ", {"not JSON: it ends too early"});
    refuses("{]", {"not JSON: byte 1 cannot stand there"});
    refuses("\xFF", {"not JSON: byte 0"});
    refuses(R"({"weight_map": {"a": "1.safetensors"}} x)", {"not JSON"});
    refuses(std::string_view("{}\0", 3), {"not JSON: byte 2 is NUL"});
    refuses("3", {"got 3, expected a JSON object"});
    refuses("null", {"got null"});
    refuses("[{\"weight_map\": {}}]", {"got an array, expected a JSON object"});
    refuses("{}", {"it has no weight_map"});
    refuses(R"({"metadata": {"weight_map": {"a": "1.safetensors"}}})", {"it has no weight_map"});
    refuses(R"({"weight_map": {}})", {"its weight_map names no tensor"});
    refuses(R"({"weight_map": "x"})", {"weight_map is a string, expected an object"});
    refuses(R"({"weight_map": [1]})", {"weight_map is an array, expected an object"});
    refuses(R"({"weight_map": {"a": 1}})", {"the file of tensor 'a' is 1, expected a string"});
    refuses(R"({"weight_map": {"a": {"b": "c"}}})", {"the file of tensor 'a' is an object"});
    refuses(R"({"weight_map": {"a": ["1.safetensors"]}})", {"the file of tensor 'a' is an array"});
}

TEST_CASE("A tensor that is listed twice is refused", "[weights]") {
    refuses(R"({"weight_map": {"a": "1.safetensors", "b": "1.safetensors", "a": "2.safetensors"}})",
            {"tensor 'a' is listed twice"});
    refuses(R"({"weight_map": {"a": "1.safetensors"}, "weight_map": {"b": "1.safetensors"}})",
            {"weight_map is there twice"});
}

TEST_CASE("A file that is no plain name is refused", "[weights]") {
    for (const char* file :
         {"../1.safetensors", "/etc/1.safetensors", "a/1.safetensors", "a\\\\1.safetensors", "..",
          "", ".safetensors", "1.bin", "1.safetensors/", "1\\u0000.safetensors"}) {
        const std::string json = std::string(R"({"weight_map": {"a": ")") + file + "\"}}";
        refuses(json, {"the file of tensor 'a' is '", "in the same folder"});
    }
}

TEST_CASE("Deep nesting in an index is no matter", "[weights]") {
    constexpr std::size_t kDepth = 100'000;
    const std::string json = "{\"metadata\": " + std::string(kDepth, '[') +
                             std::string(kDepth, ']') +
                             R"(, "weight_map": {"a": "1.safetensors"}})";
    CHECK(parse_safetensors_index(json, "i.json").size() == 1);
}
