#include "base/clock.hpp"

#include <cmath>

#include "support/catch.hpp"

using attnlab::Clock;
using attnlab::steady_clock_ms;
using attnlab::thread_clock_ms;

TEST_CASE("Neither clock runs backwards and work moves both") {
    for (const Clock& clock : {Clock(steady_clock_ms), Clock(thread_clock_ms)}) {
        const double began = clock();
        double before = began;
        double sum = 0.0;
        // It ends when the clock has moved: one that stands still would run into the time limit.
        for (double i = 1.0; before < began + 1.0; ++i) {
            sum += std::sqrt(i);
            const double now = clock();
            REQUIRE(now >= before);
            before = now;
        }
        CHECK(sum > 0.0);
    }
}
