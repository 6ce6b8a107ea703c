// One cell of the toy step worked out in a sentence, for the reader to check by hand.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attention/toy.hpp"

namespace attnlab {

/// "Check one: the query of `it` times the key of `trophy`: 4 x 2 + 1 x 0 = 8."; empty where the
/// result has no cell to work out, or vectors too long to be written out.
std::string dot_product_example(const ToyResult& result, const std::vector<std::string>& labels,
                                std::size_t precision);

/// "Check one: `it` on `trophy`: e^4 / (e^4 + e^1) = 54.598 / 57.316 = 0.953."; empty where the
/// result has no cell to work out.
std::string softmax_example(const ToyResult& result, const std::vector<std::string>& labels,
                            std::size_t precision);

}  // namespace attnlab
