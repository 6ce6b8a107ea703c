// How far bytes have come: amount, rate and time left, as the progress line on a terminal, and
// elsewhere as a plain line every few seconds.

#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/clock.hpp"
#include "base/progress.hpp"
#include "progress.hpp"

namespace attnlab::lab {

/// How fast bytes come, over the last seconds, so that it follows a connection that changes.
class TransferRate {
  public:
    /// Takes note of where the transfer is.
    void update(std::size_t done, double now_ms);

    /// Bytes a second; nothing before enough time has gone by to tell.
    std::optional<double> rate() const;

  private:
    struct Point {
        std::size_t done;
        double ms;
    };
    std::optional<Point> older_;  // the rate is from here
    Point newer_ = {};            // that is next
    Point now_ = {};
};

/// `fetching 120.3 MB of 548.1 MB, 11.2 MB/s, 0:38 left`; without a rate the amounts alone.
std::string transfer_words(const Transfer& transfer, std::optional<double> rate);

class TransferProgress {
  public:
    explicit TransferProgress(Progress& progress, Clock clock = steady_clock_ms);

    /// For the library to call, as often as it likes. Must not outlive this object.
    OnTransfer reporter();

  private:
    void show(const Transfer& transfer);

    Progress& progress_;
    Clock clock_;
    TransferRate rate_;
    std::optional<double> next_note_ms_;
};

}  // namespace attnlab::lab
