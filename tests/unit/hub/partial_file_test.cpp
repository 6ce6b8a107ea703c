// A blob while it comes: taken up, begun again, named, and what a full disk does.

#include "hub/partial_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;
using attnlab::testing::TemporaryFolder;

namespace {

// Of "hello", by sha256sum.
constexpr const char* kHello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

}  // namespace

TEST_CASE("A partial file is taken up where it was left", "[hub]") {
    const TemporaryFolder folder;
    const std::filesystem::path blob = folder.path() / "blobs" / "b";
    {
        PartialFile partial(blob, HashKind::kSha256, 5);
        partial.append("he");
        CHECK(partial.size() == 2);
    }
    CHECK(partial_size(blob) == 2);
    CHECK_FALSE(std::filesystem::exists(blob));
    PartialFile partial(blob, HashKind::kSha256, 5);
    CHECK(partial.size() == 2);
    partial.append("l");
    partial.append("lo");
    CHECK(partial.digits() == kHello);
    partial.commit();
    CHECK(read_file(blob) == "hello");
    CHECK(partial_size(blob) == 0);
}

TEST_CASE("A partial file that is too long is no beginning", "[hub]") {
    const TemporaryFolder folder;
    folder.write("b.incomplete", "hello world");
    PartialFile partial(folder.path() / "b", HashKind::kSha256, 5);
    CHECK(partial.size() == 0);
    partial.append("wrong");
    partial.start_again();
    partial.append("hello");
    CHECK(partial.digits() == kHello);
    partial.remove();
    CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("A full disk is told and what came before it stays", "[hub]") {
    const TemporaryFolder folder;
    std::size_t room = 3;
    const WriteBytes limited = [&](int descriptor, const void* bytes, std::size_t size) -> ssize_t {
        if (room == 0) {
            errno = ENOSPC;
            return -1;
        }
        const std::size_t n = std::min(size, room);
        room -= n;
        return ::write(descriptor, bytes, n);
    };
    PartialFile partial(folder.path() / "b", HashKind::kSha256, 5, limited);
    expect_error<InputError>([&] { partial.append("hello"); },
                             {"cannot write ", "b.incomplete: No space left on device"});
    CHECK(partial.size() == 3);
    CHECK(read_file(folder.path() / "b.incomplete") == "hel");
}

TEST_CASE("A place that cannot be written is named with the reason", "[hub]") {
    const TemporaryFolder folder;
    folder.write("file", "");
    expect_error<InputError>(
        [&] { PartialFile(folder.path() / "file" / "b", HashKind::kSha256, 5); },
        {"/file is no folder, and the cache needs one there"});
}
