// The matrix product against a plain double loop, and its promise: a row's result has the same bits
// whatever stands beside it.

#include "math/matmul.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/random.hpp"
#include "math/inner_block.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/expect_error.hpp"

using namespace attnlab;
using attnlab::testing::check_same_bits;
using attnlab::testing::expect_error;

namespace {

/// A matrix that lies among NaN on all sides: whoever reads beside it spoils the result.
class Framed {
  public:
    Framed(std::size_t rows, std::size_t columns)
        : whole_(rows + 2, columns + 5), rows_(rows), columns_(columns) {
        std::ranges::fill(whole_.values(), std::numeric_limits<float>::quiet_NaN());
    }

    template <class Draw>
    static Framed filled(std::size_t rows, std::size_t columns, const Draw& draw) {
        Framed result(rows, columns);
        for (std::size_t i = 0; i < rows; ++i) {
            for (float& value : result.mutable_view().row(i)) value = draw();
        }
        return result;
    }

    MatrixView view() const { return whole_.view().block(1, rows_, 3, columns_); }

  private:
    MutableMatrixView mutable_view() { return whole_.view().block(1, rows_, 3, columns_); }

    Matrix whole_;
    std::size_t rows_;
    std::size_t columns_;
};

/// Whole numbers from -8 to 8: their products and sums are exact in float, in any order.
Framed whole_numbers(std::size_t rows, std::size_t columns, Random& random) {
    return Framed::filled(rows, columns, [&] {
        return static_cast<float>(std::floor(random.uniform() * 17.0)) - 8.0F;
    });
}

Framed normal_numbers(std::size_t rows, std::size_t columns, Random& random) {
    return Framed::filled(rows, columns, [&] { return static_cast<float>(random.normal()); });
}

double dot(MatrixView a, MatrixView b, std::size_t i, std::size_t j) {
    double sum = 0.0;
    for (std::size_t k = 0; k < a.columns; ++k) {
        sum += static_cast<double>(a(i, k)) * static_cast<double>(b(k, j));
    }
    return sum;
}

/// The sum of |a| |b|: what the rounding errors of a dot product are measured by.
double magnitude(MatrixView a, MatrixView b, std::size_t i, std::size_t j) {
    double sum = 0.0;
    for (std::size_t k = 0; k < a.columns; ++k) {
        sum += std::abs(static_cast<double>(a(i, k)) * static_cast<double>(b(k, j)));
    }
    return sum;
}

/// How many elements of `got` are not exactly a b plus the bias.
std::size_t count_wrong(const Matrix& got, MatrixView a, MatrixView b, MatrixView bias) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < a.rows; ++i) {
        for (std::size_t j = 0; j < b.columns; ++j) {
            const double start = bias.data == nullptr ? 0.0 : static_cast<double>(bias(0, j));
            if (static_cast<double>(got(i, j)) != start + dot(a, b, i, j)) ++wrong;
        }
    }
    return wrong;
}

/// The largest error of a b + bias as a share of what a chain of that many roundings may leave.
double share_of_bound(const Matrix& got, MatrixView a, MatrixView b, MatrixView bias,
                      std::size_t chain) {
    double worst = 0.0;
    for (std::size_t i = 0; i < a.rows; ++i) {
        for (std::size_t j = 0; j < b.columns; ++j) {
            const auto start = static_cast<double>(bias(0, j));
            const double error = static_cast<double>(got(i, j)) - (start + dot(a, b, i, j));
            const double size = magnitude(a, b, i, j) + std::abs(start);
            const double bound = 2.0 * std::sqrt(static_cast<double>(chain)) * 0x1p-24 * size;
            worst = std::max(worst, std::abs(error) / bound);
        }
    }
    return worst;
}

void check_exact(std::size_t M, std::size_t K, std::size_t N, Random& random) {
    const Framed a = whole_numbers(M, K, random);
    const Framed b = whole_numbers(K, N, random);
    const Framed bias = whole_numbers(1, N, random);
    const Matrix plain = matmul(a.view(), b.view());
    const Matrix with_bias = matmul(a.view(), b.view(), bias.view());
    const Matrix b_transposed = transpose(b.view());
    const Matrix transposed = matmul_transposed(a.view(), b_transposed);
    INFO("M = " << M << ", K = " << K << ", N = " << N);
    CHECK((plain.rows() == M && plain.columns() == N));
    CHECK((transposed.rows() == M && transposed.columns() == N));
    CHECK(count_wrong(plain, a.view(), b.view(), {}) == 0);
    CHECK(count_wrong(with_bias, a.view(), b.view(), bias.view()) == 0);
    CHECK(count_wrong(transposed, a.view(), b.view(), {}) == 0);
}

}  // namespace

