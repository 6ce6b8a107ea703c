// How long work says how far it is, without knowing who listens. The library shows nothing itself.

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace attnlab {

/// Called now and then with the share of the work that is done, 0 to 1. Work of several threads
/// calls it from any of them, where one call may overtake another.
using OnProgress = std::function<void(double share)>;

/// Passes a share on where somebody listens.
inline void report(const OnProgress& on_progress, double share) {
    if (on_progress) on_progress(share);
}

/// How far bytes have come that are on their way; what was there before has come, too.
struct Transfer {
    std::string_view what;
    std::size_t done = 0;   // bytes
    std::size_t total = 0;  // bytes
};

/// Called at each piece that comes.
using OnTransfer = std::function<void(const Transfer& transfer)>;

/// Called with a line for whoever watches, where work waits or begins again.
using OnNote = std::function<void(const std::string& line)>;

}  // namespace attnlab
