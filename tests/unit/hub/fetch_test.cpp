// A whole fetch, with a hub that answers by itself and a disk that is the test's.

#include "hub/fetch.hpp"

#include <algorithm>
#include <cerrno>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "hub/hub_errors.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/fake_hub.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;
using attnlab::testing::FakeHub;
using attnlab::testing::TemporaryFolder;
using State = FetchedFile::State;

namespace {

constexpr const char* kCommit = "0123456789abcdef0123456789abcdef01234567";

/// A hub with a small model, an empty cache, and everything that is said meanwhile.
struct Scene {
    Scene() { hub.add_model(); }

    FetchResult fetch(const std::string& name, bool is_dry_run = false) {
        return attnlab::fetch({name, kDefaultRevision, is_dry_run}, FakeHub::access(), cache,
                              tools);
    }
    std::string cached(const std::string& model, const std::string& file) const {
        return read_file(cache.snapshot_of(model, kCommit) / file);
    }

    FakeHub hub;
    TemporaryFolder folder;
    HubCache cache{folder.path() / "hub"};
    std::vector<double> pauses_ms;
    std::vector<std::string> notes;
    std::vector<Transfer> transfers;
    FetchTools tools{.http = hub,
                     .sleep = [this](double ms) { pauses_ms.push_back(ms); },
                     .note = [this](const std::string& line) { notes.push_back(line); },
                     .on_transfer = [this](const Transfer& t) { transfers.push_back(t); }};
};

std::vector<State> states(const FetchResult& result) {
    std::vector<State> all;
    for (const FetchedFile& file : result.files) all.push_back(file.state);
    return all;
}

}  // namespace

TEST_CASE("A fetch brings four files and says what came", "[hub]") {
    Scene scene;
    const FetchResult result = scene.fetch("plain/m");
    CHECK(result.commit == kCommit);
    CHECK(result.snapshot == scene.cache.snapshot_of("plain/m", kCommit));
    CHECK(states(result) == std::vector<State>(4, State::kFetched));
    CHECK(result.bytes_to_come() == result.total_bytes());
    CHECK(scene.cached("plain/m", "model.safetensors") == std::string(10000, 'w'));
    CHECK(scene.cache.read_ref("plain/m", "main") == kCommit);
    CHECK(scene.notes.empty());
    REQUIRE_FALSE(scene.transfers.empty());
    CHECK(scene.transfers.back().done == result.total_bytes());
    CHECK(scene.transfers.back().total == result.total_bytes());
    CHECK(std::ranges::is_sorted(scene.transfers, {}, &Transfer::done));

    const FetchResult again = scene.fetch("plain/m");
    CHECK(states(again) == std::vector<State>(4, State::kThere));
    CHECK(again.bytes_to_come() == 0);
}

TEST_CASE("A dry run writes nothing and brings no large file", "[hub]") {
    Scene scene;
    const FetchResult result = scene.fetch("plain/m", true);
    CHECK(result.is_dry_run);
    CHECK(states(result) == std::vector<State>(4, State::kMissing));
    CHECK(std::filesystem::is_empty(scene.folder.path()));
    const auto n_gets =
        std::ranges::count(scene.hub.requests, HttpRequest::Method::kGet, &HttpRequest::method);
    CHECK(n_gets == 1);  // config.json
}

TEST_CASE("A short name is kept at its home of today or where it is already", "[hub]") {
    Scene scene;
    CHECK(scene.fetch("gpt2", true).model == "openai-community/gpt2");
    std::filesystem::create_directories(scene.cache.folder_of("gpt2"));
    CHECK_THROWS_AS(scene.fetch("gpt2", true), NoSuchModel);  // this hub redirects no old names
    CHECK(scene.hub.requests.back().url.find("hub.test/gpt2/resolve") != std::string::npos);
    CHECK(scene.fetch("openai-community/gpt2", true).model == "openai-community/gpt2");
}

TEST_CASE("A connection that breaks is gone on with in the same file", "[hub]") {
    Scene scene;
    const FetchResult result = scene.fetch("cut-once/m");
    CHECK(states(result) == std::vector<State>(4, State::kFetched));
    CHECK(scene.pauses_ms == std::vector<double>{1000.0});
    CHECK(scene.hub.requests.back().from == 5000);
    CHECK(scene.cached("cut-once/m", "model.safetensors") == std::string(10000, 'w'));
}

TEST_CASE("A hub that ignores the range begins again", "[hub]") {
    Scene scene;
    scene.fetch("cut-norange/m");
    CHECK(scene.cached("cut-norange/m", "model.safetensors") == std::string(10000, 'w'));
    REQUIRE(scene.notes.size() == 2);
    CHECK(scene.notes[1].find("it comes from the beginning") != std::string::npos);
}

TEST_CASE("Another range than was asked for is not taken", "[hub]") {
    Scene scene;
    scene.hub.changed_headers = {{"content-range", "bytes 4000-9999/10000"}};
    scene.fetch("cut-once/m");
    CHECK(scene.cached("cut-once/m", "model.safetensors") == std::string(10000, 'w'));
    REQUIRE(scene.notes.size() == 2);
    CHECK(scene.notes[1].find("'bytes 4000-9999/10000', expected 'bytes 5000-9999/10000'") !=
          std::string::npos);
}

