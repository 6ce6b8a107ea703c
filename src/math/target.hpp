// Which kind of processor the kernels run for. Each kernel is compiled for several (Highway calls
// them targets: AVX3, AVX2, SSE4, NEON and so on) and runs for the best that the machine has.
// Nothing in the program chooses another; it is for the tests, which go through all of them.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attnlab {

/// The targets that are compiled and that this machine can run, by Highway's names, best first.
///
/// There is at least one: the last, the baseline, runs on every machine of its architecture.
std::vector<std::string> supported_targets();

/// The target that the kernels run for: what its own code says of itself.
std::string current_target();

/// Makes all kernels run for this target from now on; not while one of them runs.
///
/// Targets below it stay allowed: a kernel that is not compiled for this one takes the next best.
///
/// Errors:  UsageError naming the target and those there are.
void force_target(std::string_view name);

}  // namespace attnlab
