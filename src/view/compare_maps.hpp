// The heads that differ most between two variants, drawn: both maps and their difference.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "steps/compare_step.hpp"
#include "view/gpt2_view.hpp"
#include "view/text.hpp"

namespace attnlab {

/// Draws a head when it comes and is among the most different so far. Keeps drawings, not maps.
class MostDifferentHeads {
  public:
    /// Draws the `n` most different heads.
    MostDifferentHeads(std::size_t n, const DrawOptions& options, const Style& style)
        : n_(n), options_(options), style_(style) {
        options_.from_end = true;  // the texts differ at their ends, not where they begin
    }

    /// For CompareStepOptions::on_pair.
    ///
    /// Errors: UsageError if a map without its first token has nothing left.
    void add(const CompareResult& begun, const HeadDifference& difference, const HeadView& a,
             const HeadView& b);

    /// How many heads are drawn.
    std::size_t size() const { return drawings_.size(); }

    /// The drawings, the most different first.
    std::string text() const;

  private:
    struct Drawing {
        HeadDifference difference;
        std::string text;
    };
    std::size_t n_;
    DrawOptions options_;
    Style style_;
    std::vector<Drawing> drawings_;  // at most n
};

}  // namespace attnlab
