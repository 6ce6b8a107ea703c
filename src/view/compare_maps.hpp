// The heads that differ most between two variants, drawn: both maps and their difference.

#pragma once

#include <cstddef>

#include "view/compare_view.hpp"

namespace attnlab {

/// Draws the first `n` heads of the comparison, each in both variants, beside each other where the
/// width allows it. Few maps are held at a time; where there are more, the variants are shown
/// again.
void draw_most_different(const CompareResult& result, std::size_t n, const DrawOptions& options,
                         const Style& style, const TextSink& sink);

}  // namespace attnlab