TEST_CASE("What is not as promised gets no name", "[hub]") {
    Scene scene;
    expect_error<InputError>([&] { scene.fetch("wrong/m"); },
                             {"model.safetensors of wrong/m has the SHA-256 ", ", expected "});
    expect_error<InputError>([&] { scene.fetch("long/m"); },
                             {"has more than the 10000 bytes that were promised"});
    expect_error<InputError>([&] { scene.fetch("short/m"); },
                             {"has 5000 bytes to come, and 10000 were promised"});
    for (const char* model : {"wrong/m", "long/m", "short/m"}) {
        INFO(model);
        CHECK_FALSE(
            std::filesystem::exists(scene.cache.snapshot_of(model, kCommit) / "model.safetensors"));
        CHECK_FALSE(std::filesystem::exists(scene.cache.refs_of(model)));
        CHECK(
            std::distance(std::filesystem::directory_iterator(scene.cache.blobs_of(model)), {}) ==
            3 + (std::string(model) == "short/m" ? 1 : 0));  // nothing came of it, nothing is wrong
    }
}

TEST_CASE("A beginning that is damaged comes again once", "[hub]") {
    Scene scene;
    const FetchResult first = scene.fetch("plain/m");
    const std::filesystem::path blob = scene.cache.blobs_of("plain/m") / first.files.back().hash;
    std::filesystem::remove(blob);
    testing::write_file(partial_path(blob), std::string(4000, '?'));
    const FetchResult result = scene.fetch("plain/m");
    CHECK(result.files.back().bytes_before == 4000);
    CHECK(scene.cached("plain/m", "model.safetensors") == std::string(10000, 'w'));
    REQUIRE(scene.notes.size() == 2);
    CHECK(scene.notes[0] == "model.safetensors: going on after 4.0 kB of 10.0 kB");
    CHECK(scene.notes[1].find("are not its beginning; it comes again") != std::string::npos);
}

TEST_CASE("A full disk is said before and while it fills", "[hub]") {
    Scene scene;
    scene.tools.free_space = [](const std::filesystem::path&) { return std::size_t{5000}; };
    expect_error<InputError>([&] { scene.fetch("plain/m"); },
                             {"10.0 kB are to come, and there is room for 5.0 kB at "});
    CHECK(std::filesystem::is_empty(scene.folder.path()));

    Scene filling;
    filling.tools.write = [](int descriptor, const void* bytes, std::size_t size) -> ssize_t {
        if (size < 5000) return write_bytes(descriptor, bytes, size);
        errno = ENOSPC;
        return -1;
    };
    expect_error<InputError>([&] { filling.fetch("plain/m"); },
                             {"cannot write ", ".incomplete: No space left on device"});
    CHECK_FALSE(std::filesystem::exists(filling.cache.refs_of("plain/m")));
}

TEST_CASE("What is no GPT-2 is refused before anything is written", "[hub]") {
    Scene scene;
    const auto refuse_config = [&](const char* config, std::initializer_list<const char*> pieces) {
        scene.hub.add("config.json", config);
        expect_error<InputError>([&] { scene.fetch("plain/m"); }, pieces);
        CHECK(std::filesystem::is_empty(scene.folder.path()));
    };
    refuse_config(R"({"model_type": "bert"})", {"plain/m is no GPT-2", "'bert'"});
    refuse_config(R"({"model_type": "\u001b[31m"})", {"'\\x1b[31m'"});
    refuse_config(R"({"model_type": 2})", {"is no GPT-2"});
    refuse_config("[]", {"config.json of plain/m is no JSON object"});
    refuse_config("{", {"is no JSON object"});
    scene.hub.add("config.json", R"({"n_embd": 64})");  // of before there was a model_type
    CHECK(scene.fetch("plain/m").files.size() == 4);
}

TEST_CASE("Weights in several files come with their index", "[hub]") {
    Scene scene;
    scene.hub.remove("model.safetensors");
    scene.hub.add("model.safetensors.index.json",
                  R"({"weight_map": {"a": "m-2.safetensors", "b": "m-1.safetensors",
                                     "c": "m-2.safetensors"}})");
    scene.hub.add("m-1.safetensors", "one");
    expect_error<InputError>([&] { scene.fetch("plain/m"); },
                             {"model.safetensors.index.json of plain/m lists m-2.safetensors"});
    CHECK(std::filesystem::is_empty(scene.folder.path()));
    scene.hub.add("m-2.safetensors", "two");
    std::vector<std::string> names;
    for (const FetchedFile& file : scene.fetch("plain/m").files) names.push_back(file.name);
    CHECK(names == std::vector<std::string>{"config.json", "vocab.json", "merges.txt",
                                            "model.safetensors.index.json", "m-1.safetensors",
                                            "m-2.safetensors"});
    CHECK(scene.cached("plain/m", "m-2.safetensors") == "two");
}

TEST_CASE("A vocabulary comes whole or not at all", "[hub]") {
    Scene scene;
    scene.hub.remove("vocab.json");
    const FetchResult result = scene.fetch("plain/m");
    CHECK(result.absent == std::vector<std::string>{"vocab.json"});
    CHECK(result.files.size() == 2);
}

TEST_CASE("Names and revisions that cannot be one open no connection", "[hub]") {
    Scene scene;
    CHECK_THROWS_AS(scene.fetch("../m"), UsageError);
    CHECK_THROWS_AS(fetch({"plain/m", "../../x"}, FakeHub::access(), scene.cache, scene.tools),
                    UsageError);
    CHECK(scene.hub.requests.empty());
}
