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
constexpr std::size_t kTileColumns = kTileVectors * HWY_LANES(float);
// The inner dimension is cut into blocks. The part of B under a tile, a panel [kDepth,
// kTileColumns], is copied: in B its rows lie so far apart that they would drive each other out of
// the innermost cache, where the panel stays while the rows of A pass over it. Each block is summed
// from 0 and added to what C holds.
constexpr std::size_t kDepth = 96;
// So are the rows of A, for several tiles at once; fewer than these are not worth it.
constexpr std::size_t kLeastRowsToCopy = 64;

/// Asks for a row of B that will be copied soon, every cache line of it: B is read down its
/// columns, which no hardware foresees.
void prefetch(std::span<const float> row) {
    constexpr int kOuterCache = 2;  // the innermost one is full
    constexpr std::size_t kLine = 64 / sizeof(float);
    for (std::size_t j = 0; j < row.size(); j += kLine) {
        __builtin_prefetch(&row[j], 0, kOuterCache);
    }
    __builtin_prefetch(&row.back(), 0, kOuterCache);  // a row begins anywhere in a line
}

/// C = start + A B for one tile: a [kRows, K], panel [K, kTileColumns], start and c [kRows,
/// kTileColumns]; start may be c itself. Meanwhile the rows of `next` come into the cache.
template <std::size_t kRows>
void add_tile(MatrixView a, const float* HWY_RESTRICT panel, MatrixView start, MutableMatrixView c,
              MatrixView next) {
    const Lanes lanes;
    const std::size_t width = hn::Lanes(lanes);
    for (std::size_t r = 0; r < kRows; ++r) {
        for (std::size_t v = 0; v < kTileVectors; ++v) {
            hwy::Prefetch(start.data + r * start.stride + v * width);
        }
    }
    // Every loop over the sums has to be unrolled, or they are kept in memory.
    Vector sums[kRows][kTileVectors];
#pragma GCC unroll 8
    for (std::size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
        for (std::size_t v = 0; v < kTileVectors; ++v) sums[r][v] = hn::Zero(lanes);
    }
    const std::size_t step = a.columns / (next.rows + 1) + 1;  // spread over the whole pass
    std::size_t k = 0;
    for (std::size_t part = 0; k < a.columns; ++part) {
        if (part < next.rows) prefetch(next.row(part));
        const std::size_t end = std::min(k + step, a.columns);
        for (; k < end; ++k) {
            Vector b[kTileVectors];
#pragma GCC unroll 8
            for (std::size_t v = 0; v < kTileVectors; ++v) {
                b[v] = hn::Load(lanes, panel + k * kTileColumns + v * width);
            }
#pragma GCC unroll 8
            for (std::size_t r = 0; r < kRows; ++r) {
                const Vector a_value = hn::Set(lanes, a.data[r * a.stride + k]);
#pragma GCC unroll 8
                for (std::size_t v = 0; v < kTileVectors; ++v) {
                    sums[r][v] = hn::MulAdd(a_value, b[v], sums[r][v]);
                }
            }
        }
    }
#pragma GCC unroll 8
    for (std::size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
        for (std::size_t v = 0; v < kTileVectors; ++v) {
            const Vector before = hn::LoadU(lanes, start.data + r * start.stride + v * width);
            hn::StoreU(hn::Add(before, sums[r][v]), lanes, c.data + r * c.stride + v * width);
        }
    }
}

/// add_tile for a number of rows that is known only at run time, 1 to kTileRows.
template <std::size_t kRows = kTileRows>
void add_rows(MatrixView a, const float* panel, MatrixView start, MutableMatrixView c,
              MatrixView next) {
    if constexpr (kRows > 1) {
        if (a.rows < kRows) return add_rows<kRows - 1>(a, panel, start, c, next);
    }
    add_tile<kRows>(a, panel, start, c, next);
}

/// Copies [K, n] to [K, kTileColumns], filled up with zeros where n is less.
void copy_to_panel(MatrixView b, float* HWY_RESTRICT panel) {
    const Lanes lanes;
    const std::size_t width = hn::Lanes(lanes);
    if (b.columns < kTileColumns) {
        std::fill(panel, panel + b.rows * kTileColumns, 0.0F);
        return copy(b, {panel, b.rows, b.columns, kTileColumns});
    }
    for (std::size_t k = 0; k < b.rows; ++k) {
        for (std::size_t v = 0; v < kTileVectors; ++v) {
            const Vector values = hn::LoadU(lanes, b.data + k * b.stride + v * width);
            hn::Store(values, lanes, panel + k * kTileColumns + v * width);
        }
    }
}

