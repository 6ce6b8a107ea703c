// Whole files, most of them broken by hand.

#include "weights/safetensors.hpp"

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
using namespace std::string_literals;

namespace {

std::vector<Tensor> parse(const std::string& file) {
    return parse_safetensors(std::as_bytes(std::span<const char>(file)), "x.safetensors");
}

void refuses(const std::string& file, std::initializer_list<const char*> pieces) {
    expect_error<InputError>([&] { parse(file); }, pieces);
    expect_error<InputError>([&] { parse(file); }, {"x.safetensors: "});
}

std::string entry(const std::string& name, const std::string& dtype, const std::string& shape,
                  const std::string& offsets) {
    return "\"" + name + R"(":{"dtype":")" + dtype + R"(","shape":)" + shape +
           R"(,"data_offsets":)" + offsets + "}";
}

std::string data(std::size_t size) { return std::string(size, '\0'); }

}  // namespace

TEST_CASE("A file lists its tensors by name with their bytes", "[weights]") {
    const std::vector<float> b = {1, 2, 3, 4, 5, 6};
    const std::vector<float> a = {7};
    const std::string file =
        safetensors_file(std::vector{f32_tensor("b", {2, 3}, b), f32_tensor("a", {}, a)});
    const std::vector<Tensor> tensors = parse(file);
    REQUIRE(tensors.size() == 2);
    CHECK(tensors[0].name == "a");
    CHECK(tensors[0].dtype == DType::kF32);
    CHECK(tensors[0].shape.empty());
    CHECK(tensors[0].bytes.size() == 4);
    CHECK(tensors[1].name == "b");
    CHECK(tensors[1].shape == std::vector<std::size_t>{2, 3});
    const std::string bytes(reinterpret_cast<const char*>(tensors[1].bytes.data()),
                            tensors[1].bytes.size());
    CHECK(bytes == bytes_of(b));
}

TEST_CASE("A file under 8 bytes is too short for a header", "[weights]") {
    refuses("", {"too short for a header", "0 bytes", "at least 8"});
    refuses("1234567", {"too short for a header", "7 bytes", "at least 8"});
}

TEST_CASE("The length of the header is checked before the header is read", "[weights]") {
    const auto with_length = [](std::uint64_t length) {
        return bytes_of(std::vector<std::uint64_t>{length}) + "{}";
    };
    refuses(with_length(100'000'001), {"100000001", "at most 100000000"});
    refuses(with_length(0xFFFFFFFFFFFFFFFF), {"18446744073709551615", "at most 100000000"});
    refuses(with_length(100'000'000), {"100000008", "10 bytes", "incomplete download?"});
    refuses(with_length(3), {"byte 11", "10 bytes", "incomplete download?"});
    refuses(with_length(0), {"not JSON"});
    CHECK(parse(with_length(2)).empty());
}

TEST_CASE("A pointer of Git LFS in the place of the file is recognised", "[weights]") {
    refuses("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 548105171\n",
            {"Git LFS"});
}

TEST_CASE("A header that is broken is refused", "[weights]") {
    refuses(raw_safetensors("{\"\xFF\"}", ""), {"not UTF-8"});
    refuses(raw_safetensors("{\"a\"", ""), {"not JSON"});
    refuses(raw_safetensors("[]", ""), {"not a JSON object"});
    refuses(raw_safetensors("{\"a\":{}}", ""), {"'a'", "no dtype"});
}

TEST_CASE("Bytes that differ from type x shape are refused", "[weights]") {
    refuses(raw_safetensors("{" + entry("a", "F32", "[2,2]", "[0,12]") + "}", data(12)),
            {"'a'", "12 bytes", "F32 [2, 2]", "16"});
    refuses(raw_safetensors("{" + entry("a", "F16", "[3]", "[0,12]") + "}", data(12)),
            {"'a'", "12 bytes", "F16 [3]", "6"});
    refuses(raw_safetensors("{" + entry("a", "F32", "[0]", "[0,4]") + "}", data(4)),
            {"'a'", "4 bytes", "F32 [0]", "0"});
    refuses(raw_safetensors("{" + entry("a", "F4", "[3]", "[0,1]") + "}", data(1)),
            {"'a'", "F4 [3]", "whole byte"});
    refuses(raw_safetensors("{" + entry("a", "F32", "[1]", "[4,0]") + "}", data(4)),
            {"'a'", "end at 0", "begin at 4"});
    CHECK(parse(raw_safetensors("{" + entry("a", "F4", "[2]", "[0,1]") + "}", data(1))).size() ==
          1);
}

TEST_CASE("A shape whose size overflows 64 bits is refused", "[weights]") {
    // 2^62 floats are 2^64 bytes, which wrap to 0: the size of the empty range.
    refuses(raw_safetensors("{" + entry("a", "F32", "[4611686018427387904]", "[0,0]") + "}", ""),
            {"'a'", "overflows 64 bits"});
    refuses(raw_safetensors("{" + entry("a", "U8", "[4294967296,4294967296]", "[0,0]") + "}", ""),
            {"'a'", "overflows 64 bits"});
    refuses(raw_safetensors("{" + entry("a", "U8", "[18446744073709551615]", "[0,1]") + "}", "x"),
            {"'a'", "overflows 64 bits"});
    refuses(raw_safetensors("{" + entry("a", "U8", "[9223372036854775808,2,0]", "[0,0]") + "}", ""),
            {"'a'", "overflows 64 bits"});
}

TEST_CASE("A type that the format does not have is refused", "[weights]") {
    refuses(raw_safetensors("{" + entry("a", "F128", "[1]", "[0,16]") + "}", data(16)),
            {"'a'", "no type", "'F128'"});
    refuses(raw_safetensors("{" + entry("a", "f32", "[1]", "[0,4]") + "}", data(4)), {"'f32'"});
}

