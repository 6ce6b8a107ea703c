#include "attention/tied.hpp"

#include <fmt/format.h>

#include <cmath>

#include "attention/attention.hpp"
#include "base/error.hpp"

namespace attnlab {

Asymmetry asymmetry_of(MatrixView S) {
    Asymmetry found;
    for (std::size_t i = 0; i < S.rows; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const double there = static_cast<double>(S(i, j));
            const double back = static_cast<double>(S(j, i));
            const double difference = std::fabs(there - back);
            if (difference > found.largest) found = {difference, i, j};
        }
    }
    return found;
}

TiedResult run_tied(const ToyInput& input) {
    AttentionOptions undivided;
    undivided.scale = 1.0F;
    TiedResult result;
    result.free_scores = attention(input.Q, input.K, input.V, undivided).scores;
    try {
        result.tied_scores = attention(input.Q, input.Q, input.V, undivided).scores;
    } catch (const InputError& error) {
        throw InputError(fmt::format("with the queries as keys: {}", error.what()), error.hint());
    }
    result.free = asymmetry_of(result.free_scores);
    result.tied = asymmetry_of(result.tied_scores);
    return result;
}

}  // namespace attnlab
