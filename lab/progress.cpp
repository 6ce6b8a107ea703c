#include "progress.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <utility>

#include "base/unicode.hpp"
#include "interruption.hpp"
#include "terminal.hpp"
#include "view/text.hpp"

namespace attnlab::lab {
namespace {

constexpr double kQuietMs = 400.0;               // work that ends before it needs no words
constexpr double kBetweenMs = 100.0;             // ten lines a second
constexpr std::string_view kErase = "\r\x1b[K";  // to the line's begin; all after it goes

// Where a line stands, for the moment when the process is told to end; -1 is nowhere.
volatile std::sig_atomic_t drawn_on = -1;

// What is said then, and where.
const char* volatile last_words = nullptr;
volatile std::sig_atomic_t last_words_on = -1;

bool write_whole(int descriptor, std::string_view text) {
    return ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

void erase_line() {
    if (drawn_on >= 0) write_whole(drawn_on, kErase);
    drawn_on = -1;
}

void say_last_words() {
    erase_line();
    if (last_words != nullptr) write_whole(last_words_on, last_words);
}

/// A process in the background of its own terminal must leave the line to the one in front.
bool is_in_front(int descriptor) {
    const pid_t in_front = ::tcgetpgrp(descriptor);
    return in_front < 0 || in_front == ::getpgrp();
}

}  // namespace

std::string progress_line(std::string_view what, double share, std::size_t width) {
    constexpr std::size_t kLongestBar = 24;
    constexpr std::size_t kShortestBar = 8;
    constexpr std::size_t kPercentWidth = 4;  // 100%
    const std::size_t room = width > 0 ? width - 1 : 0;
    const double known = std::clamp(share, 0.0, 1.0);
    const std::string percent = pad_left(fmt::format("{:.0f}%", 100.0 * known), kPercentWidth);
    const std::string words = printable(what);
    const std::size_t used = display_width(words) + 1 + kPercentWidth;
    if (room >= used + kShortestBar + 1) {
        const std::size_t bar_width = std::min(kLongestBar, room - used - 1);
        return fmt::format("{} {} {}", words, pad_right(bar(known, bar_width), bar_width), percent);
    }
    if (room > kPercentWidth) {
        const std::size_t words_width = std::min(display_width(words), room - kPercentWidth - 1);
        return fmt::format("{} {}", pad_right(words, words_width), percent);
    }
    return room == kPercentWidth ? percent : "";
}

Progress::Progress()
    : Progress(is_terminal(STDERR_FILENO) ? STDERR_FILENO : -1, steady_clock_ms, STDERR_FILENO) {}

Progress::Progress(int descriptor, Clock clock, int notes)
    : descriptor_(descriptor),
      notes_(notes),
      clock_(std::move(clock)),
      next_ms_(clock_() + kQuietMs) {}

Progress::~Progress() { finish(); }

void Progress::show(std::string_view what, double share) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || descriptor_ < 0) return;  // another thread is just showing where it is
    const double now = clock_();
    if (now < next_ms_) return;
    next_ms_ = now + kBetweenMs;
    if (!is_in_front(descriptor_)) return;
    if (drawn_on < 0) when_interrupted(erase_line);
    drawn_on = descriptor_;
    constexpr std::size_t kUnknownWidth = 80;
    const std::size_t width = terminal_width(descriptor_).value_or(kUnknownWidth);
    const std::string line = fmt::format("\r{}\x1b[K", progress_line(what, share, width));
    if (!write_whole(descriptor_, line)) descriptor_ = -1;  // a terminal that has gone away
}

OnProgress Progress::reporter(std::string what) {
    return [this, what = std::move(what)](double share) { show(what, share); };
}

void Progress::note(std::string_view line) {
    const std::lock_guard lock(mutex_);
    if (notes_ < 0) return;
    erase_line();
    write_whole(notes_, printable(line) + "\n");  // where nobody listens, nothing is lost
}

void Progress::set_last_words(const char* line) {
    last_words = line;
    last_words_on = notes_;
    when_interrupted(say_last_words);
}

void Progress::finish() {
    const std::lock_guard lock(mutex_);
    erase_line();
    descriptor_ = -1;
}

void Progress::make_way_for(int descriptor) {
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) finish();
}

}  // namespace attnlab::lab
