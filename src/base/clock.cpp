#include "base/clock.hpp"

#include <time.h>  // clock_gettime is POSIX, not in <ctime>

#include <chrono>

namespace attnlab {

double steady_clock_ms() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(since).count();
}

double thread_clock_ms() {
    timespec time = {};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

}  // namespace attnlab
