#include "view/format_number.hpp"

#include <vector>

#include "support/catch.hpp"

using attnlab::format_count;
using attnlab::format_number;
using attnlab::format_plain;
using attnlab::format_vector;

TEST_CASE("Numbers have the digits that were asked for") {
    CHECK(format_number(0.9204557, 3) == "0.920");
    CHECK(format_number(2.5, 0) == "2");
    CHECK(format_number(-1.25, 1) == "-1.2");
    CHECK(format_number(8.0, 9) == "8.000000000");
}

TEST_CASE("What rounds to zero has no minus sign") {
    CHECK(format_number(-0.0, 3) == "0.000");
    CHECK(format_number(-0.0004, 3) == "0.000");
    CHECK(format_number(-0.4, 0) == "0");
    CHECK(format_number(-0.0006, 3) == "-0.001");
}

TEST_CASE("Huge numbers are written with an exponent") {
    CHECK(format_number(3.4e38, 3) == "3.400e+38");
    CHECK(format_number(-1e7, 0) == "-1e+07");
    CHECK(format_number(9999999.0, 0) == "9999999");
}

TEST_CASE("Whole numbers in sentences have no decimals") {
    CHECK(format_plain(8.0, 3) == "8");
    CHECK(format_plain(-3.0, 3) == "-3");
    CHECK(format_plain(0.5, 3) == "0.500");
    CHECK(format_plain(6e38, 3) == "6.000e+38");
}

TEST_CASE("A vector is shown whole or by its beginning") {
    CHECK(format_vector(std::vector<float>{8, 4, 0, 0}, 3) == "(8, 4, 0, 0)");
    CHECK(format_vector(std::vector<float>{0.5F, 1}, 2) == "(0.50, 1.00)");
    CHECK(format_vector(std::vector<float>{1, 2, 3, 4, 5, 6, 7}, 0) == "(1, 2, 3, 4, 5, 6, ...)");
    CHECK(format_vector(std::vector<float>{}, 3) == "()");
}

TEST_CASE("Counts are grouped by threes from the right") {
    CHECK(format_count(0) == "0");
    CHECK(format_count(999) == "999");
    CHECK(format_count(1000) == "1,000");
    CHECK(format_count(16777216) == "16,777,216");
    CHECK(format_count(18446744073709551615ULL) == "18,446,744,073,709,551,615");
}