/// C = bias + A B for some rows of A and some columns of B; bias [tiles, kTileColumns]. A last tile
/// that has too few columns is filled up with zeros, so that every element goes through the same
/// additions.
void fill_part(MatrixView a, MatrixView b, MatrixView bias, MutableMatrixView c) {
    HWY_ALIGN float panel[kDepth * kTileColumns];
    const std::size_t n_left = b.columns % kTileColumns;
    Matrix filled(n_left == 0 ? 0 : c.rows, kTileColumns);
    const bool copies = bias.rows > 1 && a.rows >= kLeastRowsToCopy;
    Matrix a_copy(copies ? a.rows : 0, kDepth);
    for (std::size_t k = 0; k == 0 || k < a.columns; k += kDepth) {
        const std::size_t depth = std::min(kDepth, a.columns - k);
        MatrixView a_block = a.block(0, a.rows, k, depth);
        if (copies) {
            copy(a_block, a_copy.view().block(0, a.rows, 0, depth));
            a_block = a_copy.view().block(0, a.rows, 0, depth);
        }
        for (std::size_t t = 0; t < bias.rows; ++t) {
            const std::size_t j = t * kTileColumns;
            const std::size_t n = std::min(kTileColumns, b.columns - j);
            const MutableMatrixView c_tile =
                n == kTileColumns ? c.block(0, c.rows, j, n) : filled.view();
            copy_to_panel(b.block(k, depth, j, n), panel);
            // The next panel comes while this one is worked on, some of its rows with each pass.
            const bool is_last = t + 1 == bias.rows;
            const std::size_t next_k = is_last ? k + kDepth : k;
            const std::size_t next_j = is_last ? 0 : j + kTileColumns;
            MatrixView next;
            if (next_k < b.rows) {
                next = b.block(next_k, std::min(kDepth, b.rows - next_k), next_j,
                               std::min(kTileColumns, b.columns - next_j));
            }
            const std::size_t n_a_pass = next.rows * kTileRows / a.rows + 1;
            for (std::size_t i = 0; i < a.rows; i += kTileRows) {
                const std::size_t first = std::min(i / kTileRows * n_a_pass, next.rows);
                const MatrixView next_rows =
                    next.block(first, std::min(n_a_pass, next.rows - first), 0, next.columns);
                const std::size_t rows = std::min(kTileRows, a.rows - i);
                const MutableMatrixView c_rows = c_tile.block(i, rows, 0, kTileColumns);
                const MatrixView bias_rows = {bias.row(t).data(), rows, kTileColumns, 0};
                add_rows(a_block.block(i, rows, 0, depth), panel, k == 0 ? bias_rows : c_rows,
                         c_rows, next_rows);
            }
        }
    }
    if (n_left != 0) {
        copy(filled.view().block(0, c.rows, 0, n_left),
             c.block(0, c.rows, b.columns - n_left, n_left));
    }
}

std::size_t tile_columns() { return kTileColumns; }

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

HWY_EXPORT(fill_part);
HWY_EXPORT(tile_columns);
HWY_EXPORT(dot_columns);

namespace {

/// How many column tiles one thread takes at once, so that they share a copy of their rows of A,
/// and every thread has a second part to take if another is late.
std::size_t tiles_at_once(std::size_t n_tiles, std::size_t threads) {
    return std::clamp(n_tiles / (2 * threads), std::size_t{6}, std::size_t{12});
}

/// How many rows of A are taken at once: M in even parts, small enough that a part's rows stay in
/// the second cache while all columns of B pass by.
std::size_t rows_at_once(std::size_t n_rows) {
    constexpr std::size_t kMost = 516;
    constexpr std::size_t kStep = 12;  // a multiple of the tile's rows
    const std::size_t n_parts = (n_rows + kMost - 1) / kMost;
    const std::size_t rows = (n_rows + n_parts - 1) / n_parts;
    return (rows + kStep - 1) / kStep * kStep;
}

}  // namespace

void matmul(MatrixView a, MatrixView b, MatrixView bias, MutableMatrixView c, std::size_t threads) {
    if (a.columns != b.rows) {
        throw InputError(
            fmt::format("matmul: A [{}, {}] and B [{}, {}] do not fit: the columns of "
                        "A must be the rows of B",
                        a.rows, a.columns, b.rows, b.columns));
    }
    if (bias.data != nullptr && (bias.rows != 1 || bias.columns != b.columns)) {
        throw InputError(fmt::format("matmul: the bias is [{}, {}], expected [1, {}]", bias.rows,
                                     bias.columns, b.columns));
    }
    if (c.rows != a.rows || c.columns != b.columns) {
        throw InputError(fmt::format("matmul: C is [{}, {}], expected [{}, {}]", c.rows, c.columns,
                                     a.rows, b.columns));
    }
    if (a.rows == 0) return;
    const std::size_t tile = HWY_DYNAMIC_DISPATCH(tile_columns)();
    const std::size_t n_tiles = (b.columns + tile - 1) / tile;
    Matrix start(n_tiles, tile);  // the bias, or zeros
    if (bias.data != nullptr) std::ranges::copy(bias.row(0), start.values().begin());
    const std::size_t rows_a_part = rows_at_once(a.rows);
    const std::size_t n_down = (a.rows + rows_a_part - 1) / rows_a_part;
    const std::size_t columns_a_part = tile * tiles_at_once(n_tiles * n_down, threads);
    const std::size_t n_across = (b.columns + columns_a_part - 1) / columns_a_part;
    const std::size_t operations = a.rows * a.columns * b.columns;
    parallel_for(n_across * n_down, worthwhile_threads(operations, threads), [&](std::size_t p) {
        const std::size_t i = p / n_across * rows_a_part;
        const std::size_t m = std::min(rows_a_part, a.rows - i);
        const std::size_t j = p % n_across * columns_a_part;
        const std::size_t n = std::min(columns_a_part, b.columns - j);
        HWY_DYNAMIC_DISPATCH(fill_part)
        (a.block(i, m, 0, a.columns), b.block(0, b.rows, j, n),
         start.view().block(j / tile, (n + tile - 1) / tile, 0, tile), c.block(i, m, j, n));
    });
}

Matrix matmul(MatrixView a, MatrixView b, MatrixView bias, std::size_t threads) {
    Matrix c(a.rows, b.columns);
    matmul(a, b, bias, c.view(), threads);
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
    constexpr std::size_t kBlock = 16;  // rows whose numbers lie side by side in the result
    Matrix result(a.columns, a.rows);
    for (std::size_t first = 0; first < a.rows; first += kBlock) {
        const std::size_t end = std::min(first + kBlock, a.rows);
        for (std::size_t j = 0; j < a.columns; ++j) {
            for (std::size_t i = first; i < end; ++i) result(j, i) = a(i, j);
        }
    }
    return result;
}

}  // namespace attnlab
#endif  // HWY_ONCE
