// The header as JSON: what it must be, before any number in it is believed.

#include "weights/safetensors_header.hpp"

#include <string>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"

using namespace attnlab;
using namespace std::string_literals;
using attnlab::testing::expect_error;

namespace {

const std::string kGood = R"({"dtype":"F32","shape":[2,3],"data_offsets":[0,24]})";

std::vector<HeaderEntry> parse(const std::string& json) {
    return parse_safetensors_header(json, "x.safetensors");
}

void refuses(const std::string& json, std::initializer_list<const char*> pieces) {
    INFO(json.substr(0, 100));
    expect_error<InputError>([&] { parse(json); }, pieces);
    expect_error<InputError>([&] { parse(json); }, {"x.safetensors: "});
}

/// A header whose tensor 'a' has one field replaced.
std::string with(const std::string& field, const std::string& value) {
    std::string json = R"({"a":{)";
    for (const auto& [name, good] : {std::pair("dtype"s, "\"F32\""s), std::pair("shape"s, "[1]"s),
                                     std::pair("data_offsets"s, "[0,4]"s)}) {
        json += "\"" + name + "\":" + (name == field ? value : good) + ",";
    }
    json.back() = '}';
    return json + "}";
}

}  // namespace

TEST_CASE("A header lists its tensors", "[weights]") {
    const std::vector<HeaderEntry> entries =
        parse(R"({"__metadata__":{"format":"pt"},"b":)" + kGood +
              R"(,"a":{"data_offsets":[24,24],"shape":[],"dtype":"U8"}})" + "   ");
    REQUIRE(entries.size() == 2);
    CHECK(entries[0].name == "b");
    CHECK(entries[0].dtype == "F32");
    CHECK(entries[0].shape == std::vector<std::uint64_t>{2, 3});
    CHECK(entries[0].begin == 0);
    CHECK(entries[0].end == 24);
    CHECK(entries[1].name == "a");
    CHECK(entries[1].shape.empty());
    CHECK(entries[1].begin == 24);
}

TEST_CASE("Headers that are valid but rare are read", "[weights]") {
    CHECK(parse("{}").empty());
    CHECK(parse("{}      ").empty());
    CHECK(parse("{ }\n\t\r").empty());
    CHECK(parse(R"({"__metadata__":{}})").empty());
    CHECK(parse(R"({"\u0061\n":)" + kGood + "}").at(0).name == "a\n");
    CHECK(parse(R"({"":)" + kGood + "}").at(0).name.empty());
    CHECK(parse(with("shape", "[18446744073709551615]")).at(0).shape.at(0) ==
          18446744073709551615U);
}

TEST_CASE("A header that is not UTF-8 or not JSON or not an object is refused as such",
          "[weights]") {
    refuses("{\"\xFF\":1}", {"not UTF-8", "byte 2"});
    refuses("{\"a\xE2\x80", {"not UTF-8", "byte 3"});
    refuses("", {"not JSON", "too early"});
    refuses("{", {"not JSON", "too early"});
    refuses("{\"a\":", {"not JSON", "too early"});
    refuses("hello", {"not JSON", "byte 0"});
    refuses("{'a':1}", {"not JSON", "byte 1"});
    refuses("{\"a\":" + kGood + ",}", {"not JSON"});
    refuses("{} x", {"not JSON", "byte 3"});
    refuses("{}{}", {"not JSON", "byte 2"});
    refuses("{\"\\ud800\":1}", {"not JSON"});  // half of a pair
    refuses("{\"a\":1e999}", {"not JSON"});
    refuses("{}\0"s, {"not JSON", "byte 2", "NUL"});
    refuses("{\"a\":" + kGood + "}\0{"s, {"not JSON", "NUL"});
    refuses("[1,2]", {"not a JSON object", "an array"});
    refuses("\"text\"", {"not a JSON object", "a string"});
    refuses("12", {"not a JSON object", "12"});
    refuses("-1.5", {"not a JSON object", "-1.5"});
    refuses("null", {"not a JSON object", "null"});
    refuses(" {}", {"does not begin with '{'"});
    refuses("\xEF\xBB\xBF{}", {"does not begin with '{'"});
}

