// When it is tried again, and how long it waits, by a clock that only the test has.

#include "hub/retries.hpp"

#include <string>
#include <vector>

#include "hub/hub_errors.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;

namespace {

/// Retries whose pauses and notes are kept.
struct Recorded {
    std::vector<double> pauses_ms;
    std::vector<std::string> notes;
    Retries retries{[this](double ms) { pauses_ms.push_back(ms); },
                    [this](const std::string& line) { notes.push_back(line); }};
};

}  // namespace

TEST_CASE("What may pass is tried five times with pauses that double", "[hub]") {
    Recorded recorded;
    int calls = 0;
    expect_error<InputError>(
        [&] {
            recorded.retries.run([&] {
                ++calls;
                throw PassingError("it broke", "go on");
            });
        },
        {"it broke; 5 tries"});
    CHECK(calls == 5);
    CHECK(recorded.pauses_ms == std::vector<double>{1000.0, 2000.0, 4000.0, 8000.0});
    REQUIRE(recorded.notes.size() == 4);
    CHECK(recorded.notes.front() == "it broke; trying again in 1 s (2 of 5)");
    CHECK(recorded.notes.back() == "it broke; trying again in 8 s (5 of 5)");
}

TEST_CASE("What goes well and what cannot pass is tried once", "[hub]") {
    Recorded recorded;
    int calls = 0;
    recorded.retries.run([&] { ++calls; });
    CHECK(calls == 1);
    CHECK_THROWS_AS(recorded.retries.run([&] {
        ++calls;
        throw InputError("no");
    }),
                    InputError);
    CHECK(calls == 2);
    CHECK(recorded.pauses_ms.empty());
}

TEST_CASE("A server that says how long is waited for as long as it says", "[hub]") {
    Recorded recorded;
    int calls = 0;
    recorded.retries.run([&] {
        if (++calls < 3) throw PassingError("busy", "", 30e3);
    });
    CHECK(recorded.pauses_ms == std::vector<double>{30e3, 30e3});
    expect_error<InputError>(
        [&] { recorded.retries.run([] { throw PassingError("busy", "", 61e3); }); },
        {"busy, and asks to wait 61 s"});
    CHECK(recorded.pauses_ms.size() == 2);
}

TEST_CASE("A try that got far begins the count anew", "[hub]") {
    Recorded recorded;
    std::size_t bytes = 0;
    int calls = 0;
    recorded.retries.run(
        [&] {
            if (++calls == 21) return;
            bytes += Retries::kProgress;
            throw PassingError("it broke", "");
        },
        [&] { return bytes; });
    CHECK(recorded.pauses_ms == std::vector<double>(20, 1000.0));

    expect_error<InputError>(
        [&] {
            recorded.retries.run(
                [&] {
                    ++bytes;  // a byte each time would make a try of every byte
                    throw PassingError("it broke", "");
                },
                [&] { return bytes; });
        },
        {"5 tries"});
}
