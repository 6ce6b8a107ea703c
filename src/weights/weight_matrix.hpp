// A tensor as a matrix of floats that is read only when it is used. F32 is looked at where it lies;
// F16 and BF16 are widened, exactly. Integers, F64 and the 8-bit types are refused: nothing here
// rounds.

#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "base/matrix.hpp"
#include "weights/safetensors.hpp"

namespace attnlab {

/// Whether a WeightMatrix can be made of a tensor of that type.
bool is_read_as_floats(DType dtype);

/// A matrix of weights. Making one reads nothing; copies show the same numbers.
class WeightMatrix {
  public:
    /// [0, 0], from no file.
    WeightMatrix() : WeightMatrix(Matrix()) {}

    /// Numbers that come from no file: [rows, columns].
    explicit WeightMatrix(Matrix values);

    /// A tensor of rank 1 or 2, which must live as long as this does. `label` names its file in
    /// errors.
    ///
    /// Shapes:  [n] -> [1, n]; [rows, columns] -> [rows, columns].
    /// Errors:  InputError naming file, tensor and its type or shape if it is no matrix of floats.
    WeightMatrix(const Tensor& tensor, std::string_view label);

    std::size_t rows() const;
    std::size_t columns() const;

    /// All its numbers: F32 at an address that a float may have is shown where it lies, all else is
    /// widened at the first call. May be called from several threads.
    MatrixView view(std::size_t threads = 1) const;

    /// Copies one row, reading no other.
    ///
    /// Errors: InputError naming file, tensor and place if a number is NaN or infinite.
    void read_row(std::size_t row, std::span<float> to) const;

    /// Errors: InputError naming file, tensor and place of the first number that is NaN or
    /// infinite.
    void require_finite() const;

  private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace attnlab