TEST_CASE("Products of whole numbers are exact for all small shapes", "[math]") {
    Random random(1);
    for (std::size_t M = 1; M <= 8; ++M) {
        for (std::size_t K = 1; K <= 9; ++K) {
            for (std::size_t N = 1; N <= 20; ++N) check_exact(M, K, N, random);
        }
    }
}

TEST_CASE("Products of whole numbers are exact on both sides of each tile and block", "[math]") {
    Random random(2);
    for (const std::size_t M : {1U, 6U, 7U, 14U, 15U, 17U}) {
        for (const std::size_t K : {1U, 15U, 17U, 383U, 384U, 385U, 769U}) {
            for (const std::size_t N : {1U, 31U, 33U, 48U, 49U, 64U, 65U, 144U, 257U}) {
                check_exact(M, K, N, random);
            }
        }
    }
}

TEST_CASE("Products of many rows are exact in whatever parts they are computed", "[math]") {
    Random random(7);
    // From 517 on the rows are cut into parts.
    for (const std::size_t m : {63U, 516U, 517U, 1040U}) {
        const Framed a = whole_numbers(m, 100, random);
        const Framed b = whole_numbers(100, 450, random);
        const Framed bias = whole_numbers(1, 450, random);
        INFO(m << " rows");
        const Matrix one = matmul(a.view(), b.view(), bias.view());
        CHECK(count_wrong(one, a.view(), b.view(), bias.view()) == 0);
        for (const std::size_t threads : {2U, 3U}) {
            check_same_bits("threads", matmul(a.view(), b.view(), bias.view(), threads), one);
        }
    }
}

TEST_CASE("A product into given memory writes all of it and nothing beside it", "[math]") {
    Random random(8);
    const Framed a = whole_numbers(7, 5, random);
    const Framed b = whole_numbers(5, 37, random);
    Matrix around(9, 41);
    for (float& value : around.values()) value = 0.5F;
    matmul(a.view(), b.view(), {}, around.view().block(1, 7, 2, 37));
    CHECK(count_wrong(Matrix(around.view().block(1, 7, 2, 37)), a.view(), b.view(), {}) == 0);
    CHECK(std::ranges::count(around.values(), 0.5F) == 9 * 41 - 7 * 37);
    expect_error<std::logic_error>([&] { matmul(a.view(), b.view(), {}, around.view()); },
                                   {"C is [9, 41]", "expected [7, 37]"});
}

TEST_CASE("A product over no inner dimension is the bias", "[math]") {
    const Matrix a(2, 0);
    const Matrix b(0, 3);
    Matrix bias(1, 3);
    bias(0, 1) = 2.5F;
    const Matrix c = matmul(a, b, bias);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(c(i, 0) == 0.0F);
        CHECK(c(i, 1) == 2.5F);
    }
    CHECK(matmul_transposed(a, Matrix(3, 0)) == Matrix(2, 3));
    CHECK(matmul(Matrix(2, 3), Matrix(3, 0)) == Matrix(2, 0));
    CHECK(matmul(Matrix(20, 3), Matrix(3, 0), {}, 2) == Matrix(20, 0));
}

TEST_CASE("A product is as near to the exact one as its roundings allow", "[math]") {
    // A chain of n roundings is off by at most n 2^-24 of the sum of the magnitudes (Higham 2002,
    // section 4.2), and hardly ever by more than 2 sqrt(n) of them, because roundings go both ways
    // (Higham and Mary 2019). The longest chain: a product, the sums of a block, a sum a block.
    Random random(3);
    double worst = 0.0;
    double worst_transposed = 0.0;
    for (const std::size_t K : {1U, 16U, 383U, 384U, 385U, 768U, 1000U}) {
        const Framed a = normal_numbers(K % 2 == 0 ? 7 : 17, K, random);  // few rows, and many
        const Framed b = normal_numbers(K, 70, random);
        const Framed bias = normal_numbers(1, 70, random);
        const std::size_t chain =
            1 + std::min(K, kInnerBlock) + (K + kInnerBlock - 1) / kInnerBlock;
        worst = std::max(worst, share_of_bound(matmul(a.view(), b.view(), bias.view()), a.view(),
                                               b.view(), bias.view(), chain));
        // Lane by lane; the chain is as long as the sum where a vector has one lane.
        const Matrix transposed = matmul_transposed(a.view(), transpose(b.view()));
        const Matrix no_bias(1, 70);
        worst_transposed = std::max(worst_transposed,
                                    share_of_bound(transposed, a.view(), b.view(), no_bias, K + 1));
    }
    INFO("shares of the bound: " << worst << " and " << worst_transposed);
    CHECK(worst <= 1.0);             // measured: 0.43
    CHECK(worst_transposed <= 1.0);  // measured: 0.34
    CHECK(worst > 0.0);
}

