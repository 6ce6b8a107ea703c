#include "hub/hub_cache.hpp"

#include <map>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "support/cache_folder.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"

using namespace attnlab;
using namespace attnlab::testing;

namespace {

using Variables = std::map<std::string, std::string>;
using Names = std::vector<std::string>;

Environment environment_of(const Variables& variables) {
    return [variables](const std::string& name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        if (found == variables.end()) return std::nullopt;
        return found->second;
    };
}

std::string root_of(const Variables& variables) {
    return HubCache::of_environment(environment_of(variables)).root().string();
}

}  // namespace

TEST_CASE("The cache is where the environment says in the order of huggingface_hub", "[hub]") {
    Variables all = {{"HF_HUB_CACHE", "/1"},
                     {"HUGGINGFACE_HUB_CACHE", "/2"},
                     {"HF_HOME", "/3"},
                     {"XDG_CACHE_HOME", "/4"},
                     {"HOME", "/5"}};
    CHECK(root_of(all) == "/1");
    all.erase("HF_HUB_CACHE");
    CHECK(root_of(all) == "/2");
    all["HUGGINGFACE_HUB_CACHE"] = "";  // as if it were not set
    CHECK(root_of(all) == "/3/hub");
    all.erase("HF_HOME");
    CHECK(root_of(all) == "/4/huggingface/hub");
    all.erase("XDG_CACHE_HOME");
    CHECK(root_of(all) == "/5/.cache/huggingface/hub");
    all.erase("HOME");
    expect_error<InputError>([&] { root_of(all); }, {"HF_HUB_CACHE, HF_HOME and HOME are not set"});
}

TEST_CASE("A home and variables in the place of the cache are replaced", "[hub]") {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"~", "/me"},
        {"~/c", "/me/c"},
        {"~other/c", "~other/c"},
        {"/a/~", "/a/~"},
        {"$HOME/c", "/me/c"},
        {"${HOME}c", "/mec"},
        {"/x/$HOME_x", "/x/$HOME_x"},
        {"/x/${HOME", "/x/${HOME"},
        {"/x/$", "/x/$"},
        {"/x/${}", "/x/${}"},
        {"/$A$B/$C", "/ab/"},
        {"/a b/\xC3\xA9", "/a b/\xC3\xA9"},
    };
    for (const auto& [written, meant] : cases) {
        INFO(written);
        const Variables variables = {
            {"HF_HUB_CACHE", written}, {"HOME", "/me"}, {"A", "a"}, {"B", "b"}, {"C", ""}};
        CHECK(root_of(variables) == meant);
    }
    CHECK(root_of({{"HF_HOME", "~/hf"}, {"HOME", "/me"}}) == "/me/hf/hub");
}

TEST_CASE("Everything has its place in the cache", "[hub]") {
    const HubCache cache("/c");
    CHECK(cache.folder_of("openai-community/gpt2") == "/c/models--openai-community--gpt2");
    CHECK(cache.folder_of("gpt2") == "/c/models--gpt2");
    CHECK(cache.blobs_of("gpt2") == "/c/models--gpt2/blobs");
    CHECK(cache.snapshot_of("gpt2", "0a") == "/c/models--gpt2/snapshots/0a");
    CHECK(cache.ref_of("gpt2", "main") == "/c/models--gpt2/refs/main");
    CHECK(cache.ref_of("gpt2", "refs/pr/1") == "/c/models--gpt2/refs/refs/pr/1");
}

TEST_CASE("A ref is read with or without a line end", "[hub]") {
    const CacheFolder folder;
    const HubCache cache(folder.root());
    CHECK_FALSE(cache.read_ref("gpt2", "main"));
    folder.set_ref("models--gpt2", "main", kCommitA);
    CHECK(cache.read_ref("gpt2", "main") == kCommitA);
    folder.set_ref("models--gpt2", "main", kCommitB + "\r\n");
    CHECK(cache.read_ref("gpt2", "main") == kCommitB);
    for (const char* broken : {"", "\n", "main", "../../../etc", "607a30d\x1b"}) {
        folder.set_ref("models--gpt2", "main", broken);
        expect_error<InputError>([&] { (void)cache.read_ref("gpt2", "main"); },
                                 {"refs/main holds '", "40 hexadecimal digits"});
    }
    CHECK_FALSE(cache.read_ref("gpt2", "refs"));
}

TEST_CASE("What is in the cache is listed in its order", "[hub]") {
    const CacheFolder folder;
    const HubCache cache(folder.root());
    CHECK(cache.models().empty());
    CHECK(cache.commits_of("gpt2").empty());
    CHECK(cache.revisions_of("gpt2").empty());
    for (const char* name : {"models--gpt2", "models--a-b--c", "datasets--a--b", ".locks", "tmp",
                             "models--", "models--..", "models--a--b--c", "version.txt"}) {
        std::filesystem::create_directories(folder.model(name));
    }
    CHECK(cache.models() == Names{"a-b/c", "gpt2"});

    std::filesystem::create_directories(folder.snapshot("models--gpt2", kCommitA));
    std::filesystem::create_directories(folder.snapshot("models--gpt2", kCommitB));
    std::filesystem::create_directories(folder.snapshot("models--gpt2", "half"));
    CHECK(cache.commits_of("gpt2") == Names{kCommitB, kCommitA});
    folder.set_ref("models--gpt2", "main", kCommitA);
    folder.set_ref("models--gpt2", "refs/pr/1", kCommitB);
    folder.set_ref("models--gpt2", "v1", kCommitA);
    CHECK(cache.revisions_of("gpt2") == Names{"main", "refs/pr/1", "v1"});
}

TEST_CASE("A cache that is not there is empty and a file in its place is an error", "[hub]") {
    const TemporaryFolder folder;
    const HubCache absent(folder.path() / "not" / "yet");
    CHECK_NOTHROW(absent.require_folder());
    CHECK(absent.models().empty());
    CHECK_NOTHROW(HubCache(folder.path()).require_folder());
    CHECK_NOTHROW(HubCache("not/yet").require_folder());  // from the working folder

    const std::string file = folder.write("a file", "").string();
    for (const std::string& root : {file, file + "/hub"}) {
        expect_error<InputError>([&] { HubCache(root, "HF_HOME").require_folder(); },
                                 {"HF_HOME: ", root.c_str(), "a file is no folder"});
        expect_error<InputError>([&] { (void)HubCache(root).models(); },
                                 {"cannot list ", root.c_str(), "Not a directory"});
    }
}
