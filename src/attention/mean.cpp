#include "attention/mean.hpp"

#include <cmath>
#include <numeric>

namespace attnlab {

Mean mean_of(std::span<const double> measurements) {
    const double n = static_cast<double>(measurements.size());
    Mean mean;
    mean.value = std::accumulate(measurements.begin(), measurements.end(), 0.0) / n;
    if (measurements.size() < 2) return mean;
    double squares = 0.0;
    for (const double x : measurements) squares += (x - mean.value) * (x - mean.value);
    mean.standard_error = std::sqrt(squares / (n - 1.0) / n);
    return mean;
}

}  // namespace attnlab
