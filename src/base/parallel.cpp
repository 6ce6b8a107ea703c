#include "base/parallel.hpp"

#include <omp.h>

#include <algorithm>

namespace attnlab {

std::size_t hardware_threads() {
    return static_cast<std::size_t>(std::max(1, omp_get_num_procs()));
}

}  // namespace attnlab
