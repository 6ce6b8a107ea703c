#include "text/hash_index.hpp"

#include <cstdint>

#include "support/catch.hpp"

using attnlab::HashIndex;

TEST_CASE("Entries with equal hashes are told apart by what they are", "[text]") {
    constexpr std::uint32_t kCount = 100;
    HashIndex index(kCount);
    for (std::uint32_t i = 0; i < kCount; ++i) index.insert(7, i);
    for (std::uint32_t i = 0; i < kCount; ++i) {
        CHECK(index.find(7, [&](std::uint32_t position) { return position == i; }) == i);
    }
    CHECK(index.find(7, [](std::uint32_t) { return false; }) == HashIndex::kNone);
}

TEST_CASE("An index that holds nothing finds nothing", "[text]") {
    const HashIndex index(0);
    CHECK(index.find(1, [](std::uint32_t) { return true; }) == HashIndex::kNone);
}

TEST_CASE("Hashes that differ only in the upper half are not mixed up", "[text]") {
    HashIndex index(2);
    const auto any = [](std::uint32_t) { return true; };
    index.insert(std::uint64_t{1} << 32U, 0);
    index.insert(std::uint64_t{2} << 32U, 1);
    CHECK(index.find(std::uint64_t{2} << 32U, any) == 1);
    CHECK(index.find(std::uint64_t{3} << 32U, any) == HashIndex::kNone);
}
