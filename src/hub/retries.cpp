#include "hub/retries.hpp"

#include <fmt/format.h>

#include <utility>

#include "hub/hub_errors.hpp"

namespace attnlab {
namespace {

constexpr double kFirstPauseMs = 1e3;
constexpr double kLongestPauseMs = 60e3;

}  // namespace

Retries::Retries(Sleep sleep, OnNote note) : sleep_(std::move(sleep)), note_(std::move(note)) {}

void Retries::run(const std::function<void()>& attempt,
                  const std::function<std::size_t()>& progress) const {
    std::size_t reached = progress ? progress() : 0;
    double next_pause_ms = kFirstPauseMs;
    for (std::size_t tries = 1;; ++tries) {
        try {
            attempt();
            return;
        } catch (const PassingError& error) {
            const std::size_t now_at = progress ? progress() : 0;
            if (now_at >= reached + kProgress) {
                tries = 1;
                next_pause_ms = kFirstPauseMs;
            }
            reached = now_at;
            if (error.wait_ms() > kLongestPauseMs) {
                throw InputError(fmt::format("{}, and asks to wait {:.0f} s", error.what(),
                                             error.wait_ms() / 1e3),
                                 error.hint());
            }
            if (tries == kMostTries) {
                throw InputError(fmt::format("{}; {} tries", error.what(), tries), error.hint());
            }
            const double pause_ms = error.wait_ms() >= 0.0 ? error.wait_ms() : next_pause_ms;
            next_pause_ms *= 2.0;
            note_(fmt::format("{}; trying again{} ({} of {})", error.what(),
                              pause_ms > 0.0 ? fmt::format(" in {:.0f} s", pause_ms / 1e3) : "",
                              tries + 1, kMostTries));
            sleep_(pause_ms);
        }
    }
}

}  // namespace attnlab
