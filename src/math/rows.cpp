#include "math/rows.hpp"

#include <algorithm>
#include <cmath>

#include "math/disabled_targets.hpp"

// Highway compiles this file once for every kind of processor and picks one when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/rows.cpp"
// The order of these is Highway's.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include <hwy/contrib/math/math-inl.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace attnlab::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Lanes = hn::ScalableTag<float>;
using Vector = hn::Vec<Lanes>;

/// The first n floats of a vector; zero beyond them.
Vector load_part(const float* x, std::size_t n) {
    HWY_ALIGN float part[HWY_MAX_BYTES / sizeof(float)] = {};
    std::copy_n(x, n, part);
    return hn::Load(Lanes(), part);
}

void store_part(Vector values, float* x, std::size_t n) {
    HWY_ALIGN float part[HWY_MAX_BYTES / sizeof(float)];
    hn::Store(values, Lanes(), part);
    std::copy_n(part, n, x);
}

/// The sum of f(x) over a row; f is applied to vectors, and what lies beyond the row counts 0.
template <class F>
float sum_of(const float* x, std::size_t n, const F& f) {
    const Lanes lanes;
    const std::size_t width = hn::Lanes(lanes);
    Vector sum = hn::Zero(lanes);
    std::size_t i = 0;
    for (; i + width <= n; i += width) sum = hn::Add(sum, f(hn::LoadU(lanes, x + i)));
    if (i < n) {
        const auto inside = hn::FirstN(lanes, n - i);
        sum = hn::Add(sum, hn::IfThenElseZero(inside, f(load_part(x + i, n - i))));
    }
    return hn::GetLane(hn::SumOfLanes(lanes, sum));
}

/// The largest of a row of at least one.
float largest_of(const float* x, std::size_t n) {
    const Lanes lanes;
    const std::size_t width = hn::Lanes(lanes);
    Vector largest = hn::Set(lanes, x[0]);
    std::size_t i = 0;
    for (; i + width <= n; i += width) largest = hn::Max(largest, hn::LoadU(lanes, x + i));
    float result = hn::GetLane(hn::MaxOfLanes(lanes, largest));
    for (; i < n; ++i) result = std::max(result, x[i]);
    return result;
}

/// Replaces each x by f(x); the last, partial vector goes through the same f.
template <class F>
void replace(float* x, std::size_t n, const F& f) {
    const Lanes lanes;
    const std::size_t width = hn::Lanes(lanes);
    std::size_t i = 0;
    for (; i + width <= n; i += width) hn::StoreU(f(hn::LoadU(lanes, x + i)), lanes, x + i);
    if (i < n) store_part(f(load_part(x + i, n - i)), x + i, n - i);
}

bool scale_row(float* x, float factor, std::size_t n) {
    const Lanes lanes;
    const Vector factors = hn::Set(lanes, factor);
    replace(x, n, [&](Vector v) { return hn::Mul(v, factors); });
    const Vector zero = hn::Zero(lanes);  // 0 times NaN or infinity is NaN, and stays in the sum
    return sum_of(x, n, [&](Vector v) { return hn::Mul(v, zero); }) == 0.0F;
}

void softmax_row(float* x, std::size_t n) {
    const Lanes lanes;
    const Vector maximum = hn::Set(lanes, largest_of(x, n));
    replace(x, n, [&](Vector score) { return hn::Exp(lanes, hn::Sub(score, maximum)); });
    const Vector sum = hn::Set(lanes, sum_of(x, n, [](Vector e) { return e; }));
    replace(x, n, [&](Vector e) { return hn::Div(e, sum); });
}

void layer_norm_row(const float* x, const float* gain, const float* bias, float epsilon, float* y,
                    std::size_t n) {
    const Lanes lanes;
    const float count = static_cast<float>(n);
    const Vector mean = hn::Set(lanes, sum_of(x, n, [](Vector v) { return v; }) / count);
    const float squares = sum_of(x, n, [&](Vector v) {
        const Vector difference = hn::Sub(v, mean);
        return hn::Mul(difference, difference);
    });
    // Where the squares overflow the row becomes NaN, which is noticed, and not the bare bias.
    const float overflow = squares * 0.0F;
    const Vector scale = hn::Set(lanes, 1.0F / std::sqrt(squares / count + epsilon) + overflow);
    const auto result = [&](Vector v, Vector g, Vector b) {
        return hn::Add(hn::Mul(hn::Mul(hn::Sub(v, mean), scale), g), b);
    };
    const std::size_t width = hn::Lanes(lanes);
    std::size_t i = 0;
    for (; i + width <= n; i += width) {
        hn::StoreU(
            result(hn::LoadU(lanes, x + i), hn::LoadU(lanes, gain + i), hn::LoadU(lanes, bias + i)),
            lanes, y + i);
    }
    if (i < n) {
        store_part(
            result(load_part(x + i, n - i), load_part(gain + i, n - i), load_part(bias + i, n - i)),
            y + i, n - i);
    }
}

void gelu_row(float* x, std::size_t n) {
    const Lanes lanes;
    const Vector root_2_over_pi = hn::Set(lanes, 0.7978845608028654F);
    const Vector cubic = hn::Set(lanes, 0.044715F);
    const Vector half = hn::Set(lanes, 0.5F);
    const Vector one = hn::Set(lanes, 1.0F);
    replace(x, n, [&](Vector v) {
        const Vector inner = hn::MulAdd(hn::Mul(cubic, hn::Mul(v, v)), v, v);
        const Vector t = hn::Tanh(lanes, hn::Mul(root_2_over_pi, inner));
        return hn::Mul(hn::Mul(half, v), hn::Add(one, t));
    });
}

}  // namespace
}  // namespace attnlab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attnlab {

HWY_EXPORT(scale_row);
HWY_EXPORT(softmax_row);
HWY_EXPORT(layer_norm_row);
HWY_EXPORT(gelu_row);

bool scale(std::span<float> row, float factor) {
    return HWY_DYNAMIC_DISPATCH(scale_row)(row.data(), factor, row.size());
}

void softmax(std::span<float> scores) {
    if (!scores.empty()) HWY_DYNAMIC_DISPATCH(softmax_row)(scores.data(), scores.size());
}

void layer_norm(std::span<const float> x, std::span<const float> gain, std::span<const float> bias,
                float epsilon, std::span<float> y) {
    HWY_DYNAMIC_DISPATCH(layer_norm_row)
    (x.data(), gain.data(), bias.data(), epsilon, y.data(), x.size());
}

void gelu(std::span<float> x) { HWY_DYNAMIC_DISPATCH(gelu_row)(x.data(), x.size()); }

void add(std::span<const float> x, std::span<float> sums) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += x[i];
}

}  // namespace attnlab
#endif  // HWY_ONCE
