// Prints the kinds of processor that the kernels can run for on this machine, a line each, best
// first. For golden/every_target.cmake.

#include <iostream>

#include "math/target.hpp"

int main() {
    for (const std::string& name : attnlab::supported_targets()) std::cout << name << '\n';
}
