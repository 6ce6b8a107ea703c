// Trying again, with pauses that grow, where an error may pass; at most so often.

#pragma once

#include <cstddef>
#include <functional>

#include "base/clock.hpp"
#include "base/progress.hpp"

namespace attnlab {

class Retries {
  public:
    static constexpr std::size_t kMostTries = 5;

    /// `sleep` waits, `note` hears of it.
    Retries(Sleep sleep, OnNote note);

    /// Calls `attempt` until it throws no PassingError. Between two calls it waits as long as the
    /// server asks, else 1 s, 2 s, 4 s, 8 s.
    ///
    /// After an attempt that got somewhere, which `progress` says by a number that has grown by
    /// kProgress at least, it begins to count anew: a long way may be interrupted often.
    ///
    /// Errors: the last PassingError, after kMostTries calls, or if the server asks to wait longer
    ///         than a minute; any other error at once.
    void run(const std::function<void()>& attempt,
             const std::function<std::size_t()>& progress = {}) const;

    static constexpr std::size_t kProgress = 1 << 20;  // bytes

  private:
    Sleep sleep_;
    OnNote note_;
};

}  // namespace attnlab
