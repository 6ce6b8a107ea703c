// What the report says of the library that sets the limit of arithmetic.

#pragma once

#include <string>

namespace attnlab::bench {

/// The version of oneDNN that runs, like "2.6.3".
std::string onednn_version();

}  // namespace attnlab::bench
