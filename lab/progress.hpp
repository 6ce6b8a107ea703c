// One line on standard error that says how far long work is, on a terminal and nowhere else. It is
// rewritten in place and gone before anything else is written; results are main.cpp's.
//
//     const OnProgress on_progress = context.progress.reporter("reading the weights");
//     for (...) on_progress(share);  // 0 to 1, as often as one likes, from any thread
//
// And notes: lines that stay, on standard error, terminal or not, where work waits or begins again.

#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/progress.hpp"

namespace attnlab::lab {

/// The line: what is being done, a bar where there is room, percent. Shorter than `width` columns,
/// because a terminal may go on to the next line when the last column is written.
std::string progress_line(std::string_view what, double share, std::size_t width);

/// There is one at a time: main() has it, Context passes it on.
class Progress {
  public:
    /// Shows its line on standard error if that is a terminal that can rewrite a line.
    Progress();

    /// Shows it on a descriptor, and notes on another, asking nothing. For tests; -1 is nowhere.
    Progress(int descriptor, Clock clock, int notes = -1);

    /// Takes the line away, also where an error ends the run.
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Shows what is being done and the share of it that is done, 0 to 1.
    ///
    /// Nothing at first, for short work needs no words; then ten times a second at most. While the
    /// process runs in the background (`attnlab ... &`) the line belongs to others.
    void show(std::string_view what, double share);

    /// show() of one piece of work, for the library to call. Must not outlive this object.
    OnProgress reporter(std::string what);

    /// Whether there is a place for the line.
    bool has_line() const { return descriptor_ >= 0; }

    /// Writes a line that stays. The progress line makes way for it, and comes back below.
    void note(std::string_view line);

    /// What is said when a signal ends the process from now on; a text that lives as long as it.
    void set_last_words(const char* line);

    /// Takes the line away for good: say it before results are written.
    void finish();

    /// The same, unless `descriptor` is a regular file, where results and this line do not meet.
    void make_way_for(int descriptor);

  private:
    std::mutex mutex_;
    int descriptor_;
    int notes_;
    Clock clock_;
    double next_ms_;
};

}  // namespace attnlab::lab
