// The quick reader of vocab.json: what it reads is what the JSON library would read, and what it
// does not know it leaves alone.

#include "text/plain_entries.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/mapped_file.hpp"
#include "base/random.hpp"
#include "support/catch.hpp"
#include "support/vocabulary_files.hpp"
#include "text/byte_alphabet.hpp"

using namespace attnlab;
using namespace attnlab::testing;

namespace {

using Entries = std::vector<std::pair<std::string, std::uint64_t>>;

std::optional<Entries> plain(std::string_view json) {
    const auto entries = read_plain_entries(json);
    if (!entries) return std::nullopt;
    Entries result;
    for (const TokenEntry& entry : *entries) result.emplace_back(entry.bytes, entry.id);
    return result;
}

/// What the JSON library makes of a text: nothing unless it is an object of spellings and whole
/// numbers.
std::optional<Entries> by_library(std::string_view json) {
    const auto parsed = nlohmann::ordered_json::parse(json, nullptr, false);
    if (!parsed.is_object()) return std::nullopt;
    Entries result;
    for (const auto& [spelling, id] : parsed.items()) {
        std::string bytes;
        if (!id.is_number_unsigned() || append_spelled_bytes(spelling, bytes)) return std::nullopt;
        result.emplace_back(bytes, id.get<std::uint64_t>());
    }
    return result;
}

}  // namespace

TEST_CASE("The quick reader takes what plain files hold", "[text]") {
    CHECK(plain(R"({"a": 0, "\u0120b": 17,"\"\\\/":999999999})") ==
          Entries{{"a", 0}, {" b", 17}, {"\"\\/", 999999999}});
    CHECK(plain(" {\n\t\"\xC4\xA0\" : 1 ,\r\"!\"\n:\t2\n} \n") == Entries{{" ", 1}, {"!", 2}});
    CHECK(plain(read_file(gpt2_folder() / "vocab.json"))->size() == 50257);
}

TEST_CASE("The quick reader leaves all else to the library", "[text]") {
    for (const char* json : {"",
                             "{",
                             "{}",
                             "[]",
                             "{\"a\"}",
                             "{\"a\": }",
                             "{\"a\": 1",
                             "{\"a\": 1,}",
                             "{\"a\": 1} x",
                             "{\"\": 1}",
                             "{\"a\": -1}",
                             "{\"a\": 01}",
                             "{\"a\": 1.0}",
                             "{\"a\": 1e3}",
                             "{\"a\": 1000000000}",
                             "{\"a\": \"1\"}",
                             "{\"a b\": 1}",
                             "{\"a\\n\": 1}",
                             "{\"a\\u00\": 1}",
                             "{\"\\u12\": 1}",
                             "{\"\\u+123\": 1}",
                             "{\"\\uD83D\\uDE00\": 1}",
                             "{\"\\",
                             "{\"\\u",
                             "{\"a\\",
                             "{\"a",
                             "{\"\x80\": 1}",
                             "{a: 1}",
                             "{\"a\": 1 \"b\": 2}",
                             "\xEF\xBB\xBF{\"a\": 1}",
                             "{\"a\": 1}{"}) {
        INFO(json);
        CHECK_FALSE(plain(json).has_value());
    }
}

TEST_CASE("Damaged vocabularies are never read otherwise than by the library", "[text]") {
    const std::string good = R"({"a": 0, "\u0120the": 1, "\"": 22, "x\\y": 333, "z": 4})";
    constexpr std::string_view kPieces = "{}[]:,\"\\u0120 \n\t-+.e1249abf/";
    Random random(5);
    int n_read = 0;
    for (int round = 0; round < 20000; ++round) {
        std::string json = good;
        for (std::uint64_t n = random.bits() % 3 + 1; n > 0; --n) {
            const std::size_t place = random.bits() % json.size();
            const char piece = kPieces[random.bits() % kPieces.size()];
            switch (random.bits() % 3) {
                case 0:
                    json[place] = piece;
                    break;
                case 1:
                    json.insert(place, 1, piece);
                    break;
                default:
                    json.erase(place, 1);
            }
        }
        const std::optional<Entries> got = plain(json);
        if (!got) continue;
        ++n_read;
        // A key that stands twice is one entry there, and two here: vocabulary.cpp refuses it.
        const std::optional<Entries> wanted = by_library(json);
        INFO(json);
        REQUIRE(wanted.has_value());
        if (wanted->size() == got->size()) CHECK(*got == *wanted);
    }
    CHECK(n_read > 1000);
}
