// Reads memory once, as fast as this machine can: what no run that needs those bytes can beat.

#pragma once

#include <cstddef>
#include <span>

namespace attnlab::bench {

/// The sum of all floats, in any order: it is there so that nothing can be left out.
///
/// Pieces of about a megabyte are best: each is read by one thread, the next free one.
float read_once(std::span<const std::span<const float>> pieces, std::size_t threads);

}  // namespace attnlab::bench
