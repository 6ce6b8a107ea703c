#include "math/matmul.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/parallel.hpp"

// Highway compiles this file once for every kind of processor and picks one when the program runs.
// Scalable vectors (SVE, RVV) cannot be elements of an array, so those machines use NEON or plain
// C++.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/matmul.cpp"
// The order of these is Highway's.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include <hwy/cache_control.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace attnlab::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Lanes = hn::ScalableTag<float>;
using Vector = hn::Vec<Lanes>;

// The tile of sums that stays in registers: 6 rows by 4 vectors fill 24 of AVX-512's and NEON's 32
// registers; 6 by 2 fill 12 of the 16 that older x86 has.
constexpr std::size_t kTileRows = 6;
constexpr std::size_t kTileVectors = (HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM_A64) ? 4 : 2;
// The inner dimension is cut into blocks, so that the piece of B under a tile stays in the cache
// while all rows pass over it. Each block is summed from 0 and added to C.
constexpr std::size_t kDepth = 256;
// B is read down its rows, a stride the hardware does not foresee.
constexpr std::size_t kPrefetchRows = 8;

/// Adds A B to C for one tile: a [kRows, K], b [K, kVectors vectors], c [kRows, kVectors vectors].
template <std::size_t kRows, std::size_t kVectors>
void add_tile(MatrixView a, MatrixView b, MutableMatrixView c) {
    const Lanes lanes;
    const std::size_t width = hn::Lanes(lanes);
    Vector sums[kRows][kVectors];
    for (std::size_t r = 0; r < kRows; ++r) {
        for (std::size_t v = 0; v < kVectors; ++v) sums[r][v] = hn::Zero(lanes);
    }
    for (std::size_t k = 0; k < a.columns; ++k) {
        const float* b_row = b.data + k * b.stride;
        if (k + kPrefetchRows < a.columns) {
            for (std::size_t v = 0; v < kVectors; ++v) {
                hwy::Prefetch(b_row + kPrefetchRows * b.stride + v * width);
            }
        }
        Vector b_vectors[kVectors];
        for (std::size_t v = 0; v < kVectors; ++v) {
            b_vectors[v] = hn::LoadU(lanes, b_row + v * width);
        }
        for (std::size_t r = 0; r < kRows; ++r) {
            const Vector a_value = hn::Set(lanes, a.data[r * a.stride + k]);
            for (std::size_t v = 0; v < kVectors; ++v) {
                sums[r][v] = hn::MulAdd(a_value, b_vectors[v], sums[r][v]);
            }
        }
    }
    for (std::size_t r = 0; r < kRows; ++r) {
        for (std::size_t v = 0; v < kVectors; ++v) {
            float* place = c.data + r * c.stride + v * width;
            hn::StoreU(hn::Add(hn::LoadU(lanes, place), sums[r][v]), lanes, place);
        }
    }
}

/// add_tile for a number of rows that is known only at run time, 1 to kTileRows.
template <std::size_t kVectors, std::size_t kRows = kTileRows>
void add_rows(MatrixView a, MatrixView b, MutableMatrixView c) {
    if constexpr (kRows > 1) {
        if (a.rows < kRows) return add_rows<kVectors, kRows - 1>(a, b, c);
    }
    add_tile<kRows, kVectors>(a, b, c);
}

/// Adds A B to C for all rows of a few columns: whole vectors, at most kTileVectors of them.
void add_whole_columns(MatrixView a, MatrixView b, MutableMatrixView c) {
    const std::size_t width = hn::Lanes(Lanes());
    const bool full = b.columns == kTileVectors * width;
    const std::size_t step = full ? b.columns : width;
    for (std::size_t k = 0; k < a.columns; k += kDepth) {
        const std::size_t depth = std::min(kDepth, a.columns - k);
        for (std::size_t j = 0; j < b.columns; j += step) {
            const MatrixView b_part = b.block(k, depth, j, step);
            for (std::size_t i = 0; i < a.rows; i += kTileRows) {
                const std::size_t rows = std::min(kTileRows, a.rows - i);
                const MatrixView a_part = a.block(i, rows, k, depth);
                const MutableMatrixView c_part = c.block(i, rows, j, step);
                if (full) {
                    add_rows<kTileVectors>(a_part, b_part, c_part);
                } else {
                    add_rows<1>(a_part, b_part, c_part);
                }
            }
        }
    }
}

/// The same for any number of columns: the last, partial vector is filled up with zeros, so that
/// every element goes through the same additions.
void add_columns(MatrixView a, MatrixView b, MutableMatrixView c) {
    const std::size_t width = hn::Lanes(Lanes());
    if (b.columns % width == 0) return add_whole_columns(a, b, c);
    const std::size_t filled = (b.columns / width + 1) * width;
    Matrix b_filled(b.rows, filled);
    Matrix c_filled(c.rows, filled);
    copy(b, b_filled.view());
    copy(c, c_filled.view());
    add_whole_columns(a, b_filled, c_filled.view());
    copy(c_filled.view().block(0, c.rows, 0, c.columns), c);
}

std::size_t tile_columns() { return kTileVectors * hn::Lanes(Lanes()); }

