#include "text/vocabulary.hpp"

#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"
#include "support/vocabulary_files.hpp"

using namespace attnlab;
using namespace attnlab::testing;
using namespace std::string_literals;

namespace {

Vocabulary read(const std::string& json) {
    const TemporaryFolder folder;
    return Vocabulary::read(folder.write("vocab.json", json));
}

void expect_refusal(const std::string& json, std::initializer_list<const char*> pieces) {
    INFO(json.substr(0, 60));
    expect_error<InputError>([&] { read(json); }, {"vocab.json"});
    expect_error<InputError>([&] { read(json); }, pieces);
}

/// The JSON of the 256 bytes with one more entry at its end.
std::string bytes_and(const std::string& entry) {
    std::string json = vocab_json(byte_spellings());
    json.back() = ',';
    return json + entry + "}";
}

}  // namespace

TEST_CASE("A vocabulary of the single bytes alone is one", "[text]") {
    const Vocabulary vocabulary = read(vocab_json(byte_spellings()));
    CHECK(vocabulary.size() == 256);
    CHECK(vocabulary.bytes_of(0x20) == " ");
    CHECK(vocabulary.find("\n") == 10);
    CHECK_FALSE(vocabulary.find("ab").has_value());
}

TEST_CASE("Tokens are read however JSON writes them", "[text]") {
    const Vocabulary vocabulary = read(" \r\n\t" +
                                       bytes_and(R"( "\u0120t\u0068e\"\\\/" : 256 , "\u0120)"
                                                 "\u0120\u00E9\" :\n257") +
                                       "\n ");
    CHECK(vocabulary.bytes_of(256) == " the\"\\/");
    CHECK(vocabulary.bytes_of(257) == "  \xE9");
    CHECK(vocabulary.find(" the\"\\/") == 256);
}

TEST_CASE("Ids may come in any order", "[text]") {
    std::string json = "{\"ab\": 256";
    const std::vector<std::string> spellings = byte_spellings();
    for (std::size_t id = 256; id-- > 0;) {
        const bool escape = spellings[id] == "\"" || spellings[id] == "\\";
        json += ", \"" + (escape ? "\\"s : ""s) + spellings[id] + "\": " + std::to_string(id);
    }
    const Vocabulary vocabulary = read(json + "}");
    CHECK(vocabulary.size() == 257);
    CHECK(vocabulary.find("ab") == 256);
    CHECK(vocabulary.bytes_of(0x41) == "A");
}

TEST_CASE("A vocab.json that is not JSON is refused with the place", "[text]") {
    expect_refusal("", {"not JSON from byte 0 of 0 on"});
    expect_refusal("hello", {"not JSON from byte 0 of 5 on"});
    expect_refusal("{\"a\" 1}", {"not JSON from byte 5"});
    expect_refusal("{\"a\": 1 \"b\": 2}", {"not JSON from byte"});
    expect_refusal("{\"a\": 1,}", {"not JSON from byte 8"});
    expect_refusal("{a: 1}", {"not JSON from byte 1"});
    expect_refusal("{\"a\": 1", {"not JSON from byte 7"});
    expect_refusal("{\"a", {"not JSON from byte 3"});
    expect_refusal("{\"\\u01", {"not JSON"});
    expect_refusal("{\"a\": 01}", {"not JSON"});
    expect_refusal("{\"a\xFF\": 1}", {"not JSON"});
    expect_refusal("{\"a\": 1}\n x", {"not JSON from byte 10"});
}

TEST_CASE("A file that was cut short is asked for its download", "[text]") {
    const std::string json = vocab_json(byte_spellings());
    std::string hint;
    try {
        read(json.substr(0, json.size() / 2));
    } catch (const InputError& error) {
        hint = error.hint();
    }
    CHECK(hint == "is the download complete?");
}

TEST_CASE("A vocab.json that is no object of ids is refused", "[text]") {
    expect_refusal("[1, 2]", {"got an array, expected an object of tokens and ids"});
    expect_refusal("null", {"got null, expected an object"});
    expect_refusal("7", {"got a number, expected an object"});
    expect_refusal(std::string(100000, '['), {"got an array, expected an object"});
    const std::vector<std::pair<std::string, std::string>> values = {
        {"-1", "-1"},          {"1.0", "1.0"},
        {"1e3", "1e3"},        {"18446744073709551616", "18446744073709551616"},
        {"null", "null"},      {"true", "true or false"},
        {"\"7\"", "a string"}, {"[7]", "an array"},
        {"{}", "an object"}};
    for (const auto& [value, name] : values) {
        INFO(value);
        expect_refusal("{\"the\": " + value + "}",
                       {"the id of token \"the\" is", name.c_str(), "expected a whole number"});
    }
}

TEST_CASE("Ids with a hole or given twice are refused", "[text]") {
    expect_refusal(bytes_and("\"ab\": 257"),
                   {"\"ab\"", "has the id 257", "257 tokens", "0 to 256"});
    expect_refusal(bytes_and("\"ab\": 18446744073709551615"), {"18446744073709551615"});
    expect_refusal(bytes_and("\"ab\": 65"), {"id 65 stands twice", "\"A\"", "\"ab\""});
    expect_refusal(bytes_and("\"A\": 256"), {"token \"A\" stands twice", "65 and 256"});
    expect_refusal(bytes_and("\"A\": 65"), {"id 65 stands twice"});
}

TEST_CASE("A token that spells no bytes is refused", "[text]") {
    for (const std::string token : {"", "a b", "\xE2\x96\x81the", "\\u2581the", "a\\nb",
                                    "a\\u0000b", "\\u00ad", "\\ud83d\\ude00"}) {
        INFO(token);
        expect_refusal(bytes_and("\"" + token + "\": 256"),
                       {"expected characters that spell bytes"});
    }
}

TEST_CASE("A vocabulary without one of the bytes is refused", "[text]") {
    std::vector<std::string> spellings = byte_spellings();
    spellings[0x20] = "ab";
    expect_refusal(vocab_json(spellings), {"byte 0x20 has no token", "\"\u0120\""});
    expect_refusal("{}", {"byte 0x00 has no token"});
}

TEST_CASE("A vocabulary that is not there is named", "[text]") {
    expect_error<InputError>([] { Vocabulary::read("/nowhere/vocab.json"); },
                             {"cannot open /nowhere/vocab.json"});
}
