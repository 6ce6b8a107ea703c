// A row-major matrix of floats that owns its numbers, and the views that look at parts of it.
// A view is a pointer with a shape and a stride: the Q of one head is columns of the QKV matrix,
// and a weight is a piece of a mapped file, so neither is ever copied. No arithmetic lives here.

#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace attnlab {

/// A read-only window on a row-major matrix; `stride` is the distance between rows, in floats.
struct MatrixView {
    const float* data = nullptr;
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::size_t stride = 0;

    std::span<const float> row(std::size_t i) const { return {data + i * stride, columns}; }
    float operator()(std::size_t i, std::size_t j) const { return data[i * stride + j]; }

    /// Rows first_row.. and columns first_column..: [rows, columns] -> [n_rows, n_columns].
    MatrixView block(std::size_t first_row, std::size_t n_rows, std::size_t first_column,
                     std::size_t n_columns) const {
        return {data + first_row * stride + first_column, n_rows, n_columns, stride};
    }
};

/// A window through which numbers are written.
struct MutableMatrixView {
    float* data = nullptr;
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::size_t stride = 0;

    std::span<float> row(std::size_t i) const { return {data + i * stride, columns}; }
    float& operator()(std::size_t i, std::size_t j) const { return data[i * stride + j]; }

    MutableMatrixView block(std::size_t first_row, std::size_t n_rows, std::size_t first_column,
                            std::size_t n_columns) const {
        return {data + first_row * stride + first_column, n_rows, n_columns, stride};
    }

    operator MatrixView() const { return {data, rows, columns, stride}; }
};

/// Copies numbers from one window to another of the same shape.
inline void copy(MatrixView from, MutableMatrixView to) {
    for (std::size_t i = 0; i < from.rows; ++i) {
        std::copy_n(from.row(i).begin(), from.columns, to.row(i).begin());
    }
}

/// The owner: [rows, columns] floats in one piece, zero at first.
class Matrix {
  public:
    Matrix() = default;
    Matrix(std::size_t rows, std::size_t columns)
        : rows_(rows), columns_(columns), values_(rows * columns) {}

    /// Copies what a view shows: [rows, columns] -> [rows, columns], without the gaps.
    explicit Matrix(MatrixView view) : Matrix(view.rows, view.columns) { copy(view, this->view()); }

    /// Another shape in the same memory where it fits; the numbers are any that were there, or
    /// zero.
    void reshape(std::size_t rows, std::size_t columns) {
        rows_ = rows;
        columns_ = columns;
        values_.resize(rows * columns);
    }

    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    bool empty() const { return values_.empty(); }

    std::span<float> row(std::size_t i) { return {values_.data() + i * columns_, columns_}; }
    std::span<const float> row(std::size_t i) const {
        return {values_.data() + i * columns_, columns_};
    }
    float& operator()(std::size_t i, std::size_t j) { return values_[i * columns_ + j]; }
    float operator()(std::size_t i, std::size_t j) const { return values_[i * columns_ + j]; }

    /// All numbers, row after row.
    std::span<const float> values() const { return values_; }
    std::span<float> values() { return values_; }

    MutableMatrixView view() { return {values_.data(), rows_, columns_, columns_}; }
    MatrixView view() const { return {values_.data(), rows_, columns_, columns_}; }
    operator MatrixView() const { return view(); }

    friend bool operator==(const Matrix&, const Matrix&) = default;

  private:
    std::size_t rows_ = 0;
    std::size_t columns_ = 0;
    std::vector<float> values_;
};

}  // namespace attnlab
