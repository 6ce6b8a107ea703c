// The number of a token in a model's vocabulary.
// Every layer between text and maps speaks of tokens by it; signed, because files and users do.

#pragma once

#include <cstdint>

namespace attnlab {

using TokenId = std::int32_t;

}  // namespace attnlab
