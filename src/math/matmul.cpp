#include "math/matmul.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/parallel.hpp"
#include "math/disabled_targets.hpp"
#include "math/few_rows.hpp"
#include "math/inner_block.hpp"

// Highway compiles this file once for every kind of processor and picks one when the program runs.
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

// The tile of sums that stays in registers fills 24 of AVX-512's and NEON's 32 registers, or 12 of
// the 16 that older x86 has. Of 24, 8 rows by 3 vectors take each number of B from the second cache
// for more rows; 6 by 4 fit the 64 columns of a head.
constexpr std::size_t kSums = (HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM_A64) ? 24 : 12;
constexpr std::size_t kWideVectors = kSums / 6;
constexpr std::size_t kNarrowVectors = kSums == 24 ? 3 : kWideVectors;

/// A tile of kVectors vectors of columns.
template <std::size_t kVectors>
struct Tile {
    static constexpr std::size_t kRows = kSums / kVectors;
    static constexpr std::size_t kColumns = kVectors * HWY_LANES(float);
};

/// Asks for a row of B that will be needed soon, every cache line of it: B is read down its
/// columns, which no hardware foresees.
void prefetch(std::span<const float> row) {
    constexpr int kOuterCache = 2;  // the innermost one is full
    constexpr std::size_t kLine = 64 / sizeof(float);
    for (std::size_t j = 0; j < row.size(); j += kLine) {
        __builtin_prefetch(&row[j], 0, kOuterCache);
    }
    __builtin_prefetch(&row.back(), 0, kOuterCache);  // a row begins anywhere in a line
}

/// C = start + A B for one tile: a [kRows, K], b [K, n], start and c [kRows, n], n the tile's
/// columns; start may be c itself. Leaves b in `panel` if kCopies. Meanwhile the rows of `next`
/// come into the cache.
template <std::size_t kVectors, std::size_t kRows, bool kCopies>
void add_tile(MatrixView a, MatrixView b, float* HWY_RESTRICT panel, MatrixView start,
              MutableMatrixView c, MatrixView next) {
    const Lanes lanes;
    const std::size_t width = hn::Lanes(lanes);
    for (std::size_t r = 0; r < kRows; ++r) {
        for (std::size_t v = 0; v < kVectors; ++v) {
            hwy::Prefetch(start.data + r * start.stride + v * width);
        }
    }
    // Every loop over the sums has to be unrolled, or they are kept in memory.
    Vector sums[kRows][kVectors];
#pragma GCC unroll 8
    for (std::size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
        for (std::size_t v = 0; v < kVectors; ++v) sums[r][v] = hn::Zero(lanes);
    }
    const std::size_t step = a.columns / (next.rows + 1) + 1;  // spread over the whole pass
    std::size_t k = 0;
    for (std::size_t part = 0; k < a.columns; ++part) {
        if (part < next.rows) prefetch(next.row(part));
        const std::size_t end = std::min(k + step, a.columns);
        for (; k < end; ++k) {
            Vector b_row[kVectors];
#pragma GCC unroll 8
            for (std::size_t v = 0; v < kVectors; ++v) {
                b_row[v] = hn::LoadU(lanes, b.data + k * b.stride + v * width);
                if (kCopies)
                    hn::Store(b_row[v], lanes, panel + k * Tile<kVectors>::kColumns + v * width);
            }
#pragma GCC unroll 8
            for (std::size_t r = 0; r < kRows; ++r) {
                const Vector a_value = hn::Set(lanes, a.data[r * a.stride + k]);
#pragma GCC unroll 8
                for (std::size_t v = 0; v < kVectors; ++v) {
                    sums[r][v] = hn::MulAdd(a_value, b_row[v], sums[r][v]);
                }
            }
        }
    }
#pragma GCC unroll 8
    for (std::size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
        for (std::size_t v = 0; v < kVectors; ++v) {
            const Vector before = hn::LoadU(lanes, start.data + r * start.stride + v * width);
            hn::StoreU(hn::Add(before, sums[r][v]), lanes, c.data + r * c.stride + v * width);
        }
    }
}

/// add_tile for a number of rows that is known only at run time, 1 to those of the tile.
template <std::size_t kVectors, std::size_t kRows = Tile<kVectors>::kRows>
void add_rows(MatrixView a, MatrixView b, float* panel, MatrixView start, MutableMatrixView c,
              MatrixView next) {
    if constexpr (kRows > 1) {
        if (a.rows < kRows) {
            return add_rows<kVectors, kRows - 1>(a, b, panel, start, c, next);
        }
    }
    if (panel == nullptr) return add_tile<kVectors, kRows, false>(a, b, panel, start, c, next);
    add_tile<kVectors, kRows, true>(a, b, panel, start, c, next);
}

