#include "math/target.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "math/disabled_targets.hpp"

// Highway compiles this file once for every kind of processor and picks one when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/target.cpp"
// The order of these is Highway's.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace attnlab::HWY_NAMESPACE {
namespace {

const char* own_name() { return hwy::TargetName(HWY_TARGET); }

}  // namespace
}  // namespace attnlab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attnlab {

HWY_EXPORT(own_name);

namespace {

/// Every target that is compiled and that this machine can run: a bit each, the best the lowest.
std::int64_t all_targets() {
    // Asked once, because Highway's answer chooses the best target again.
    static const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
    return targets;
}

/// The same one by one, best first.
std::vector<std::int64_t> each_target() {
    std::vector<std::int64_t> targets;
    for (std::int64_t left = all_targets(); left != 0; left &= left - 1) {
        targets.push_back(left & -left);
    }
    return targets;
}

}  // namespace

std::vector<std::string> supported_targets() {
    std::vector<std::string> names;
    for (const std::int64_t target : each_target()) names.emplace_back(hwy::TargetName(target));
    return names;
}

std::string current_target() { return HWY_DYNAMIC_DISPATCH(own_name)(); }

void force_target(std::string_view name) {
    for (const std::int64_t target : each_target()) {
        if (name != hwy::TargetName(target)) continue;
        const std::int64_t better = target - 1;
        hwy::GetChosenTarget().Update(all_targets() & ~better);
        return;
    }
    throw UsageError(fmt::format("the target is `{}`, expected one of this machine: {}",
                                 printable(name), fmt::join(supported_targets(), ", ")));
}

}  // namespace attnlab
#endif  // HWY_ONCE
