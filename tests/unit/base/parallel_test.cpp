#include "base/parallel.hpp"

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"

using namespace attnlab;

TEST_CASE("Each index is visited once whatever the number of threads", "[base]") {
    for (const std::size_t count : {0U, 1U, 2U, 3U, 100U}) {
        for (const std::size_t threads : {0U, 1U, 2U, 3U, 200U}) {
            std::vector<int> visits(count);
            parallel_for(count, threads, [&](std::size_t i) { ++visits[i]; });
            INFO(count << " indices, " << threads << " threads");
            CHECK(visits == std::vector<int>(count, 1));
        }
    }
}

TEST_CASE("One thread visits the indices in order", "[base]") {
    std::vector<std::size_t> order;
    parallel_for(5, 1, [&](std::size_t i) { order.push_back(i); });
    CHECK(order == std::vector<std::size_t>{0, 1, 2, 3, 4});
}

TEST_CASE("Of several errors that of the lowest index comes through", "[base]") {
    for (const std::size_t threads : {1U, 2U, 4U}) {
        for (int trial = 0; trial < 20; ++trial) {
            std::atomic<int> n_done = 0;
            std::string message;
            try {
                parallel_for(50, threads, [&](std::size_t i) {
                    ++n_done;
                    if (i % 7 == 3) throw std::runtime_error("index " + std::to_string(i));
                });
            } catch (const std::runtime_error& error) {
                message = error.what();
            }
            CHECK(message == "index 3");
            CHECK(n_done == 50);  // the others end before the error is thrown on
        }
    }
}

TEST_CASE("A loop inside a loop works and keeps its errors", "[base]") {
    std::vector<int> visits(12);
    CHECK_THROWS_AS(parallel_for(3, 2,
                                 [&](std::size_t i) {
                                     parallel_for(4, 2, [&](std::size_t j) {
                                         ++visits[i * 4 + j];
                                         if (i == 1 && j == 2) throw std::out_of_range("inner");
                                     });
                                 }),
                    std::out_of_range);
    CHECK(visits == std::vector<int>(12, 1));
}

TEST_CASE("Many short loops follow each other without a lost index", "[base]") {
    std::size_t sum = 0;
    std::size_t wanted = 0;
    for (std::size_t loop = 0; loop < 3000; ++loop) {
        const std::size_t count = loop % 17;
        const std::size_t threads = 1 + loop % 5;
        std::vector<std::size_t> squares(count);
        parallel_for(count, threads, [&](std::size_t i) { squares[i] = i * i + loop; });
        for (std::size_t i = 0; i < count; ++i) {
            sum += squares[i];
            wanted += i * i + loop;
        }
    }
    CHECK(sum == wanted);
}

TEST_CASE("Loops of several callers at a time are each whole", "[base]") {
    std::vector<std::vector<int>> visits(4, std::vector<int>(500));
    std::vector<std::thread> callers;
    for (std::vector<int>& own : visits) {
        callers.emplace_back([&own] {
            for (int loop = 0; loop < 20; ++loop) {
                parallel_for(own.size(), 3, [&](std::size_t i) { ++own[i]; });
            }
        });
    }
    for (std::thread& caller : callers) caller.join();
    for (const std::vector<int>& own : visits) CHECK(own == std::vector<int>(500, 20));
}

TEST_CASE("Only work that takes a while is shared among threads", "[base]") {
    CHECK(worthwhile_threads(0, 8) == 1);
    CHECK(worthwhile_threads(1000, 8) == 1);
    CHECK(worthwhile_threads(std::size_t{1} << 30U, 8) == 8);
    CHECK(worthwhile_threads(std::size_t{1} << 30U, 1) == 1);
}

TEST_CASE("A machine has at least one thread", "[base]") { CHECK(hardware_threads() >= 1); }
