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

TEST_CASE("Where there is no main the way to what is here is told", "[hub]") {
    const CacheFolder folder;
    const HubCache cache(folder.root());
    folder.add(kNew, "config.json", "{}");
    const std::string fetch = "`attnlab fetch openai-community/gpt2` downloads it; ";
    const std::string take = "--model openai-community/gpt2 --revision ";
    CHECK(hint_of(cache, "gpt2", "main") == fetch + take + kCommitA + " takes what is here");
    folder.set_ref(kNew, "v1", kCommitA);
    CHECK(hint_of(cache, "gpt2", "main") == fetch + take + "v1 takes what is here");
}

TEST_CASE("A download that did not end is told as such", "[hub]") {
    const CacheFolder folder;
    const HubCache cache(folder.root());
    const auto find = [&] { find_in_cache(cache, "gpt2", "main"); };
    const auto blobs = folder.model(kNew) / "blobs";
    std::filesystem::create_directories(blobs);
    write_file(blobs / "0123.incomplete", "12345");
    expect_error<InputError>(find, {"the model openai-community/gpt2 is unfinished, 5 B came"});
    CHECK(hint_of(cache, "gpt2", "main") == "`attnlab fetch openai-community/gpt2` goes on");
    folder.add(kNew, "config.json", "{}");
    expect_error<InputError>(find, {"is unfinished, 5 B came"});
    // A whole commit is here: it is only not main.
    folder.add(kNew, "model.safetensors", "");
    expect_error<UsageError>(find, {"no revision main"});
    folder.set_ref(kNew, "main", kCommitB);
    expect_error<InputError>(find, {"is unfinished, 5 B came"});
}

TEST_CASE("What stands in the place of a folder is named", "[hub]") {
    const auto find_with = [](const std::string& file) {
        return [=] {
            const CacheFolder folder;
            folder.set_ref(kNew, "main", kCommitA);
            const auto path = folder.root() / file;
            std::filesystem::remove_all(path);
            std::filesystem::create_directories(path.parent_path());
            write_file(path, "");
            find_in_cache(HubCache(folder.root()), "gpt2", "main");
        };
    };
    const std::string model = kNew;
    expect_error<InputError>(find_with(model), {"models--openai-community--gpt2 is no folder"});
    expect_error<InputError>(find_with(model + "/snapshots"), {"/snapshots is no folder"});
    expect_error<InputError>(find_with(model + "/snapshots/" + kCommitA),
                             {"is no folder", kCommitA.c_str()});

    const CacheFolder folder;
    std::filesystem::create_directories(folder.model(kNew) / "refs" / "main");
    expect_error<InputError>([&] { find_in_cache(HubCache(folder.root()), "gpt2", "main"); },
                             {"refs/main is a folder, expected a file"});
    std::filesystem::create_symlink("nowhere", folder.root() / "models--a--b");
    expect_error<InputError>([&] { find_in_cache(HubCache(folder.root()), "a/b", "main"); },
                             {"models--a--b is a link to nowhere, which is no folder"});
}

TEST_CASE("A cache that is a link to nothing is an error of the look-up", "[hub]") {
    const TemporaryFolder folder;
    std::filesystem::create_symlink("nowhere", folder.path() / "hub");
    const HubCache cache(folder.path() / "hub", "HF_HUB_CACHE");
    expect_error<InputError>([&] { find_in_cache(cache, "gpt2"); },
                             {"HF_HUB_CACHE", "is a link to nowhere, which is no folder"});
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
