// One loop over several threads; the only place that knows OpenMP.
// The body must write to places of its own per index: the order of the calls is not fixed.

#pragma once

#include <cstddef>
#include <exception>
#include <limits>

namespace attnlab {

/// How many threads this machine runs at once; at least 1.
std::size_t hardware_threads();

/// How many of `threads` a piece of work is worth: 1 where it is done before others would begin.
///
/// `operations` are multiplications with additions, or the like.
std::size_t worthwhile_threads(std::size_t operations, std::size_t threads);

/// Calls body(i) for each i in [0, count), on at most `threads` threads.
///
/// Errors: where bodies throw, the error of the lowest index that threw is thrown on, after all
///         others have ended, so that the message does not depend on the threads.
template <class Body>
void parallel_for(std::size_t count, std::size_t threads, const Body& body) {
    std::exception_ptr error;
    std::size_t error_index = std::numeric_limits<std::size_t>::max();
    const int n_threads = static_cast<int>(threads < count ? threads : count);
#pragma omp parallel for schedule(dynamic) num_threads(n_threads) if (n_threads > 1)
    for (std::size_t i = 0; i < count; ++i) {
        try {
            body(i);
        } catch (...) {
#pragma omp critical(attnlab_parallel_error)
            if (i < error_index) {
                error_index = i;
                error = std::current_exception();
            }
        }
    }
    if (error) std::rethrow_exception(error);
}

}  // namespace attnlab
