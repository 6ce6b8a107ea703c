// The text and the JSON of a fetch, from a result that the test makes.

#include "view/fetch_view.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace attnlab;

namespace {

FetchResult sample() {
    FetchResult result;
    result.model = "org/m";
    result.endpoint = "https://hub.test";
    result.revision = "main";
    result.commit = std::string(40, 'c');
    result.snapshot = "/cache/models--org--m/snapshots/c";
    result.files = {{"config.json", 665, HashKind::kGitBlob, std::string(40, 'a'),
                     FetchedFile::State::kThere, 665},
                    {"model.safetensors", 548'105'171, HashKind::kSha256, std::string(64, 'b'),
                     FetchedFile::State::kFetched, 1000}};
    return result;
}

}  // namespace

TEST_CASE("The text of a fetch says what came and what to do now", "[view]") {
    const std::string text = fetch_text(sample(), {120, false});
    CHECK(text ==
          "org/m, revision main (commit cccccccccccc), from https://hub.test\n"
          "=================================================================\n"
          "  file                   size                                      hash\n"
          "  config.json           665 B  is there                            git blob hash "
          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…\n"
          "  model.safetensors  548.1 MB  came, after 1.0 kB that were there  SHA-256 "
          "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…\n"
          "548.1 MB came; their sizes and hashes are right. What is there has the right size; it "
          "was not read "
          "again, so its hash is\nnot checked.\n"
          "They lie in\n"
          "  /cache/models--org--m/snapshots/c\n"
          "Now: attnlab gpt2 --model org/m\n");
}

TEST_CASE("The text of a dry run says would", "[view]") {
    FetchResult result = sample();
    result.is_dry_run = true;
    result.revision = "v1";
    result.files.back().state = FetchedFile::State::kMissing;
    result.files.back().bytes_before = 0;
    const std::string text = fetch_text(result, {200, false});
    CHECK(text.find("A dry run: 548.1 MB would come. What is there has the right size;") !=
          std::string::npos);
    CHECK(text.find("They would lie in\n  /cache/") != std::string::npos);
    CHECK(text.find("Then: attnlab gpt2 --model org/m --revision v1\n") != std::string::npos);
}

TEST_CASE("A folder in the text of a fetch cannot harm the terminal and is not broken", "[view]") {
    FetchResult result = sample();
    result.snapshot = "/a long way\x1b[31m/" + std::string(100, 'x') + " y";
    const std::string text = fetch_text(result, {20, false});
    CHECK(text.find("\n  /a long way\\x1b[31m/" + std::string(100, 'x') + " y\n") !=
          std::string::npos);
    CHECK(text.find('\x1b') == std::string::npos);
}

TEST_CASE("A narrow text of a fetch keeps sizes and states", "[view]") {
    for (const std::size_t width : {20U, 40U, 60U}) {
        const std::string text = fetch_text(sample(), {width, false});
        CAPTURE(width, text);
        CHECK(text.find("665 B") != std::string::npos);
        CHECK(text.find("548.1 MB") != std::string::npos);
        CHECK(text.find("is there") != std::string::npos);
        CHECK(text.find("came,") != std::string::npos);
        CHECK(text.find("Hashes: --json") != std::string::npos);
        CHECK(text.find("aaaa") == std::string::npos);
    }
}

TEST_CASE("A model without a vocabulary is told so", "[view]") {
    FetchResult result = sample();
    result.absent = {"merges.txt"};
    CHECK(fetch_text(result, {200, false}).find("The model has no merges.txt") !=
          std::string::npos);
}

TEST_CASE("The JSON of a fetch has every file", "[view]") {
    const nlohmann::json json = nlohmann::json::parse(fetch_json(sample()));
    CHECK(json["step"] == "fetch");
    CHECK(json["bytes_to_come"] == 548'104'171);
    CHECK(json["files"][0]["state"] == "there");
    CHECK(json["files"][0]["hash_kind"] == "git_blob");
    CHECK(json["files"][1]["state"] == "fetched");
    CHECK(json["files"][1]["bytes_before"] == 1000);
    CHECK(json["files"][1]["hash"] == std::string(64, 'b'));
}
