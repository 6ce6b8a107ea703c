// The two hashes by which a hub names its files: SHA-256 of large ones, git's own of small ones.
// The only place that knows nettle. For checking what came; nothing here keeps a secret.

#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attnlab {

enum class HashKind { kSha256, kGitBlob };

/// `SHA-256` or `git blob hash`.
std::string_view hash_name(HashKind kind);

/// Which hash a text is: 64 hexadecimal digits in lower case are SHA-256, 40 are git's; anything
/// else is none, and so is never a part of a path.
std::optional<HashKind> hash_kind(std::string_view digits);

/// A hash of bytes that come piece by piece.
class Hash {
  public:
    /// `size` is that of all bytes, which git hashes before them: the hash of a blob is the SHA-1
    /// of "blob SIZE", a NUL and the bytes.
    ///
    /// Source: FIPS 180-4; "Git Internals - Git Objects" in Pro Git (Chacon and Straub 2014).
    Hash(HashKind kind, std::size_t size);
    ~Hash();
    Hash(Hash&& other) noexcept;
    Hash& operator=(Hash&& other) noexcept;
    Hash(const Hash&) = delete;
    Hash& operator=(const Hash&) = delete;

    void update(std::string_view piece);

    /// The hash of all pieces in hexadecimal digits; once, for it ends the hash.
    std::string digits();

  private:
    struct Context;
    std::unique_ptr<Context> context_;
};

/// SHA-256 of bytes in hexadecimal digits.
std::string sha256_of(std::span<const std::byte> bytes);

}  // namespace attnlab
