// Seeded random numbers that are the same on every platform, compiler and standard library.
// std::normal_distribution is left to each library, so the distributions here are our own.
// Not for secrets.

#pragma once

#include <cstdint>
#include <span>

namespace attnlab {

/// A stream of random numbers that its seed alone determines.
///
/// Source: the generator is SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom
///         number generators"); its n-th number is a function of seed and n alone, which lets any
///         language reproduce the stream.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    /// 64 random bits.
    std::uint64_t bits();

    /// Uniform on [0, 1): the upper 53 bits, scaled; exact.
    double uniform();

    /// Normal with mean 0 and variance 1.
    ///
    /// A ratio of two uniform numbers, accepted by a logarithm (Kinderman and Monahan 1977). The
    /// number itself comes from +, -, * and / alone, which IEEE 754 fixes to the last bit; a
    /// logarithm that is off in its last place could only change what is accepted, once in 1e15.
    double normal();

    /// Fills a row with normal numbers, each rounded to float.
    void fill_normal(std::span<float> values);

  private:
    std::uint64_t state_;
};

}  // namespace attnlab
