#include "base/matrix.hpp"

#include <numeric>

#include "support/catch.hpp"

using namespace attnlab;

namespace {

/// 0 1 2 3 / 4 5 6 7 / 8 9 10 11.
Matrix counted() {
    Matrix matrix(3, 4);
    std::iota(matrix.values().begin(), matrix.values().end(), 0.0F);
    return matrix;
}

}  // namespace

TEST_CASE("A new matrix is zero and lies row after row", "[base]") {
    Matrix matrix(2, 3);
    for (const float value : matrix.values()) CHECK(value == 0.0F);
    matrix(1, 0) = 5.0F;
    CHECK(matrix.values()[3] == 5.0F);
    CHECK(matrix.row(1)[0] == 5.0F);
    CHECK_FALSE(matrix.empty());
    CHECK(Matrix().empty());
    CHECK(Matrix(0, 3).empty());
}

TEST_CASE("A view shows a part of a matrix without a copy", "[base]") {
    Matrix matrix = counted();
    const MatrixView part = matrix.view().block(1, 2, 1, 2);
    CHECK((part.rows == 2 && part.columns == 2 && part.stride == 4));
    CHECK(part(0, 0) == 5.0F);
    CHECK(part(1, 1) == 10.0F);
    CHECK(part.row(1).size() == 2);
    matrix(2, 2) = -1.0F;
    CHECK(part(1, 1) == -1.0F);

    const MatrixView part_of_part = part.block(1, 1, 1, 1);
    CHECK(part_of_part(0, 0) == -1.0F);
}

TEST_CASE("What is written through a view is in the matrix", "[base]") {
    Matrix matrix = counted();
    const MutableMatrixView part = matrix.view().block(0, 2, 2, 2);
    part(1, 0) = 60.0F;
    part.row(0)[1] = 30.0F;
    CHECK(matrix(1, 2) == 60.0F);
    CHECK(matrix(0, 3) == 30.0F);
    const MatrixView read_only = part;
    CHECK(read_only(1, 0) == 60.0F);
}

TEST_CASE("A copy of a view has no gaps and a life of its own", "[base]") {
    Matrix matrix = counted();
    const Matrix copy(matrix.view().block(1, 2, 2, 2));
    matrix(1, 2) = 100.0F;
    REQUIRE((copy.rows() == 2 && copy.columns() == 2));
    CHECK(copy.values()[0] == 6.0F);
    CHECK(copy.values()[1] == 7.0F);
    CHECK(copy.values()[2] == 10.0F);
    CHECK(copy.values()[3] == 11.0F);
}

TEST_CASE("Numbers are copied from one window to another", "[base]") {
    const Matrix from = counted();
    Matrix to(4, 5);
    copy(from.view().block(1, 2, 1, 2), to.view().block(2, 2, 3, 2));
    CHECK(to(2, 3) == 5.0F);
    CHECK(to(3, 4) == 10.0F);
    CHECK(std::accumulate(to.values().begin(), to.values().end(), 0.0F) == 5 + 6 + 9 + 10);
}

TEST_CASE("Matrices are equal when shape and numbers are", "[base]") {
    CHECK(counted() == counted());
    CHECK_FALSE(Matrix(2, 3) == Matrix(3, 2));
    Matrix changed = counted();
    changed(2, 3) = 0.0F;
    CHECK_FALSE(changed == counted());
}
