#include "interruption.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <stdexcept>

namespace attnlab::lab {
namespace {

using CleanUp = void (*)();

// As many as the program has things to leave behind; a handler can look at no list that grows.
std::array<std::atomic<CleanUp>, 4> clean_ups = {};

extern "C" void clean_up_and_end(int signal_number) {
    for (const std::atomic<CleanUp>& slot : clean_ups) {
        if (const CleanUp clean_up = slot.load()) clean_up();
    }
    std::signal(signal_number, SIG_DFL);
    std::raise(signal_number);
}

// SIGBUS comes where a mapped file is cut short while it is read.
void handle_signals() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGXFSZ, SIGBUS}) {
        if (std::signal(number, clean_up_and_end) == SIG_IGN) std::signal(number, SIG_IGN);
    }
}

}  // namespace

void when_interrupted(void (*clean_up)()) {
    for (std::atomic<CleanUp>& slot : clean_ups) {
        if (slot.load() == clean_up) return;
        if (slot.load() == nullptr) {
            slot.store(clean_up);
            handle_signals();
            return;
        }
    }
    throw std::logic_error("when_interrupted: there is no place for one more");
}

}  // namespace attnlab::lab
