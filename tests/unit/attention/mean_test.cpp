#include "attention/mean.hpp"

#include <cmath>
#include <vector>

#include "support/catch.hpp"

using attnlab::mean_of;

TEST_CASE("A mean carries the standard error of its measurements") {
    // Deviations -1.5, -0.5, 0.5, 1.5: variance 5/3, divided by 4 measurements.
    const attnlab::Mean mean = mean_of(std::vector<double>{1.0, 2.0, 3.0, 4.0});
    CHECK(mean.value == 2.5);
    REQUIRE(mean.standard_error.has_value());
    CHECK(std::fabs(*mean.standard_error - std::sqrt(5.0 / 12.0)) < 1e-15);
}

TEST_CASE("A single measurement has no standard error") {
    const attnlab::Mean mean = mean_of(std::vector<double>{7.0});
    CHECK(mean.value == 7.0);
    CHECK_FALSE(mean.standard_error.has_value());
}

TEST_CASE("Equal measurements have a standard error of 0") {
    CHECK(mean_of(std::vector<double>{3.0, 3.0, 3.0}).standard_error == 0.0);
}