/// C = start + A B for one block of the inner dimension and the columns of one tile.
///
/// The first rows read B itself and leave a copy of it in the panel for those after them: in B its
/// rows lie so far apart that they would drive each other out of the cache.
template <std::size_t kVectors>
void add_block(MatrixView a, MatrixView b, float* panel, MatrixView start, MutableMatrixView c,
               MatrixView next) {
    constexpr std::size_t kRows = Tile<kVectors>::kRows;
    constexpr std::size_t kColumns = Tile<kVectors>::kColumns;
    const MatrixView copied = {panel, a.columns, kColumns, kColumns};
    if (b.columns < kColumns) {  // filled up, so that all elements go through the same sums
        std::fill(panel, panel + a.columns * kColumns, 0.0F);
        copy(b, {panel, a.columns, b.columns, kColumns});
        b = copied;
    }
    const std::size_t n_passes = (a.rows + kRows - 1) / kRows;
    const std::size_t n_a_pass = (next.rows + n_passes - 1) / n_passes;
    for (std::size_t pass = 0; pass < n_passes; ++pass) {
        const std::size_t i = pass * kRows;
        const std::size_t rows = std::min(kRows, a.rows - i);
        const std::size_t first = std::min(pass * n_a_pass, next.rows);
        const bool leaves_copy = n_passes > 1 && pass == 0 && b.data != panel;
        add_rows<kVectors>(
            a.block(i, rows, 0, a.columns), pass == 0 ? b : copied, leaves_copy ? panel : nullptr,
            {start.data + i * start.stride, rows, kColumns, start.stride},
            c.block(i, rows, 0, kColumns),
            next.block(first, std::min(n_a_pass, next.rows - first), 0, next.columns));
    }
}

/// C = bias + A B for some rows of A and some columns of B; bias [tiles, the tile's columns].
template <std::size_t kVectors>
void fill_tiles(MatrixView a, MatrixView b, MatrixView bias, MutableMatrixView c) {
    constexpr std::size_t kColumns = Tile<kVectors>::kColumns;
    HWY_ALIGN float panel[kInnerBlock * kColumns];
    const std::size_t n_left = b.columns % kColumns;
    Matrix filled(n_left == 0 ? 0 : c.rows, kColumns);  // the last tile, where it has less
    for (std::size_t k = 0; k == 0 || k < a.columns; k += kInnerBlock) {
        const std::size_t depth = std::min(kInnerBlock, a.columns - k);
        for (std::size_t t = 0; t < bias.rows; ++t) {
            const std::size_t j = t * kColumns;
            const std::size_t n = std::min(kColumns, b.columns - j);
            const MutableMatrixView c_tile =
                n == kColumns ? c.block(0, c.rows, j, n) : filled.view();
            const MatrixView bias_rows = {bias.row(t).data(), c.rows, kColumns, 0};
            // What comes after this: the tile at its right, or the first one of the next block.
            const bool is_last = t + 1 == bias.rows;
            const std::size_t next_k = is_last ? k + kInnerBlock : k;
            const std::size_t next_j = is_last ? 0 : j + kColumns;
            MatrixView next;
            if (next_k < b.rows) {
                next = b.block(next_k, std::min(kInnerBlock, b.rows - next_k), next_j,
                               std::min(kColumns, b.columns - next_j));
            }
            add_block<kVectors>(a.block(0, a.rows, k, depth), b.block(k, depth, j, n), panel,
                                k == 0 ? bias_rows : c_tile, c_tile, next);
        }
    }
    if (n_left != 0) {
        copy(filled.view().block(0, c.rows, 0, n_left),
             c.block(0, c.rows, b.columns - n_left, n_left));
    }
}

void fill_part(MatrixView a, MatrixView b, MatrixView bias, MutableMatrixView c) {
    if (bias.columns == Tile<kNarrowVectors>::kColumns) {
        return fill_tiles<kNarrowVectors>(a, b, bias, c);
    }
    fill_tiles<kWideVectors>(a, b, bias, c);
}

/// Which tile C is cut into: one that leaves no column over, if there is such.
bool takes_narrow(std::size_t n_columns) { return n_columns % Tile<kNarrowVectors>::kColumns == 0; }

std::size_t tile_rows(std::size_t n_columns) {
    return takes_narrow(n_columns) ? Tile<kNarrowVectors>::kRows : Tile<kWideVectors>::kRows;
}

std::size_t tile_columns(std::size_t n_columns) {
    return takes_narrow(n_columns) ? Tile<kNarrowVectors>::kColumns : Tile<kWideVectors>::kColumns;
}

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
HWY_EXPORT(tile_rows);
HWY_EXPORT(tile_columns);
HWY_EXPORT(dot_columns);

