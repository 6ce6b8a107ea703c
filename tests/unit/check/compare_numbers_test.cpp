#include "check/compare_numbers.hpp"

#include <fmt/format.h>

#include "support/catch.hpp"

using namespace attnlab;

namespace {

Finding compare(std::vector<double> published, std::vector<double> measured, double bound) {
    return compare_numbers(std::move(published), std::move(measured), bound,
                           [](std::size_t i) { return fmt::format("place {}", i); });
}

}  // namespace

TEST_CASE("Numbers within the bound agree and the largest difference is told", "[check]") {
    const Finding finding = compare({0.5, 0.25}, {0.5, 0.2500625}, 1e-4);
    CHECK(finding.verdict == Verdict::kAgreed);
    CHECK(finding.difference == Approx(6.25e-5));
    CHECK(finding.bound == 1e-4);
    CHECK(finding.published == "0.50000 0.25000");
    CHECK(finding.measured == "0.50000 0.25006");
    CHECK(finding.remark.empty());
    CHECK(finding.published_numbers == std::vector{0.5, 0.25});
    CHECK(finding.measured_numbers == std::vector{0.5, 0.2500625});
}

TEST_CASE("A difference of the bound itself agrees and one above it does not", "[check]") {
    CHECK(compare({1.0}, {1.5}, 0.5).verdict == Verdict::kAgreed);
    CHECK(compare({1.0}, {0.5}, 0.5).verdict == Verdict::kAgreed);
    CHECK(compare({1.0}, {1.5000001}, 0.5).verdict == Verdict::kOff);
    CHECK(compare({-1.0}, {1.0}, 0.5).difference == 2.0);
}

TEST_CASE("What is off is said with the place that is farthest off", "[check]") {
    const Finding many = compare({0.1, 0.2, 0.3}, {0.1, 0.5, 0.2}, 0.01);
    CHECK(many.verdict == Verdict::kOff);
    CHECK(many.remark == "The farthest is place 1: 0.500, published 0.200.");
    CHECK(compare({0.1}, {0.5}, 0.01).remark.empty());  // both numbers are told already
}

TEST_CASE("Of many numbers only their count is shown", "[check]") {
    const std::vector<double> nine(9, 0.5);
    CHECK(compare(nine, nine, 0.1).published == "9 numbers");
    CHECK(compare(nine, nine, 0.1).published_numbers == nine);
    CHECK(compare(std::vector<double>(8, 0.5), std::vector<double>(8, 0.5), 0.1).measured ==
          "0.50 0.50 0.50 0.50 0.50 0.50 0.50 0.50");
}

TEST_CASE("A number has the digits that its bound is worth", "[check]") {
    CHECK(number_text(5.331855773925781, 4e-5) == "5.331856");
    CHECK(number_text(0.25, 2e-2) == "0.250");
    CHECK(number_text(3.0, 10.0) == "3.0");
    CHECK(number_text(0.1, 1e-30) == "0.100000000000");
}

TEST_CASE("Ids stand beside each other", "[check]") {
    CHECK(ids_text(std::vector<TokenId>{464, 3290}) == "464 3290");
    CHECK(ids_text(std::vector<TokenId>{}).empty());
}
