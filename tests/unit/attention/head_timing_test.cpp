// The measurement against clocks of the test: how long anything really takes is never tested.

#include "attention/head_timing.hpp"

#include <algorithm>
#include <vector>

#include "support/catch.hpp"
#include "support/ticking_clock.hpp"

using namespace attnlab;
using attnlab::testing::ticking_clock;
using Lengths = std::vector<std::size_t>;

TEST_CASE("A length runs until its time has gone by") {
    // A run is between two looks at the clock, and takes 10 ms of the 100.
    const std::vector<HeadRow> rows = measure_head(Lengths{2, 4}, 3, ticking_clock(10.0));
    REQUIRE(rows.size() == 2);
    for (const HeadRow& row : rows) {
        CHECK(row.time.cpu_ms == 10.0);
        CHECK(row.time.runs == 10);
    }
    CHECK(rows[0].cost.n == 2);
    CHECK(rows[1].cost.n == 4);
    CHECK(rows[1].cost.scores_multiplications == 4 * 4 * 3);
}

TEST_CASE("A length whose runs are long runs three times nevertheless") {
    const std::vector<HeadRow> rows = measure_head(Lengths{2}, 1, ticking_clock(500.0));
    CHECK(rows.at(0).time.runs == 3);
    CHECK(rows.at(0).time.cpu_ms == 500.0);
}

TEST_CASE("The least of the times is kept and the ratio is to the row before") {
    // Runs of 5, 2, 9 ms for the first length, of 40, 30, 8 for the second.
    const std::vector<double> times = {5.0, 2.0, 9.0, 40.0, 30.0, 8.0};
    std::size_t look = 0;
    double now = 0.0;
    const Clock clock = [&] {
        if (look % 2 == 1) now += times.at(look / 2);
        ++look;
        return now;
    };
    const std::vector<HeadRow> rows = measure_head(Lengths{1, 2}, 1, clock, {}, {0.0, 3});
    CHECK(look == 2 * times.size());
    CHECK(rows.at(0).time.cpu_ms == 2.0);
    CHECK(rows.at(1).time.cpu_ms == 8.0);
    CHECK_FALSE(rows.at(0).ratio.has_value());
    CHECK(rows.at(1).ratio.value() == 4.0);
}

TEST_CASE("A clock too coarse to see a run gives no ratio to it") {
    double now = 0.0;
    std::size_t look = 0;
    const Clock clock = [&] {
        if (look++ > 5) now += 1.0;  // the three runs of the first length take no time
        return now;
    };
    const std::vector<HeadRow> rows = measure_head(Lengths{1, 2}, 1, clock, {}, {0.0, 3});
    CHECK(rows.at(0).time.cpu_ms == 0.0);
    CHECK(rows.at(1).time.cpu_ms == 1.0);
    CHECK_FALSE(rows.at(1).ratio.has_value());
}

TEST_CASE("Progress rises to 1 over all lengths") {
    std::vector<double> shares;
    measure_head(Lengths{1, 2, 3, 4}, 1, ticking_clock(25.0),
                 [&](double share) { shares.push_back(share); });
    REQUIRE(shares.size() == 16);  // four runs of 25 ms each
    CHECK(std::ranges::is_sorted(shares));
    CHECK(shares.front() == 1.0 / 16.0);
    CHECK(shares.back() == 1.0);
}

TEST_CASE("Of no length nothing is measured") {
    CHECK(measure_head(Lengths{}, 4, ticking_clock(1.0)).empty());
}
