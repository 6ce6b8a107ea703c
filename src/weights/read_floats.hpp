// Tensors as matrices of floats. F32 is looked at where it lies; F16 and BF16 are widened, exactly.
// Integers, F64 and the 8-bit types are refused: nothing here rounds.

#pragma once

#include <string_view>

#include "base/matrix.hpp"
#include "weights/safetensors.hpp"

namespace attnlab {

/// Whether read_floats() can read that type.
bool is_read_as_floats(DType dtype);

/// A tensor of rank 1 or 2 as floats.
///
/// F32 at an address that a float may have is a view of the file itself, and `owned` is left as it
/// is. F16, BF16 and misaligned F32 are written into `owned`, which the view then shows.
/// `label` names the file in errors.
///
/// Shapes:  [n] -> [1, n]; [rows, columns] -> [rows, columns].
/// Errors:  InputError naming file, tensor and its type or shape if it cannot be read as such.
MatrixView read_floats(const Tensor& tensor, std::string_view label, Matrix& owned);

}  // namespace attnlab
