// What is said of bytes on their way, by a clock that the test moves.

#include "transfer_progress.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <string>

#include "base/mapped_file.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace attnlab;
using namespace attnlab::lab;
using attnlab::testing::TemporaryFolder;

TEST_CASE("The words of a transfer say amount and rate and time left", "[lab]") {
    const Transfer transfer = {"model.safetensors", 120'300'000, 548'100'000};
    CHECK(transfer_words(transfer, std::nullopt) == "fetching 120.3 MB of 548.1 MB");
    CHECK(transfer_words(transfer, 11.2e6) ==
          "fetching 120.3 MB of 548.1 MB, 11.2 MB/s, 0:39 left");
    CHECK(transfer_words(transfer, 1e5) ==
          "fetching 120.3 MB of 548.1 MB, 100.0 kB/s, 1:11:18 left");
    CHECK(transfer_words(transfer, 100.0) == "fetching 120.3 MB of 548.1 MB, 100 B/s, days left");
    CHECK(transfer_words(transfer, 0.0) == "fetching 120.3 MB of 548.1 MB, 0 B/s");
    CHECK(transfer_words({"a", 10, 10}, 5.0) == "fetching 10 B of 10 B, 5 B/s");
}

TEST_CASE("The rate is that of the last seconds", "[lab]") {
    TransferRate rate;
    rate.update(1000, 0.0);
    CHECK_FALSE(rate.rate());
    rate.update(1100, 400.0);
    CHECK_FALSE(rate.rate());
    rate.update(2000, 1000.0);
    CHECK(*rate.rate() == Approx(1000.0));
    for (int second = 2; second <= 30; ++second) {
        rate.update(2000 + 10 * static_cast<std::size_t>(second), 1000.0 * second);
    }
    CHECK(*rate.rate() == Approx(10.0));  // the fast beginning is forgotten
    rate.update(5, 31e3);                 // it begins again
    CHECK_FALSE(rate.rate());
}

TEST_CASE("Without a terminal there is a plain line every five seconds", "[lab]") {
    const TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "err";
    const int notes = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    double now_ms = 0.0;
    const Clock clock = [&] { return now_ms; };
    Progress progress(-1, clock, notes);
    TransferProgress transfer(progress, clock);
    const OnTransfer report = transfer.reporter();
    for (std::size_t step = 0; step <= 110; ++step, now_ms += 100.0) {
        report({"model.safetensors", step * 1'000'000, 200'000'000});
    }
    ::close(notes);
    CHECK(read_file(path) ==
          "fetching 50.0 MB of 200.0 MB, 10.0 MB/s, 0:15 left (25%)\n"
          "fetching 100.0 MB of 200.0 MB, 10.0 MB/s, 0:10 left (50%)\n");
}

TEST_CASE("On a terminal it is the progress line", "[lab]") {
    const TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "screen";
    const int screen = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    double now_ms = 0.0;
    const Clock clock = [&] { return now_ms; };
    {
        Progress progress(screen, clock, screen);
        TransferProgress transfer(progress, clock);
        const OnTransfer report = transfer.reporter();
        report({"a", 0, 4000});
        now_ms = 1000.0;
        report({"a", 1000, 4000});
        progress.note("another process\x1b[31m is fetching it");
        now_ms = 2000.0;
        report({"a", 2000, 4000});
    }
    ::close(screen);
    const std::string words1 = "fetching 1.0 kB of 4.0 kB, 1.0 kB/s, 0:03 left";
    const std::string words2 = "fetching 2.0 kB of 4.0 kB, 1.0 kB/s, 0:02 left";
    CHECK(read_file(path) == "\r" + progress_line(words1, 0.25, 80) + "\x1b[K" + "\r\x1b[K" +
                                 "another process\\x1b[31m is fetching it\n" + "\r" +
                                 progress_line(words2, 0.5, 80) + "\x1b[K" + "\r\x1b[K");
}
