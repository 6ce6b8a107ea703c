// A clock that only a test moves: every look at it takes one tick.

#pragma once

#include "base/clock.hpp"

namespace attnlab::testing {

/// A Clock whose first look says 0; each look after it is `tick_ms` later.
inline Clock ticking_clock(double tick_ms) {
    return [now = 0.0, tick_ms]() mutable {
        const double seen = now;
        now += tick_ms;
        return seen;
    };
}

}  // namespace attnlab::testing
