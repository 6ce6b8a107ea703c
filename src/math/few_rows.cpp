#include "math/few_rows.hpp"

#include <algorithm>
#include <new>

#include "math/disabled_targets.hpp"
#include "math/inner_block.hpp"

// Highway compiles this file once for every kind of processor and picks one when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/few_rows.cpp"
// The order of these is Highway's.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/aligned_allocator.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace attnlab::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Lanes = hn::ScalableTag<float>;
using Vector = hn::Vec<Lanes>;

// The strip of sums that stays in registers: 14 rows by 2 vectors fill 28 of AVX-512's and NEON's
// 32 registers; 6 by 2 fill 12 of the 16 that older x86 has.
constexpr std::size_t kStripRows = (HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM_A64) ? 14 : 6;
constexpr std::size_t kStripVectors = 2;
constexpr std::size_t kStripColumns = kStripVectors * HWY_LANES(float);
// B is read in its own order, so many of its rows side by side from left to right: the hardware
// follows these streams and fetches ahead in them. Where the next rows begin it cannot know; that
// we ask for.
constexpr std::size_t kStreams = 16;

/// sums += A B for one strip: a [kRows, K], b [K, kStripColumns], sums [kRows, kStripColumns].
/// Meanwhile the same columns of `next` come into the cache.
template <std::size_t kRows>
void add_strip(MatrixView a, MatrixView b, MatrixView next, float* HWY_RESTRICT sums_so_far) {
    const Lanes lanes;
    const std::size_t width = hn::Lanes(lanes);
    constexpr std::size_t kLine = 64 / sizeof(float);
    constexpr int kOuterCache = 2;
    // Every loop over the sums has to be unrolled, or they are kept in memory.
    Vector sums[kRows][kStripVectors];
#pragma GCC unroll 16
    for (std::size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 16
        for (std::size_t v = 0; v < kStripVectors; ++v) {
            sums[r][v] = hn::Load(lanes, sums_so_far + r * kStripColumns + v * width);
        }
    }
    for (std::size_t k = 0; k < a.columns; ++k) {
        if (k < next.rows) {
            for (std::size_t j = 0; j < kStripColumns; j += kLine) {
                __builtin_prefetch(next.data + k * next.stride + j, 0, kOuterCache);
            }
        }
        Vector b_row[kStripVectors];
#pragma GCC unroll 16
        for (std::size_t v = 0; v < kStripVectors; ++v) {
            b_row[v] = hn::LoadU(lanes, b.data + k * b.stride + v * width);
        }
#pragma GCC unroll 16
        for (std::size_t r = 0; r < kRows; ++r) {
            const Vector a_value = hn::Set(lanes, a.data[r * a.stride + k]);
#pragma GCC unroll 16
            for (std::size_t v = 0; v < kStripVectors; ++v) {
                sums[r][v] = hn::MulAdd(a_value, b_row[v], sums[r][v]);
            }
        }
    }
#pragma GCC unroll 16
    for (std::size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 16
        for (std::size_t v = 0; v < kStripVectors; ++v) {
            hn::Store(sums[r][v], lanes, sums_so_far + r * kStripColumns + v * width);
        }
    }
}

/// add_strip for a number of rows that is known only at run time, 1 to kStripRows.
template <std::size_t kRows = kStripRows>
void add_to_sums(MatrixView a, MatrixView b, MatrixView next, float* sums) {
    if constexpr (kRows > 1) {
        if (a.rows < kRows) return add_to_sums<kRows - 1>(a, b, next, sums);
    }
    add_strip<kRows>(a, b, next, sums);
}

/// c = start + sums: start [1, n] or [M, n] (stride 0: the same row for all), sums [M, n].
void add_rows(MatrixView start, MatrixView sums, MutableMatrixView c) {
    for (std::size_t i = 0; i < c.rows; ++i) {
        for (std::size_t j = 0; j < c.columns; ++j) {
            c(i, j) = start.data[i * start.stride + j] + sums(i, j);
        }
    }
}

void multiply(MatrixView a, MatrixView b, MatrixView bias, MutableMatrixView c) {
    const std::size_t n_strips = (b.columns + kStripColumns - 1) / kStripColumns;
    // Strip by strip, [n_strips, M, kStripColumns].
    const std::size_t strip_size = a.rows * kStripColumns;
    const auto sums = hwy::AllocateAligned<float>(n_strips * strip_size);
    if (sums == nullptr) throw std::bad_alloc();
    HWY_ALIGN float filled[kStreams * kStripColumns] = {};  // the last strip, where it has less
    for (std::size_t block = 0; block == 0 || block < a.columns; block += kInnerBlock) {
        const std::size_t end = std::min(block + kInnerBlock, a.columns);
        std::fill_n(sums.get(), n_strips * strip_size, 0.0F);
        for (std::size_t k = block; k < end; k += kStreams) {
            const std::size_t depth = std::min(kStreams, end - k);
            const std::size_t next_depth = std::min(kStreams, a.columns - k - depth);
            for (std::size_t s = 0; s < n_strips; ++s) {
                const std::size_t j = s * kStripColumns;
                const std::size_t n = std::min(kStripColumns, b.columns - j);
                MatrixView strip = b.block(k, depth, j, n);
                MatrixView next;
                if (next_depth > 0) next = b.block(k + depth, next_depth, j, n);
                if (n < kStripColumns) {
                    copy(strip, {filled, depth, n, kStripColumns});
                    strip = {filled, depth, kStripColumns, kStripColumns};
                    next = {};
                }
                add_to_sums(a.block(0, a.rows, k, depth), strip, next, sums.get() + s * strip_size);
            }
        }
        for (std::size_t s = 0; s < n_strips; ++s) {
            const std::size_t j = s * kStripColumns;
            const std::size_t n = std::min(kStripColumns, b.columns - j);
            const MutableMatrixView c_strip = c.block(0, c.rows, j, n);
            add_rows(block == 0 ? MatrixView{bias.data + j, c.rows, n, 0} : c_strip,
                     {sums.get() + s * strip_size, c.rows, n, kStripColumns}, c_strip);
        }
    }
}

std::size_t strip_rows() { return kStripRows; }

}  // namespace
}  // namespace attnlab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attnlab {

HWY_EXPORT(multiply);
HWY_EXPORT(strip_rows);

std::size_t few_rows() { return HWY_DYNAMIC_DISPATCH(strip_rows)(); }

void multiply_few_rows(MatrixView a, MatrixView b, MatrixView bias, MutableMatrixView c) {
    HWY_DYNAMIC_DISPATCH(multiply)(a, b, bias, c);
}

}  // namespace attnlab
#endif  // HWY_ONCE
