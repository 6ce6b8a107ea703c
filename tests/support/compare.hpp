// Compares computed numbers with expected ones and says how near the bound the worst of them is.
// One comparison gathers many matrices of one kind (all attention maps of a model) under one bound.
// Run the tests with `-s` to see the line of every comparison that holds: the measured errors.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/matrix.hpp"

namespace attnlab::testing {

/// Gathers the worst difference between numbers and what they should be.
///
///     Comparison weights("attention weights", kWeightBound);
///     for (...) weights.add("layer 0, head 1", got, wanted);
///     weights.check();
class Comparison {
  public:
    Comparison(std::string what, double bound);

    /// Compares all numbers of a matrix; `where` names the matrix should the worst be in it.
    ///
    /// Shapes:  got [n, m], wanted n * m numbers, row after row. Other sizes fail the test.
    void add(std::string_view where, MatrixView got, std::span<const double> wanted);

    /// The same for single numbers.
    void add(std::string_view where, double got, double wanted);

    /// Fails the test unless something was compared and every difference is within the bound.
    void check() const;

    /// One line: the worst index, got, wanted, error, bound, and the percentage of the bound.
    std::string report() const;

    /// Units: the difference itself; infinite if a number was NaN.
    double worst_error() const { return worst_error_; }

  private:
    void take(double got, double wanted, std::string_view where, std::size_t row,
              std::size_t column);

    std::string what_;
    double bound_;
    std::size_t count_ = 0;
    double worst_error_ = 0.0;
    std::string worst_;  // where the worst is, what came and what was wanted
};

/// Checks that two matrices have one shape and the same bits in all numbers, -0 and NaN included.
void check_same_bits(std::string_view what, MatrixView got, MatrixView wanted);

}  // namespace attnlab::testing
