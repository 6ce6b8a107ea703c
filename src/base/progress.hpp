// How long work says how far it is, without knowing who listens. The library shows nothing itself.

#pragma once

#include <functional>

namespace attnlab {

/// Called now and then with the share of the work that is done, 0 to 1. Work of several threads
/// calls it from any of them, where one call may overtake another.
using OnProgress = std::function<void(double share)>;

/// Passes a share on where somebody listens.
inline void report(const OnProgress& on_progress, double share) {
    if (on_progress) on_progress(share);
}

}  // namespace attnlab
