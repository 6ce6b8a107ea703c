// Looks for NaN and infinity in weights, at the speed of memory. Reports; mends nothing.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "base/matrix.hpp"

namespace attnlab {

/// The index of the first value that is NaN or infinite; nothing if all are finite.
std::optional<std::size_t> first_not_finite(std::span<const float> values);

/// A matrix under the name that an error will give it. Its rows must lie without gaps.
struct NamedMatrix {
    std::string_view name;
    MatrixView values;
};

/// Checks that every value of every matrix is finite.
///
/// `label` names the file in errors.
///
/// Errors: InputError naming file, matrix and index of the first value that is not, whatever the
///         number of threads.
void check_finite(std::span<const NamedMatrix> matrices, std::string_view label,
                  std::size_t threads);

}  // namespace attnlab
