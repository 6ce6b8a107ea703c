// Why a token needs two vectors: with one projection for query and key, scores are symmetric.

#pragma once

#include <cstddef>

#include "attention/toy_input.hpp"

namespace attnlab {

/// How far a square matrix is from its transpose: the largest |S_ij - S_ji|, and where it stands.
struct Asymmetry {
    double largest = 0.0;
    std::size_t row = 0;
    std::size_t column = 0;
};

/// The same tokens with keys of their own and with their queries as keys; scores not divided.
struct TiedResult {
    Matrix free_scores;  // [n, n] Q K^T
    Matrix tied_scores;  // [n, n] Q Q^T
    Asymmetry free;
    Asymmetry tied;
};

/// Errors: InputError naming row and column if a dot product of two queries overflows.
TiedResult run_tied(const ToyInput& input);

/// Shapes: S [n, n], n >= 1.
Asymmetry asymmetry_of(MatrixView S);

}  // namespace attnlab
