#include "base/clock.hpp"

#include <time.h>  // clock_gettime is POSIX, not in <ctime>

#include <cerrno>
#include <chrono>
#include <cmath>

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

void sleep_ms(double ms) {
    timespec left = {};
    left.tv_sec = static_cast<time_t>(ms / 1e3);
    left.tv_nsec = static_cast<long>(std::fmod(ms, 1e3) * 1e6);
    while (::nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
}

}  // namespace attnlab