TEST_CASE("An element has the same bits whatever rows columns and threads there are", "[math]") {
    Random random(4);
    const auto draw = [&](std::size_t first, std::size_t last) {
        return first +
               static_cast<std::size_t>(random.uniform() * static_cast<double>(last - first + 1));
    };
    for (int trial = 0; trial < 40; ++trial) {
        const std::size_t M = draw(1, 40);
        const std::size_t K = trial % 4 == 0 ? draw(257, 700) : draw(1, 80);
        const std::size_t N = trial % 4 == 1 ? draw(257, 600) : draw(1, 150);
        const Framed a = normal_numbers(M, K, random);
        const Framed b = normal_numbers(K, N, random);
        const Framed bias = normal_numbers(1, N, random);
        const Matrix whole = matmul(a.view(), b.view(), bias.view(), 1);
        const Matrix b_transposed = transpose(b.view());
        const Matrix whole_transposed = matmul_transposed(a.view(), b_transposed, 1);

        const std::size_t row = draw(0, M - 1);
        const std::size_t n_rows = draw(1, M - row);
        const std::size_t column = draw(0, N - 1);
        const std::size_t n_columns = draw(1, N - column);
        const MatrixView part_a = a.view().block(row, n_rows, 0, K);
        INFO(fmt::format("M = {}, K = {}, N = {}, rows {} + {}, columns {} + {}", M, K, N, row,
                         n_rows, column, n_columns));
        for (const std::size_t threads : {1U, 2U, 3U}) {
            check_same_bits("matmul",
                            matmul(part_a, b.view().block(0, K, column, n_columns),
                                   bias.view().block(0, 1, column, n_columns), threads),
                            whole.view().block(row, n_rows, column, n_columns));
            check_same_bits(
                "matmul_transposed",
                matmul_transposed(part_a, b_transposed.view().block(column, n_columns, 0, K),
                                  threads),
                whole_transposed.view().block(row, n_rows, column, n_columns));
        }
    }
}

TEST_CASE("Products large enough to be shared among threads have the same bits", "[math]") {
    // Above 2^19 multiplications, in several tiles or parts; the last of them is not whole.
    Random random(6);
    const Framed b = normal_numbers(300, 530, random);
    const Matrix b_transposed = transpose(b.view());
    for (const std::size_t M : {9U, 21U}) {  // few rows, and many
        const Framed a = normal_numbers(M, 300, random);
        const Matrix one = matmul(a.view(), b.view(), {}, 1);
        const Matrix one_transposed = matmul_transposed(a.view(), b_transposed, 1);
        for (const std::size_t threads : {2U, 3U, 16U}) {
            check_same_bits("matmul", matmul(a.view(), b.view(), {}, threads), one);
            check_same_bits("matmul_transposed", matmul_transposed(a.view(), b_transposed, threads),
                            one_transposed);
        }
    }
}

TEST_CASE("Shapes that do not fit are refused with both shapes", "[math]") {
    const Matrix a(2, 3);
    expect_error<std::logic_error>([&] { matmul(a, Matrix(4, 5)); },
                                   {"matmul", "[2, 3]", "[4, 5]", "do not fit"});
    expect_error<std::logic_error>([&] { matmul(a, Matrix(3, 5), Matrix(1, 4)); },
                                   {"matmul", "bias", "[1, 4]", "[1, 5]"});
    expect_error<std::logic_error>([&] { matmul(a, Matrix(3, 5), Matrix(2, 5)); },
                                   {"bias", "[2, 5]", "[1, 5]"});
    expect_error<std::logic_error>([&] { matmul_transposed(a, Matrix(3, 5)); },
                                   {"matmul_transposed", "[2, 3]", "[3, 5]", "same columns"});
}

TEST_CASE("The transpose of a view swaps rows and columns", "[math]") {
    Random random(5);
    const Framed a = normal_numbers(3, 5, random);
    const Matrix t = transpose(a.view());
    REQUIRE((t.rows() == 5 && t.columns() == 3));
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 5; ++j) CHECK(t(j, i) == a.view()(i, j));
    }
    check_same_bits("twice", transpose(t), a.view());
}
