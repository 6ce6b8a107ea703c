#include "bench/read_once.hpp"

#include <vector>

#include "base/parallel.hpp"

// Highway compiles this file once for every kind of processor and picks one when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/read_once.cpp"
// The order of these is Highway's.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace attnlab::bench::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Eight sums at once, so that no addition waits for the one before it.
float sum(const float* x, std::size_t n) {
    const hn::ScalableTag<float> lanes;
    const std::size_t width = hn::Lanes(lanes);
    auto a = hn::Zero(lanes), b = a, c = a, d = a, e = a, f = a, g = a, h = a;
    std::size_t i = 0;
    for (; i + 8 * width <= n; i += 8 * width) {
        a = hn::Add(a, hn::LoadU(lanes, x + i));
        b = hn::Add(b, hn::LoadU(lanes, x + i + width));
        c = hn::Add(c, hn::LoadU(lanes, x + i + 2 * width));
        d = hn::Add(d, hn::LoadU(lanes, x + i + 3 * width));
        e = hn::Add(e, hn::LoadU(lanes, x + i + 4 * width));
        f = hn::Add(f, hn::LoadU(lanes, x + i + 5 * width));
        g = hn::Add(g, hn::LoadU(lanes, x + i + 6 * width));
        h = hn::Add(h, hn::LoadU(lanes, x + i + 7 * width));
    }
    a = hn::Add(hn::Add(hn::Add(a, b), hn::Add(c, d)), hn::Add(hn::Add(e, f), hn::Add(g, h)));
    float rest = hn::GetLane(hn::SumOfLanes(lanes, a));
    for (; i < n; ++i) rest += x[i];
    return rest;
}

}  // namespace
}  // namespace attnlab::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attnlab::bench {

HWY_EXPORT(sum);

float read_once(std::span<const std::span<const float>> pieces, std::size_t threads) {
    std::vector<float> sums(pieces.size());
    parallel_for(pieces.size(), threads, [&](std::size_t i) {
        sums[i] = HWY_DYNAMIC_DISPATCH(sum)(pieces[i].data(), pieces[i].size());
    });
    float total = 0.0F;
    for (const float part : sums) total += part;
    return total;
}

}  // namespace attnlab::bench
#endif
