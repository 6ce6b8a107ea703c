#include "base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <system_error>
#include <thread>
#include <vector>

namespace attnlab {
namespace {

/// The threads that wait for work. They begin with the first loop that wants them, and end with the
/// program.
class Pool {
  public:
    static Pool& instance() {
        static Pool pool;
        return pool;
    }

    Pool() = default;
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    ~Pool() {
        is_ending_ = true;
        open();
        for (std::thread& thread : threads_) thread.join();
    }

    /// Errors: none; returns false where another loop is running, and nothing was done.
    bool run(std::size_t count, std::size_t n_helpers, IndexedCall call) {
        if (is_running_.exchange(true, std::memory_order_acquire)) return false;
        start_threads(n_helpers);
        call_ = call;
        count_ = count;
        n_helpers_ = n_helpers;
        next_ = 0;
        open();
        take_indices();
        close();
        is_running_.store(false, std::memory_order_release);
        return true;
    }

  private:
    // The gate is one number, so that a thread comes in or finds it closed, and nothing between:
    // the number of the loop, whether threads may still come in, and how many are inside.
    static constexpr std::uint32_t kInside = 0x7FF;
    static constexpr std::uint32_t kOpen = 0x800;
    static constexpr std::uint32_t kLoop = 0x1000;
    static constexpr std::size_t kMostThreads = kInside / 2;

    /// Waiting begins with looking, for half a millisecond or so: loops follow each other sooner
    /// than that, and waking up takes long. Each look gives the core to whoever else wants it.
    template <class IsOver>
    void wait(const IsOver& is_over) {
        constexpr int kLooks = 2000;
        for (int i = 0; i < kLooks; ++i) {
            if (is_over(gate_.load(std::memory_order_acquire))) return;
            std::this_thread::yield();
        }
        for (;;) {
            const std::uint32_t gate = gate_.load(std::memory_order_acquire);
            if (is_over(gate)) return;
            gate_.wait(gate, std::memory_order_acquire);
        }
    }

    void start_threads(std::size_t n_helpers) {
        const std::size_t n_wanted = std::min(n_helpers, kMostThreads);
        try {
            while (threads_.size() < n_wanted) {
                threads_.emplace_back([this, index = threads_.size()] { help(index); });
            }
        } catch (const std::system_error&) {
            // The system gives no more: those that there are do it.
        }
    }

    void open() {
        const std::uint32_t loop = gate_.load(std::memory_order_relaxed) & ~(kLoop - 1);
        gate_.store((loop + kLoop) | kOpen, std::memory_order_release);
        gate_.notify_all();
    }

    void close() {
        gate_.fetch_and(~kOpen, std::memory_order_acq_rel);
        wait([](std::uint32_t gate) { return (gate & kInside) == 0; });
    }

    void take_indices() {
        for (std::size_t i = next_++; i < count_; i = next_++) call_(i);
    }

    /// What each thread does, from loop to loop.
    void help(std::size_t index) {
        std::uint32_t last_loop = 0;
        const auto is_for_me = [&](std::uint32_t gate) {
            return (gate & kOpen) != 0 && gate / kLoop != last_loop;
        };
        for (;;) {
            wait(is_for_me);
            std::uint32_t gate = gate_.load(std::memory_order_relaxed);
            while (is_for_me(gate) &&
                   !gate_.compare_exchange_weak(gate, gate + 1, std::memory_order_acq_rel)) {
            }
            if (!is_for_me(gate)) continue;  // it was closed meanwhile
            last_loop = gate / kLoop;
            const bool is_ending = is_ending_;
            if (!is_ending && index < n_helpers_) take_indices();
            gate_.fetch_sub(1, std::memory_order_acq_rel);
            gate_.notify_all();
            if (is_ending) return;
        }
    }

    std::atomic<bool> is_running_ = false;
    std::vector<std::thread> threads_;
    std::atomic<std::uint32_t> gate_ = 0;
    // Of the loop; changed only while nobody is inside.
    IndexedCall call_ = {};
    std::size_t count_ = 0;
    std::size_t n_helpers_ = 0;
    bool is_ending_ = false;
    std::atomic<std::size_t> next_ = 0;
};

}  // namespace

std::size_t hardware_threads() {
    return std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

std::size_t worthwhile_threads(std::size_t operations, std::size_t threads) {
    constexpr std::size_t kLeast = std::size_t{1} << 19U;  // some 10 microseconds on one thread
    return operations < kLeast ? 1 : threads;
}

void share_among_threads(std::size_t count, std::size_t threads, IndexedCall call) {
    const std::size_t n_threads = std::min(threads, count);
    if (n_threads > 1 && Pool::instance().run(count, n_threads - 1, call)) return;
    for (std::size_t i = 0; i < count; ++i) call(i);
}

}  // namespace attnlab
