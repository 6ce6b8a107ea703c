// One loop over several threads, which are started once and wait for the next loop.
// The body must write to places of its own per index: the order of the calls is not fixed. Not a
// task system: one loop at a time, and a loop inside a loop runs on the thread that it is on.

#pragma once

#include <cstddef>
#include <exception>
#include <limits>
#include <mutex>

namespace attnlab {

/// How many threads this machine runs at once; at least 1.
std::size_t hardware_threads();

/// How many of `threads` a piece of work is worth: 1 where it is done before others would begin.
///
/// `operations` are multiplications with additions, or the like.
std::size_t worthwhile_threads(std::size_t operations, std::size_t threads);

/// A function of an index that never throws, without its type.
struct IndexedCall {
    void (*call)(const void* body, std::size_t index);
    const void* body;

    void operator()(std::size_t index) const { call(body, index); }
};

/// Calls once for each index in [0, count), on this thread and at most `threads` - 1 others.
///
/// No thread that has not begun yet is waited for, so that where others use the machine a loop
/// takes no longer than on this thread alone. Where the system has no more threads to give, those
/// that there are do it all.
void share_among_threads(std::size_t count, std::size_t threads, IndexedCall call);

/// Calls body(i) for each i in [0, count), on at most `threads` threads.
///
/// Errors: where bodies throw, the error of the lowest index that threw is thrown on, after all
///         others have ended, so that the message does not depend on the threads.
template <class Body>
void parallel_for(std::size_t count, std::size_t threads, const Body& body) {
    std::mutex mutex;
    std::exception_ptr error;
    std::size_t error_index = std::numeric_limits<std::size_t>::max();
    const auto guarded = [&](std::size_t i) {
        try {
            body(i);
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (i < error_index) {
                error_index = i;
                error = std::current_exception();
            }
        }
    };
    using Guarded = decltype(guarded);
    share_among_threads(
        count, threads,
        {[](const void* each, std::size_t i) { (*static_cast<const Guarded*>(each))(i); },
         &guarded});
    if (error) std::rethrow_exception(error);
}

}  // namespace attnlab