/// The dot products of one row with kRows rows of B, written to c.
template <std::size_t kRows>
void dot_rows(const float* a, MatrixView b, float* c) {
    const Lanes lanes;
    const std::size_t width = hn::Lanes(lanes);
    Vector sums[kRows];
    for (Vector& sum : sums) sum = hn::Zero(lanes);
    std::size_t k = 0;
    for (; k + width <= b.columns; k += width) {
        const Vector a_vector = hn::LoadU(lanes, a + k);
        for (std::size_t r = 0; r < kRows; ++r) {
            sums[r] = hn::MulAdd(a_vector, hn::LoadU(lanes, b.data + r * b.stride + k), sums[r]);
        }
    }
    for (std::size_t r = 0; r < kRows; ++r) {
        c[r] = hn::GetLane(hn::SumOfLanes(lanes, sums[r]));
        for (std::size_t rest = k; rest < b.columns; ++rest) c[r] += a[rest] * b(r, rest);
    }
}

/// C = A B^T for a few rows of B: a [M, K], b [n, K], c [M, n].
void dot_columns(MatrixView a, MatrixView b, MutableMatrixView c) {
    constexpr std::size_t kGroup = 4;
    std::size_t j = 0;
    for (; j + kGroup <= b.rows; j += kGroup) {
        const MatrixView group = b.block(j, kGroup, 0, b.columns);
        for (std::size_t i = 0; i < a.rows; ++i) {
            dot_rows<kGroup>(a.row(i).data(), group, &c(i, j));
        }
    }
    for (; j < b.rows; ++j) {
        const MatrixView one = b.block(j, 1, 0, b.columns);
        for (std::size_t i = 0; i < a.rows; ++i) dot_rows<1>(a.row(i).data(), one, &c(i, j));
    }
}

}  // namespace
}  // namespace attnlab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attnlab {

HWY_EXPORT(add_columns);
HWY_EXPORT(tile_columns);
HWY_EXPORT(dot_columns);

Matrix matmul(MatrixView a, MatrixView b, MatrixView bias, std::size_t threads) {
    if (a.columns != b.rows) {
        throw InputError(
            fmt::format("matmul: A [{}, {}] and B [{}, {}] do not fit: the columns of "
                        "A must be the rows of B",
                        a.rows, a.columns, b.rows, b.columns));
    }
    const bool has_bias = bias.data != nullptr;
    if (has_bias && (bias.rows != 1 || bias.columns != b.columns)) {
        throw InputError(fmt::format("matmul: the bias is [{}, {}], expected [1, {}]", bias.rows,
                                     bias.columns, b.columns));
    }
    Matrix c(a.rows, b.columns);
    const MutableMatrixView c_view = c.view();
    const std::size_t tile = HWY_DYNAMIC_DISPATCH(tile_columns)();
    const std::size_t n_tiles = (b.columns + tile - 1) / tile;
    const std::size_t operations = a.rows * a.columns * b.columns;
    parallel_for(n_tiles, worthwhile_threads(operations, threads), [&](std::size_t t) {
        const std::size_t first = t * tile;
        const std::size_t n = std::min(tile, b.columns - first);
        const MutableMatrixView c_part = c_view.block(0, a.rows, first, n);
        if (has_bias) {
            const std::span<const float> from = bias.row(0).subspan(first, n);
            for (std::size_t i = 0; i < a.rows; ++i) {
                std::copy(from.begin(), from.end(), c_part.row(i).begin());
            }
        }
        HWY_DYNAMIC_DISPATCH(add_columns)(a, b.block(0, b.rows, first, n), c_part);
    });
    return c;
}

Matrix matmul_transposed(MatrixView a, MatrixView b, std::size_t threads) {
    if (a.columns != b.columns) {
        throw InputError(
            fmt::format("matmul_transposed: A [{}, {}] and B [{}, {}] do not fit: "
                        "both must have the same columns",
                        a.rows, a.columns, b.rows, b.columns));
    }
    constexpr std::size_t kRowsAtOnce = 256;  // enough work for a thread to be worth its start
    Matrix c(a.rows, b.rows);
    const MutableMatrixView c_view = c.view();
    const std::size_t n_parts = (b.rows + kRowsAtOnce - 1) / kRowsAtOnce;
    const std::size_t operations = a.rows * a.columns * b.rows;
    parallel_for(n_parts, worthwhile_threads(operations, threads), [&](std::size_t p) {
        const std::size_t first = p * kRowsAtOnce;
        const std::size_t n = std::min(kRowsAtOnce, b.rows - first);
        HWY_DYNAMIC_DISPATCH(dot_columns)
        (a, b.block(first, n, 0, b.columns), c_view.block(0, a.rows, first, n));
    });
    return c;
}

Matrix transpose(MatrixView a) {
    Matrix result(a.columns, a.rows);
    for (std::size_t i = 0; i < a.rows; ++i) {
        for (std::size_t j = 0; j < a.columns; ++j) result(j, i) = a(i, j);
    }
    return result;
}

}  // namespace attnlab
#endif  // HWY_ONCE
