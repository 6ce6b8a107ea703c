#include "hub/hash.hpp"

#include <fmt/format.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <variant>

namespace attnlab {
namespace {

constexpr std::size_t kSha256Digits = 2 * SHA256_DIGEST_SIZE;
constexpr std::size_t kSha1Digits = 2 * SHA1_DIGEST_SIZE;

const std::uint8_t* as_bytes(std::string_view text) {
    return reinterpret_cast<const std::uint8_t*>(text.data());
}

// nettle 3 asks how much of the hash is wanted, nettle 4 does not.
template <class Algorithm>
void finish(void (*digest)(Algorithm*, std::size_t, std::uint8_t*), Algorithm& algorithm,
            std::span<std::uint8_t> hash) {
    digest(&algorithm, hash.size(), hash.data());
}

template <class Algorithm>
void finish(void (*digest)(Algorithm*, std::uint8_t*), Algorithm& algorithm,
            std::span<std::uint8_t> hash) {
    digest(&algorithm, hash.data());
}

std::string hexadecimal(std::span<const std::uint8_t> hash) {
    std::string digits;
    for (const std::uint8_t byte : hash) digits += fmt::format("{:02x}", byte);
    return digits;
}

}  // namespace

std::string_view hash_name(HashKind kind) {
    return kind == HashKind::kSha256 ? "SHA-256" : "git blob hash";
}

std::optional<HashKind> hash_kind(std::string_view digits) {
    const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    if (!std::ranges::all_of(digits, is_digit)) return std::nullopt;
    if (digits.size() == kSha256Digits) return HashKind::kSha256;
    if (digits.size() == kSha1Digits) return HashKind::kGitBlob;
    return std::nullopt;
}

struct Hash::Context {
    std::variant<sha256_ctx, sha1_ctx> algorithm;
};

Hash::Hash(HashKind kind, std::size_t size) : context_(std::make_unique<Context>()) {
    if (kind == HashKind::kSha256) {
        sha256_init(&context_->algorithm.emplace<sha256_ctx>());
        return;
    }
    sha1_init(&context_->algorithm.emplace<sha1_ctx>());
    std::string header = fmt::format("blob {}", size);
    header += '\0';
    update(header);
}

Hash::~Hash() = default;
Hash::Hash(Hash&& other) noexcept = default;
Hash& Hash::operator=(Hash&& other) noexcept = default;

void Hash::update(std::string_view piece) {
    if (auto* sha256 = std::get_if<sha256_ctx>(&context_->algorithm)) {
        sha256_update(sha256, piece.size(), as_bytes(piece));
    } else {
        sha1_update(&std::get<sha1_ctx>(context_->algorithm), piece.size(), as_bytes(piece));
    }
}

std::string Hash::digits() {
    if (auto* sha256 = std::get_if<sha256_ctx>(&context_->algorithm)) {
        std::array<std::uint8_t, SHA256_DIGEST_SIZE> hash = {};
        finish(sha256_digest, *sha256, hash);
        return hexadecimal(hash);
    }
    std::array<std::uint8_t, SHA1_DIGEST_SIZE> hash = {};
    finish(sha1_digest, std::get<sha1_ctx>(context_->algorithm), hash);
    return hexadecimal(hash);
}

std::string sha256_of(std::span<const std::byte> bytes) {
    Hash hash(HashKind::kSha256, bytes.size());
    hash.update({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return hash.digits();
}

}  // namespace attnlab