TEST_CASE("Nesting without an end is refused and never a crash", "[weights]") {
    const std::string deep(1'000'000, '[');
    refuses(deep, {"not a JSON object"});
    refuses("{\"a\":" + deep, {"'a'", "an array", "expected an object"});
    refuses(with("shape", deep), {"shape", "'a'", "an array"});
    std::string objects;
    for (int i = 0; i < 100'000; ++i) objects += R"({"a":)";
    refuses(objects, {"'a'", "has a field 'a'"});
    refuses(with("dtype", objects), {"dtype", "'a'", "an object", "expected a string"});
}

TEST_CASE("A name may stand in a header once", "[weights]") {
    refuses("{\"a\":" + kGood + ",\"b\":" + kGood + ",\"a\":" + kGood + "}", {"'a'", "twice"});
    refuses("{\"a\":" + kGood + R"(,"\u0061":)" + kGood + "}", {"'a'", "twice"});
    refuses(R"({"__metadata__":{},"__metadata__":{}})", {"__metadata__", "twice"});
    refuses(R"({"__metadata__":{"k":"1","k":"2"}})", {"__metadata__", "'k'", "twice"});
    refuses(R"({"a":{"dtype":"F32","dtype":"F16","shape":[],"data_offsets":[0,4]}})",
            {"'a'", "'dtype'", "twice"});
}

TEST_CASE("An entry has its three fields and no others", "[weights]") {
    refuses(R"({"a":{}})", {"'a'", "no dtype"});
    refuses(R"({"a":{"dtype":"F32","data_offsets":[0,4]}})", {"'a'", "no shape"});
    refuses(R"({"a":{"dtype":"F32","shape":[1]}})", {"'a'", "no data_offsets"});
    refuses(R"({"a":{"dtype":"F32","shape":[1],"offsets":[0,4]}})", {"'a'", "'offsets'"});
    refuses(R"({"a":{"strides":[1]}})", {"'a'", "'strides'", "does not know"});
}

TEST_CASE("Fields of a wrong JSON type are refused by name", "[weights]") {
    for (const char* entry : {"1", "\"x\"", "[]", "null", "true", "1.5"}) {
        refuses("{\"a\":" + std::string(entry) + "}", {"'a'", "expected an object"});
    }
    for (const char* value : {"1", "[]", "null", "{}", "false"}) {
        refuses(with("dtype", value), {"dtype", "'a'", "expected a string"});
    }
    for (const char* field : {"shape", "data_offsets"}) {
        for (const char* value : {"1", "\"x\"", "null", "{}", "true"}) {
            refuses(with(field, value), {field, "'a'", "expected an array"});
        }
        for (const char* value : {"[-1,0]", "[0,1.5]", "[1e3,0]", "[\"0\",4]", "[null,1]",
                                  "[[0],4]", "[{},4]", "[true,1]", "[18446744073709551616,1]"}) {
            refuses(with(field, value), {field, "'a'", "whole numbers"});
        }
    }
    refuses(with("data_offsets", "[]"), {"data_offsets", "'a'", "0 numbers", "expected 2"});
    refuses(with("data_offsets", "[0]"), {"data_offsets", "'a'", "1 numbers", "expected 2"});
    refuses(with("data_offsets", "[0,4,8]"), {"data_offsets", "'a'", "two whole numbers"});
}

TEST_CASE("Metadata is an object of strings", "[weights]") {
    for (const char* value : {"1", "[]", "\"x\"", "null"}) {
        refuses(R"({"__metadata__":)"s + value + "}", {"__metadata__", "expected an object"});
    }
    for (const char* value : {"1", "[]", "{}", "null", "true"}) {
        refuses(R"({"__metadata__":{"k":)"s + value + "}}",
                {"__metadata__", "'k'", "expected a string"});
    }
}

TEST_CASE("Names in errors are printable and short", "[weights]") {
    refuses(R"({"a\u001b[31m\n":1})", {"'a\\x1b[31m\\n'"});
    const std::string json = "{\"" + std::string(1'000'000, 'x') + "\":1}";
    try {
        parse(json);
        FAIL("no error was thrown");
    } catch (const InputError& error) {
        CHECK(std::string(error.what()).size() < 250);
    }
}
