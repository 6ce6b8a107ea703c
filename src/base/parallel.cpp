#include "base/parallel.hpp"

#include <omp.h>

#include <algorithm>

namespace attnlab {

std::size_t hardware_threads() {
    return static_cast<std::size_t>(std::max(1, omp_get_num_procs()));
}

std::size_t worthwhile_threads(std::size_t operations, std::size_t threads) {
    constexpr std::size_t kLeast = std::size_t{1} << 19U;  // some 10 microseconds on one thread
    return operations < kLeast ? 1 : threads;
}

}  // namespace attnlab
