#include "hub/find_in_cache.hpp"

#include <string>

#include "base/error.hpp"
#include "support/cache_folder.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"

using namespace attnlab;
using namespace attnlab::testing;

namespace {

constexpr const char* kNew = "models--openai-community--gpt2";
constexpr const char* kOld = "models--gpt2";

/// The hint of the error that looking a model up ends with.
std::string hint_of(const HubCache& cache, const std::string& name, const std::string& revision) {
    try {
        find_in_cache(cache, name, revision);
    } catch (const Error& error) {
        return error.hint();
    }
    return "no error";
}

}  // namespace

TEST_CASE("A model is found by its branch its tag and its commit", "[hub]") {
    const CacheFolder folder("a cache \xC3\xA9");
    const HubCache cache(folder.root());
    folder.add(kNew, "config.json", "{}", kCommitA);
    folder.add(kNew, "config.json", "{}", kCommitB);
    folder.set_ref(kNew, "main", kCommitA);
    folder.set_ref(kNew, "refs/pr/1", kCommitB);
    const auto check = [&](const std::string& revision, const std::string& commit) {
        INFO(revision);
        const auto found = find_in_cache(cache, "openai-community/gpt2", revision);
        REQUIRE(found);
        CHECK(found->name == "openai-community/gpt2");
        CHECK(found->revision == revision);
        CHECK(found->commit == commit);
        CHECK(found->folder == folder.snapshot(kNew, commit));
    };
    check("main", kCommitA);
    check("refs/pr/1", kCommitB);
    check(kCommitA, kCommitA);
    check(kCommitB, kCommitB);
}

TEST_CASE("A short name is looked up at its home first and under its old name then", "[hub]") {
    const CacheFolder folder;
    const HubCache cache(folder.root());
    CHECK_FALSE(find_in_cache(cache, "gpt2"));
    folder.add(kOld, "config.json", "{}");
    folder.set_ref(kOld, "main", kCommitA);
    CHECK(find_in_cache(cache, "gpt2")->name == "gpt2");
    CHECK(find_in_cache(cache, "openai-community/gpt2")->name == "gpt2");
    folder.set_ref(kNew, "main", kCommitB);  // without its snapshot: the old one still serves
    CHECK(find_in_cache(cache, "gpt2")->name == "gpt2");
    folder.add(kNew, "config.json", "{}", kCommitB);
    CHECK(find_in_cache(cache, "gpt2")->name == "openai-community/gpt2");
    CHECK_FALSE(find_in_cache(cache, "someone/gpt2"));
    CHECK_FALSE(find_in_cache(cache, "gpt2-medium"));
}

TEST_CASE("Each broken state of the cache is named", "[hub]") {
    const CacheFolder folder;
    const HubCache cache(folder.root());
    const auto find = [&] { find_in_cache(cache, "gpt2", "main"); };

    std::filesystem::create_directories(folder.model(kNew));
    expect_error<InputError>(find, {"no snapshot in it", kNew});
    CHECK(hint_of(cache, "gpt2", "main") == "`attnlab fetch openai-community/gpt2` downloads it");

    folder.set_ref(kNew, "main", kCommitA);
    expect_error<InputError>(find, {"refs/main names the snapshot", kCommitA.c_str(), "gone"});

    folder.set_ref(kNew, "main", "nonsense");
    expect_error<InputError>(find, {"refs/main holds 'nonsense'"});

    std::filesystem::remove_all(folder.model(kNew) / "refs");
    std::filesystem::create_directories(folder.snapshot(kNew, kCommitA));
    expect_error<UsageError>(find, {"no revision main of openai-community/gpt2", kCommitA.c_str()});
}

TEST_CASE("A revision that is not there is answered with those that are", "[hub]") {
    const CacheFolder folder;
    const HubCache cache(folder.root());
    folder.add(kNew, "config.json", "{}");
    folder.set_ref(kNew, "main", kCommitA);
    folder.set_ref(kNew, "v1", kCommitA);
    expect_error<UsageError>([&] { find_in_cache(cache, "gpt2", "v2"); },
                             {"no revision v2 of", "it has main, v1, ", kCommitA.c_str()});
    CHECK(hint_of(cache, "gpt2", "v2") ==
          "`attnlab fetch openai-community/gpt2 --revision v2` downloads it");
    expect_error<UsageError>([&] { find_in_cache(cache, "gpt2", kCommitB); }, {"no revision"});
    // huggingface_hub takes no part of a commit, and so neither do we.
    CHECK(hint_of(cache, "gpt2", kCommitA.substr(0, 8)) ==
          "a commit is given by all its digits: --revision " + kCommitA);
    expect_error<UsageError>([&] { find_in_cache(cache, "gpt2", "../main"); }, {"no revision:"});
    expect_error<UsageError>([&] { find_in_cache(cache, "../gpt2", "main"); }, {"no name"});
}

TEST_CASE("A file in the place of the cache is an error of the look-up", "[hub]") {
    const TemporaryFolder folder;
    const HubCache cache(folder.write("file", "") / "hub", "HF_HOME");
    expect_error<InputError>([&] { find_in_cache(cache, "gpt2"); }, {"HF_HOME", "is no folder"});
}
