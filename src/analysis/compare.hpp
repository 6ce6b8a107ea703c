// Two runs of one model compared, head by head: what is the same to the bit, and what differs.

#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "analysis/align.hpp"
#include "base/progress.hpp"
#include "maps/answer.hpp"
#include "maps/map_stream.hpp"

namespace attnlab {

/// How much one head differs between two texts.
struct HeadDifference {
    std::size_t layer = 0;
    std::size_t head = 0;
    double js_divergence_bits = 0.0;  // the mean over the rows that were compared
    double max_difference = 0.0;      // the largest |a - b| at aligned keys
};

struct Comparison {
    Alignment alignment;
    /// Rows before the first difference: both runs have read the same tokens there.
    std::size_t common_rows = 0;
    /// How many of them, from the first on, are equal to the bit in every compared head.
    std::size_t identical_rows = 0;
    float max_difference_in_common_rows = 0.0F;
    bool bit_identical = true;          // all common rows are
    std::size_t n_rows_compared = 0;    // aligned rows from the first difference on
    std::vector<HeadDifference> heads;  // over those rows, the most different first
};

/// What maps of one run take at most while they wait for those of the other, in bytes.
constexpr std::size_t kMostWaiting = std::size_t{128} << 20U;

struct CompareHooks {
    /// Sees each head of both runs as it is compared, so that nothing needs a showing of its own.
    std::function<void(const HeadMapView& a, const HeadMapView& b)> on_pair = {};
    OnProgress on_progress = {};
};

/// Compares the maps of two texts. Both must show the same heads of the same model.
///
/// A part of the first run's heads is kept while the second run shows the same ones, then the next
/// part: as many as `most_waiting` bytes hold, but at least one.
Comparison compare(const MapStream& a, const MapStream& b, const CompareHooks& hooks = {},
                   std::size_t most_waiting = kMostWaiting);

/// Compares where the last position of two texts looks: one row a head, the most different first.
/// Both answers must hold the same heads of the same model.
std::vector<HeadDifference> compare_last_rows(const Answer& a, const Answer& b);

/// The Jensen-Shannon divergence of two distributions: 0 where they are the same, 1 where they
/// share nothing.
///
/// Shapes:  p and q [n], each sums to 1. Units: bits.
/// Source:  Lin 1991, "Divergence measures based on the Shannon entropy".
double js_divergence_bits(std::span<const double> p, std::span<const double> q);

}  // namespace attnlab
