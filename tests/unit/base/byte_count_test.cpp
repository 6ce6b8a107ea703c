// Amounts of bytes in words.

#include "base/byte_count.hpp"

#include "support/catch.hpp"

using attnlab::byte_count;

TEST_CASE("An amount of bytes has the unit that keeps it short", "[base]") {
    CHECK(byte_count(0) == "0 B");
    CHECK(byte_count(999) == "999 B");
    CHECK(byte_count(1000) == "1.0 kB");
    CHECK(byte_count(548105171) == "548.1 MB");
    CHECK(byte_count(999949) == "999.9 kB");
    CHECK(byte_count(999950) == "1.0 MB");
    CHECK(byte_count(static_cast<std::size_t>(-1)) == "18.4 EB");
}
