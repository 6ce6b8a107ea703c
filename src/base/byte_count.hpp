// Amounts of bytes in words, for messages and views.

#pragma once

#include <cstddef>
#include <string>

namespace attnlab {

/// 665 B, 1.5 kB, 548.1 MB, 6.4 GB: three or four digits, in steps of 1000 as shops and hubs count.
std::string byte_count(std::size_t bytes);

}  // namespace attnlab
