// Two runs of one model compared, head by head: what is the same to the bit, and what differs.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "analysis/align.hpp"
#include "maps/answer.hpp"
#include "maps/attention_maps.hpp"

namespace attnlab {

/// How much one head differs between two texts.
struct HeadDifference {
    std::size_t layer = 0;
    std::size_t head = 0;
    double js_divergence_bits = 0.0;  // the mean over the rows that were compared
    double max_difference = 0.0;      // the largest |a - b| at aligned keys
};

/// The most different first.
bool is_more_different(const HeadDifference& a, const HeadDifference& b);

struct Comparison {
    Alignment alignment;
    /// Rows before the first difference: both runs have read the same tokens there. None of texts
    /// that differ where there is no mask: then every row has read the whole text.
    std::size_t common_rows = 0;
    /// How many of them, from the first on, are equal to the bit in every compared head.
    std::size_t identical_rows = 0;
    float max_difference_in_identical_rows = 0.0F;
    float max_difference_in_common_rows = 0.0F;
    bool bit_identical = true;          // all common rows are
    std::size_t n_rows_compared = 0;    // aligned rows that are not common
    std::vector<HeadDifference> heads;  // over those rows, the most different first
};

/// Compares the maps of two texts head by head, as they come. Holds none of them.
class Comparer {
  public:
    Comparer(const std::vector<Token>& a, const std::vector<Token>& b, bool causal);

    /// What is known before a head is seen: how the texts are aligned, and which rows count.
    const Comparison& begun() const { return comparison_; }

    /// The same head of both texts. Errors: std::logic_error if it is not the same.
    HeadDifference add(const HeadView& a, const HeadView& b);

    /// Everything, after the last head.
    Comparison finish() &&;

  private:
    bool causal_;
    Comparison comparison_;
    std::vector<float> largest_differences_;  // of each common row
};

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