namespace {

/// How many rows of A are taken at once: M in even parts of whole tiles, small enough that a part
/// of so many rows of an inner block stays in a second cache of 1 MiB and more.
std::size_t rows_at_once(std::size_t n_rows, std::size_t tile_rows) {
    constexpr std::size_t kMost = 516;
    const std::size_t n_parts = (n_rows + kMost - 1) / kMost;
    const std::size_t rows = (n_rows + n_parts - 1) / n_parts;
    return (rows + tile_rows - 1) / tile_rows * tile_rows;
}

/// How many column tiles one thread takes at once: each is fetched while the one before it is
/// worked on, so not too few; and as many parts for every thread as there are tiles for.
std::size_t tiles_at_once(std::size_t n_tiles, std::size_t n_down, std::size_t threads) {
    constexpr std::size_t kMost = 16;
    std::size_t parts_a_thread = (n_tiles * n_down + kMost * threads - 1) / (kMost * threads);
    while (parts_a_thread * threads % n_down != 0) ++parts_a_thread;
    const std::size_t n_across = parts_a_thread * threads / n_down;
    return (n_tiles + n_across - 1) / n_across;
}

void fill_many_rows(MatrixView a, MatrixView b, MatrixView bias, MutableMatrixView c,
                    std::size_t threads) {
    const std::size_t tile = HWY_DYNAMIC_DISPATCH(tile_columns)(b.columns);
    const std::size_t n_tiles = (b.columns + tile - 1) / tile;
    Matrix start(n_tiles, tile);  // the bias, or zeros
    if (bias.data != nullptr) std::ranges::copy(bias.row(0), start.values().begin());
    const std::size_t rows_a_part =
        rows_at_once(a.rows, HWY_DYNAMIC_DISPATCH(tile_rows)(b.columns));
    const std::size_t n_down = (a.rows + rows_a_part - 1) / rows_a_part;
    const std::size_t columns_a_part = tile * tiles_at_once(n_tiles, n_down, threads);
    const std::size_t n_across = (b.columns + columns_a_part - 1) / columns_a_part;
    parallel_for(n_across * n_down, threads, [&](std::size_t p) {
        const std::size_t i = p / n_across * rows_a_part;
        const std::size_t m = std::min(rows_a_part, a.rows - i);
        const std::size_t j = p % n_across * columns_a_part;
        const std::size_t n = std::min(columns_a_part, b.columns - j);
        HWY_DYNAMIC_DISPATCH(fill_part)
        (a.block(i, m, 0, a.columns), b.block(0, b.rows, j, n),
         start.view().block(j / tile, (n + tile - 1) / tile, 0, tile), c.block(i, m, j, n));
    });
}

/// B goes to the threads by columns: enough side by side that they are read as a stream.
void fill_few_rows(MatrixView a, MatrixView b, MatrixView bias, MutableMatrixView c,
                   std::size_t threads) {
    constexpr std::size_t kStep = 64;  // a multiple of every strip's columns
    const std::size_t share = (b.columns / threads + kStep - 1) / kStep * kStep;
    const std::size_t columns_a_part = std::clamp(share, 2 * kStep, 6 * kStep);
    const Matrix zeros(bias.data == nullptr ? 1 : 0, b.columns);
    const MatrixView start = bias.data == nullptr ? zeros.view() : bias;
    parallel_for((b.columns + columns_a_part - 1) / columns_a_part, threads, [&](std::size_t p) {
        const std::size_t j = p * columns_a_part;
        const std::size_t n = std::min(columns_a_part, b.columns - j);
        multiply_few_rows(a, b.block(0, b.rows, j, n), start.block(0, 1, j, n),
                          c.block(0, c.rows, j, n));
    });
}

}  // namespace

void matmul(MatrixView a, MatrixView b, MatrixView bias, MutableMatrixView c, std::size_t threads) {
    if (a.columns != b.rows) {
        throw std::logic_error(
            fmt::format("matmul: A [{}, {}] and B [{}, {}] do not fit: the columns of "
                        "A must be the rows of B",
                        a.rows, a.columns, b.rows, b.columns));
    }
    if (bias.data != nullptr && (bias.rows != 1 || bias.columns != b.columns)) {
        throw std::logic_error(fmt::format("matmul: the bias is [{}, {}], expected [1, {}]",
                                           bias.rows, bias.columns, b.columns));
    }
    if (c.rows != a.rows || c.columns != b.columns) {
        throw std::logic_error(fmt::format("matmul: C is [{}, {}], expected [{}, {}]", c.rows,
                                           c.columns, a.rows, b.columns));
    }
    if (a.rows == 0 || b.columns == 0) return;
    threads = worthwhile_threads(a.rows * a.columns * b.columns, threads);
    if (a.rows <= few_rows()) return fill_few_rows(a, b, bias, c, threads);
    fill_many_rows(a, b, bias, c, threads);
}

Matrix matmul(MatrixView a, MatrixView b, MatrixView bias, std::size_t threads) {
    Matrix c(a.rows, b.columns);
    matmul(a, b, bias, c.view(), threads);
    return c;
}

Matrix matmul_transposed(MatrixView a, MatrixView b, std::size_t threads) {
    if (a.columns != b.columns) {
        throw std::logic_error(
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
