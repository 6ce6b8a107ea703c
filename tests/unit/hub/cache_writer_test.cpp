// Links, refs and locks as huggingface_hub lays them out.

#include "hub/cache_writer.hpp"

#include <optional>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "hub/blob_lock.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;
using attnlab::testing::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

constexpr const char* kCommit = "0123456789abcdef0123456789abcdef01234567";

}  // namespace

TEST_CASE("A file of a snapshot is a relative link to its blob", "[hub]") {
    const TemporaryFolder folder;
    const HubCache cache(folder.path());
    const fs::path link = folder.path() / "models--org--m" / "snapshots" / kCommit / "config.json";
    link_to_blob(cache, "org/m", kCommit, "config.json", "abc");
    CHECK(fs::read_symlink(link) == "../../blobs/abc");
    link_to_blob(cache, "org/m", kCommit, "config.json", "def");
    link_to_blob(cache, "org/m", kCommit, "config.json", "def");
    CHECK(fs::read_symlink(link) == "../../blobs/def");
    CHECK(std::distance(fs::directory_iterator(link.parent_path()), {}) == 1);
}

TEST_CASE("A ref has the commit and nothing else", "[hub]") {
    const TemporaryFolder folder;
    const HubCache cache(folder.path());
    write_ref(cache, "org/m", "refs/pr/1", kCommit);
    CHECK(read_file(cache.ref_of("org/m", "refs/pr/1")) == kCommit);
    CHECK(cache.read_ref("org/m", "refs/pr/1") == kCommit);
    const std::string other(40, 'f');
    write_ref(cache, "org/m", "refs/pr/1", other);
    CHECK(cache.read_ref("org/m", "refs/pr/1") == other);
    CHECK(cache.revisions_of("org/m") == std::vector<std::string>{"refs/pr/1"});
    write_ref(cache, "org/n", kCommit, kCommit);
    CHECK_FALSE(fs::exists(cache.refs_of("org/n")));
}

TEST_CASE("A ref that is right already is not written again", "[hub]") {
    const TemporaryFolder folder;
    const HubCache cache(folder.path());
    write_ref(cache, "org/m", "main", kCommit);
    const fs::path ref = cache.ref_of("org/m", "main");
    fs::create_hard_link(ref, folder.path() / "same");
    write_ref(cache, "org/m", "main", kCommit);
    CHECK(fs::hard_link_count(ref) == 2);  // a ref is replaced and never changed
    write_ref(cache, "org/m", "main", std::string(40, 'f'));
    CHECK(fs::hard_link_count(ref) == 1);
}

TEST_CASE("A file where the cache needs a folder is named", "[hub]") {
    const TemporaryFolder folder;
    folder.write("models--org--m", "no folder");
    const HubCache cache(folder.path());
    const std::string expected = (folder.path() / "models--org--m").string() + " is no folder";
    expect_error<InputError>([&] { write_ref(cache, "org/m", "main", kCommit); },
                             {expected.c_str()});
    expect_error<InputError>([&] { link_to_blob(cache, "org/m", kCommit, "a", "b"); },
                             {expected.c_str()});
}

TEST_CASE("A ref whose place is taken by a folder is an error", "[hub]") {
    const TemporaryFolder folder;
    const HubCache cache(folder.path());
    write_ref(cache, "org/m", "a/b", kCommit);
    expect_error<InputError>([&] { write_ref(cache, "org/m", "a", kCommit); },
                             {"cannot write ", "refs/a: Is a directory"});
    CHECK(cache.revisions_of("org/m") == std::vector<std::string>{"a/b"});
}

TEST_CASE("The room is that of the folder or of the one that it would be made in", "[hub]") {
    const TemporaryFolder folder;
    CHECK(free_bytes(folder.path() / "not" / "yet") > 0);
}

TEST_CASE("A lock is waited for until its holder goes", "[hub]") {
    const TemporaryFolder folder;
    const HubCache cache(folder.path());
    const fs::path path = lock_of(cache, "org/m", "abc");
    CHECK(path == folder.path() / ".locks" / "models--org--m" / "abc.lock");
    std::optional<BlobLock> first;
    first.emplace(path, [] { FAIL("nobody else has it"); });
    int waits = 0;
    // Whoever hears that the second waits lets the first one go.
    const BlobLock second(path, [&] {
        ++waits;
        first.reset();
    });
    CHECK(waits == 1);
}

TEST_CASE("A lock whose file was deleted meanwhile is taken on the new file", "[hub]") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "abc.lock";
    std::optional<BlobLock> first;
    first.emplace(path, [] {});
    const BlobLock second(path, [&] {
        fs::remove(path);  // as some versions of Python's filelock do
        first.reset();
    });
    CHECK(fs::exists(path));
}
