#include "transfer_progress.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/byte_count.hpp"

namespace attnlab::lab {
namespace {

constexpr double kEnoughMs = 500.0;   // to tell a rate
constexpr double kWindowMs = 4000.0;  // the rate is that of one to two of these
constexpr double kBetweenNotesMs = 5000.0;

/// 0:38, 12:05, 1:02:03.
std::string duration(double seconds) {
    constexpr double kLongest = 99.0 * 3600.0;
    if (!(seconds < kLongest)) return "days";
    constexpr unsigned kMinute = 60;
    const auto all = static_cast<unsigned>(std::ceil(seconds));
    const unsigned minutes = all / kMinute;
    if (minutes < kMinute) return fmt::format("{}:{:02}", minutes, all % kMinute);
    return fmt::format("{}:{:02}:{:02}", minutes / kMinute, minutes % kMinute, all % kMinute);
}

double share_of(const Transfer& transfer) {
    if (transfer.total == 0) return 1.0;
    return static_cast<double>(transfer.done) / static_cast<double>(transfer.total);
}

}  // namespace

void TransferRate::update(std::size_t done, double now_ms) {
    const Point point = {done, now_ms};
    if (!older_ || done < now_.done) {  // it begins, or begins again
        older_ = point;
        newer_ = point;
    } else if (now_ms - newer_.ms >= kWindowMs) {
        older_ = newer_;
        newer_ = point;
    }
    now_ = point;
}

std::optional<double> TransferRate::rate() const {
    if (!older_ || now_.ms - older_->ms < kEnoughMs) return std::nullopt;
    constexpr double kMsPerSecond = 1e3;
    return static_cast<double>(now_.done - older_->done) * kMsPerSecond / (now_.ms - older_->ms);
}

std::string transfer_words(const Transfer& transfer, std::optional<double> rate) {
    std::string words =
        fmt::format("fetching {} of {}", byte_count(transfer.done), byte_count(transfer.total));
    if (!rate) return words;
    words += fmt::format(", {}/s", byte_count(static_cast<std::size_t>(*rate)));
    if (*rate < 1.0 || transfer.done >= transfer.total) return words;
    const double left = static_cast<double>(transfer.total - transfer.done) / *rate;
    return words + fmt::format(", {} left", duration(left));
}

TransferProgress::TransferProgress(Progress& progress, Clock clock)
    : progress_(progress), clock_(std::move(clock)) {}

OnTransfer TransferProgress::reporter() {
    return [this](const Transfer& transfer) { show(transfer); };
}

void TransferProgress::show(const Transfer& transfer) {
    const double now = clock_();
    rate_.update(transfer.done, now);
    const double share = share_of(transfer);
    if (progress_.has_line()) {
        progress_.show(transfer_words(transfer, rate_.rate()), share);
        return;
    }
    if (!next_note_ms_) next_note_ms_ = now + kBetweenNotesMs;
    if (now < *next_note_ms_) return;
    next_note_ms_ = now + kBetweenNotesMs;
    constexpr double kPercent = 100.0;
    progress_.note(fmt::format("{} ({:.0f}%)", transfer_words(transfer, rate_.rate()),
                               std::floor(kPercent * share)));
}

}  // namespace attnlab::lab
