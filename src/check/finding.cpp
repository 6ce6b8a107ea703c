#include "check/finding.hpp"

#include <algorithm>

namespace attnlab {

std::size_t CheckResult::count(Verdict verdict) const {
    const auto has_it = [verdict](const CheckedFact& fact) {
        return fact.finding.verdict == verdict;
    };
    return static_cast<std::size_t>(std::ranges::count_if(published, has_it) +
                                    std::ranges::count_if(every_model, has_it));
}

}  // namespace attnlab
