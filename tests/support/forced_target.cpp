// Linked into a test program, this makes it run its tests for one kind of processor: the one that
// the environment variable ATTNLAB_TEST_TARGET names, by Highway's name. A name that this machine
// does not have ends the program before any test, so that it cannot pass for another.

#include <cstdlib>
#include <exception>
#include <iostream>
#include <stdexcept>

#include "math/target.hpp"

namespace {

constexpr int kUsage = 2;

bool force_named_target() {
    const char* name = std::getenv("ATTNLAB_TEST_TARGET");
    if (name == nullptr) return false;
    try {
        attnlab::force_target(name);
        if (attnlab::current_target() != name) {
            throw std::logic_error("the kernels run for " + attnlab::current_target());
        }
    } catch (const std::exception& error) {
        std::cerr << "ATTNLAB_TEST_TARGET: " << error.what() << '\n';
        std::exit(kUsage);
    }
    return true;
}

[[maybe_unused]] const bool kIsForced = force_named_target();

}  // namespace
