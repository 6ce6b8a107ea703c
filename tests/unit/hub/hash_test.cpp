// The hashes, against numbers that others computed.

#include "hub/hash.hpp"

#include "support/catch.hpp"

using namespace attnlab;

namespace {

std::string digits_of(HashKind kind, std::string_view bytes) {
    Hash hash(kind, bytes.size());
    hash.update(bytes);
    return hash.digits();
}

}  // namespace

// Source: FIPS 180-4's examples ("abc", one block; the empty text), and `git hash-object`.
TEST_CASE("Hashes are those of the standards", "[hub]") {
    CHECK(digits_of(HashKind::kSha256, "abc") ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(digits_of(HashKind::kSha256, "") ==
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(digits_of(HashKind::kGitBlob, "") == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
    CHECK(digits_of(HashKind::kGitBlob, "hello\n") == "ce013625030ba8dba906f756967f9e9ca394464a");
}

TEST_CASE("A hash does not depend on where its pieces end", "[hub]") {
    std::string bytes;
    for (int i = 0; i < 1000; ++i) bytes += static_cast<char>(i);
    for (const HashKind kind : {HashKind::kSha256, HashKind::kGitBlob}) {
        Hash hash(kind, bytes.size());
        for (std::size_t i = 0; i < bytes.size(); i += 7) {
            hash.update(std::string_view(bytes).substr(i, 7));
        }
        CHECK(hash.digits() == digits_of(kind, bytes));
    }
    const std::string_view text = bytes;
    CHECK(sha256_of(std::as_bytes(std::span(text.data(), text.size()))) ==
          digits_of(HashKind::kSha256, bytes));
}

TEST_CASE("What is no hash is told from one that is", "[hub]") {
    CHECK(hash_kind(std::string(64, 'a')) == HashKind::kSha256);
    CHECK(hash_kind(std::string(40, '0')) == HashKind::kGitBlob);
    CHECK_FALSE(hash_kind(std::string(64, 'A')));
    CHECK_FALSE(hash_kind(std::string(63, 'a')));
    CHECK_FALSE(hash_kind(""));
    CHECK_FALSE(hash_kind("../../../../../../../../../../etc/passwd0"));
}
