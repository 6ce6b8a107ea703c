// Which kinds of processor Highway compiles no code for. Included before Highway by every file that
// it compiles many times, so that all of them run on the same kinds.

#pragma once

// Scalable vectors (SVE, RVV) cannot be elements of an array, in which the matrix product keeps its
// sums: those machines use NEON or plain C++.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
