// The line and when it is written, on a file in a terminal's place and with a clock of the test.
// That it is a terminal's alone, and gone when the program is interrupted, is a test of cli/.

#include "progress.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <optional>
#include <string>

#include "base/mapped_file.hpp"
#include "base/unicode.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using attnlab::display_width;
using attnlab::OnProgress;
using attnlab::read_file;
using attnlab::lab::Progress;
using attnlab::lab::progress_line;
using attnlab::testing::TemporaryFolder;

namespace {

/// A progress line on a file, at a time that the test sets.
class Screen {
  public:
    Screen() : descriptor_(::open(path().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) {
        progress.emplace(descriptor_, [this] { return now_ms; });
    }
    ~Screen() {
        progress.reset();
        ::close(descriptor_);
    }
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    std::string text() const { return read_file(path()); }

    double now_ms = 1000.0;
    std::optional<Progress> progress;

  private:
    std::filesystem::path path() const { return folder_.path() / "screen"; }

    TemporaryFolder folder_;
    int descriptor_;
};

/// What a line of 80 columns looks like on the wire.
std::string drawn(const std::string& what, double share) {
    return "\r" + progress_line(what, share, 80) + "\x1b[K";
}

const std::string kErased = "\r\x1b[K";

}  // namespace

TEST_CASE("A progress line has words and a bar and percent", "[lab]") {
    CHECK(progress_line("reading", 0.5, 80) ==
          "reading \xE2\x96\x88\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88"
          "\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88"
          "              50%");
    CHECK(progress_line("reading", 0.0, 80) == "reading " + std::string(24, ' ') + "   0%");
    CHECK(progress_line("reading", 1.0, 15) == "reading 100%");  // no room for a bar
    CHECK(progress_line("reading", 0.07, 11) == "read\xE2\x80\xA6   7%");
    CHECK(progress_line("reading", 0.07, 5) == "  7%");
    CHECK(progress_line("reading", 0.07, 4).empty());
}

TEST_CASE("A progress line is shorter than the terminal is wide", "[lab]") {
    for (const std::string what : {"", "reading", "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E model"}) {
        for (std::size_t width = 0; width < 60; ++width) {
            INFO(what << " in " << width);
            CHECK(display_width(progress_line(what, 0.33, width)) < width + (width == 0 ? 1 : 0));
        }
    }
}

TEST_CASE("A share that is out of its range and words with control bytes do no harm", "[lab]") {
    CHECK(progress_line("a", 7.0, 9) == "a 100%");
    CHECK(progress_line("a", -1.0, 9) == "a   0%");
    CHECK(progress_line("a\nb\x1b", 0.0, 20).find_first_of("\n\x1b") == std::string::npos);
}

TEST_CASE("Work that ends soon is not spoken of", "[lab]") {
    Screen screen;
    screen.progress->show("reading", 0.1);
    screen.now_ms += 399.0;
    screen.progress->show("reading", 0.9);
    screen.progress->finish();
    CHECK(screen.text().empty());
}

TEST_CASE("The line is rewritten ten times a second at most", "[lab]") {
    Screen screen;
    screen.now_ms += 400.0;
    screen.progress->show("reading", 0.1);
    screen.now_ms += 99.0;
    screen.progress->show("reading", 0.2);
    CHECK(screen.text() == drawn("reading", 0.1));
    screen.now_ms += 1.0;
    screen.progress->show("writing", 0.3);
    CHECK(screen.text() == drawn("reading", 0.1) + drawn("writing", 0.3));
}

TEST_CASE("A finished line is erased once and nothing follows it", "[lab]") {
    Screen screen;
    screen.now_ms += 500.0;
    const OnProgress on_progress = screen.progress->reporter("reading");
    on_progress(0.5);
    screen.progress->finish();
    screen.now_ms += 500.0;
    on_progress(0.6);
    screen.progress->finish();
    screen.progress.reset();
    CHECK(screen.text() == drawn("reading", 0.5) + kErased);
}

TEST_CASE("The line is erased when its owner goes", "[lab]") {
    Screen screen;
    screen.now_ms += 500.0;
    screen.progress->show("reading", 0.5);
    screen.progress.reset();
    CHECK(screen.text() == drawn("reading", 0.5) + kErased);
}

TEST_CASE("The line stays while results go into a file and makes way for a pipe", "[lab]") {
    Screen screen;
    screen.now_ms += 500.0;
    screen.progress->show("writing", 0.5);
    const TemporaryFolder folder;
    const int file =
        ::open((folder.path() / "results").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    screen.progress->make_way_for(file);
    ::close(file);
    CHECK(screen.text() == drawn("writing", 0.5));

    int pipe_ends[2] = {-1, -1};
    REQUIRE(::pipe(pipe_ends) == 0);
    screen.progress->make_way_for(pipe_ends[1]);
    ::close(pipe_ends[0]);
    ::close(pipe_ends[1]);
    CHECK(screen.text() == drawn("writing", 0.5) + kErased);
}

TEST_CASE("Without a place for it there is no line and no harm", "[lab]") {
    double now_ms = 0.0;
    Progress progress(-1, [&] { return now_ms; });
    now_ms = 1000.0;
    progress.show("reading", 0.5);
    progress.finish();
    SUCCEED("nothing was written anywhere");
}
