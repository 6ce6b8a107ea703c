// The small matrices that the toy step works on: written by hand, drawn at random, or given.
// Reading a file is not done here: lab/ reads, and hands over the numbers.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/matrix.hpp"

namespace attnlab {

/// A few tokens with their queries, keys and values. n tokens, D = d_k, Dv = length of a value.
struct ToyInput {
    enum class Origin { kWritten, kRandom, kFile };

    Origin origin = Origin::kWritten;
    std::optional<std::uint64_t> seed;  // of random numbers
    std::string file;                   // where the numbers were read, as the user named it

    std::vector<std::string> tokens;  // n, as they were given: any bytes
    Matrix Q;                         // [n, D]
    Matrix K;                         // [n, D]
    Matrix V;                         // [n, Dv]
    std::optional<Matrix> visible;    // [n, n]: query i may look at key j where it is not 0

    /// What the components stand for; empty where they stand for nothing.
    std::vector<std::string> key_meanings;    // D, of queries and keys alike
    std::vector<std::string> value_meanings;  // Dv

    std::size_t n() const { return tokens.size(); }
    std::size_t d_k() const { return Q.columns(); }
};

/// Four words of the chapter's sentence with small whole numbers.
///
/// d_k = 4, so sqrt(d_k) = 2; `it` scores 8 against `trophy`, and all of a row's weights, printed
/// with three digits, add up to 1.000 exactly.
ToyInput written_input();

/// Normal numbers with mean 0 and variance 1, the same everywhere for one seed: Q, then K, then V.
///
/// Shapes:  Q, K, V [n, d_k].
ToyInput random_input(std::size_t n, std::size_t d_k, std::uint64_t seed);

/// Names for tokens that have none: t0, t1, ...
std::vector<std::string> numbered_tokens(std::size_t n);

/// Checks that the matrices belong to the same tokens and fit each other.
///
/// Errors: InputError naming the matrix, got and expected; a row of the mask that hides every key.
void require_consistent(const ToyInput& input);

}  // namespace attnlab