TEST_CASE("Types that we do not compute with are valid in a file", "[weights]") {
    const std::string header = "{" + entry("a", "I64", "[1]", "[0,8]") + "," +
                               entry("b", "F8_E4M3", "[3]", "[8,11]") + "," +
                               entry("c", "BOOL", "[1]", "[11,12]") + "}";
    const std::vector<Tensor> tensors = parse(raw_safetensors(header, data(12)));
    REQUIRE(tensors.size() == 3);
    CHECK(tensors[0].dtype == DType::kI64);
    CHECK(tensors[1].bytes.size() == 3);
}

TEST_CASE("Ranges must cover the data from its first byte to its last", "[weights]") {
    const auto two = [](const std::string& first, const std::string& second, std::size_t size) {
        return raw_safetensors(
            "{" + entry("a", "U8", "[4]", first) + "," + entry("b", "U8", "[4]", second) + "}",
            data(size));
    };
    CHECK(parse(two("[0,4]", "[4,8]", 8)).size() == 2);
    CHECK(parse(two("[4,8]", "[0,4]", 8)).size() == 2);  // listed in another order
    refuses(two("[0,4]", "[2,6]", 8), {"'b'", "begins at byte 2", "ends at 4"});
    refuses(two("[0,4]", "[0,4]", 4), {"begins at byte 0", "ends at 4"});
    refuses(two("[0,4]", "[6,10]", 10), {"'b'", "begins at byte 6", "expected 4"});
    refuses(two("[1,5]", "[5,9]", 9), {"'a'", "begins at byte 1", "expected 0"});
    refuses(two("[0,4]", "[4,8]", 7), {"8 bytes", "has 7", "incomplete download?"});
    refuses(two("[0,4]", "[4,8]", 0), {"8 bytes", "has 0", "incomplete download?"});
    refuses(two("[0,4]", "[4,8]", 9), {"8 bytes", "has 9", "no tensor"});
    refuses(two("[0,4]", "[18446744073709551612,18446744073709551616]", 8), {"'b'"});
    refuses(two("[0,4]", "[18446744073709551611,18446744073709551615]", 8),
            {"'b'", "begins at byte 18446744073709551611"});
    refuses(raw_safetensors("{}", "x"), {"0 bytes", "has 1", "no tensor"});
}

TEST_CASE("Empty tensors and single values are valid", "[weights]") {
    const std::string header =
        "{" + entry("a", "F32", "[2,0]", "[0,0]") + "," + entry("b", "F32", "[]", "[0,4]") + "," +
        entry("c", "F32", "[0]", "[4,4]") + "," + entry("d", "F32", "[1,1]", "[4,8]") + "," +
        entry("e", "F32", "[0,3]", "[8,8]") + "}";
    const std::vector<Tensor> tensors = parse(raw_safetensors(header, data(8)));
    REQUIRE(tensors.size() == 5);
    CHECK(tensors[0].shape == std::vector<std::size_t>{2, 0});
    CHECK(tensors[0].bytes.empty());
    CHECK(tensors[1].shape.empty());
    CHECK(tensors[1].bytes.size() == 4);
    // The header may list them in any order, an empty range after the one that begins with it.
    const std::string reversed =
        "{" + entry("d", "F32", "[1]", "[0,4]") + "," + entry("c", "F32", "[0]", "[0,0]") + "}";
    CHECK(parse(raw_safetensors(reversed, data(4))).size() == 2);
    // An empty range in the middle of another tensor is a place that the format has not.
    const std::string inside =
        "{" + entry("a", "F32", "[2]", "[0,8]") + "," + entry("b", "F32", "[0]", "[4,4]") + "}";
    refuses(raw_safetensors(inside, data(8)), {"'b'", "begins at byte 4"});
}

TEST_CASE("Spaces after the JSON are valid", "[weights]") {
    const std::string header = "{" + entry("a", "F32", "[1]", "[0,4]") + "}";
    CHECK(parse(raw_safetensors(header + std::string(1000, ' '), data(4))).size() == 1);
}

TEST_CASE("A mapped file finds its tensors by name and survives a move", "[weights]") {
    const TemporaryFolder folder;
    const std::vector<float> values = {1, 2};
    const std::string bytes =
        safetensors_file(std::vector{f32_tensor("b", {2}, values), f32_tensor("d", {2}, values)});
    SafetensorsFile first(folder.write("m.safetensors", bytes));
    const SafetensorsFile file(std::move(first));
    REQUIRE(file.find("b") != nullptr);
    CHECK(file.find("b")->name == "b");
    CHECK(file.find("d")->bytes.size() == 8);
    for (const char* name : {"", "a", "c", "e", "bb"}) CHECK(file.find(name) == nullptr);
    CHECK(file.tensors().size() == 2);
    CHECK(file.size_bytes() == bytes.size());
    CHECK(file.path() == folder.path() / "m.safetensors");
}

TEST_CASE("A file that cannot be opened or is broken is named in the error", "[weights]") {
    const TemporaryFolder folder;
    expect_error<InputError>([&] { SafetensorsFile file(folder.path() / "none.safetensors"); },
                             {"none.safetensors", "No such file"});
    expect_error<InputError>([&] { SafetensorsFile file(folder.path()); }, {"directory"});
    const auto empty = folder.write("empty\n.safetensors", "");
    expect_error<InputError>([&] { SafetensorsFile file(empty); },
                             {"empty\\n.safetensors", "too short", "0 bytes"});
}
