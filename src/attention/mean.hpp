// A mean of independent measurements and how far it may be from the truth.

#pragma once

#include <optional>
#include <span>

namespace attnlab {

struct Mean {
    double value = 0.0;
    /// The standard error: the measurements' standard deviation divided by the root of their
    /// number. Nothing for a single one, which tells nothing of its spread.
    std::optional<double> standard_error;
};

/// The mean of at least one measurement.
Mean mean_of(std::span<const double> measurements);

}  // namespace attnlab
