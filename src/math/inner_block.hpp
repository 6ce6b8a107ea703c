// How the inner dimension of a matrix product is cut, by whichever way its elements are reached.

#pragma once

#include <cstddef>

namespace attnlab {

/// Each block of so many products is summed up from 0, first to last, and then added to those
/// before it: this is what makes the same bits of the same numbers everywhere. A panel of B that
/// is so deep fits into a second cache of 1 MiB and more beside the rows of A.
constexpr std::size_t kInnerBlock = 384;

}  // namespace attnlab
