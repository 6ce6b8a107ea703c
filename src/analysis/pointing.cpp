#include "analysis/pointing.hpp"

#include <algorithm>

namespace attnlab {

double pointing_weight(MatrixView weights, const Target& target) {
    double sum = 0.0;
    double largest = 0.0;
    for (const std::size_t key : target.keys) {
        const double weight = static_cast<double>(weights(target.query, key));
        sum += weight;
        largest = std::max(largest, weight);
    }
    return target.words.empty() ? largest : sum;
}

Target target_of(const std::vector<Token>& tokens, std::size_t query,
                 const std::vector<std::string>& candidates, bool causal) {
    Target target;
    target.query = query;
    const auto can_see = [&](std::size_t key) { return key != query && (!causal || key < query); };
    for (const std::string& word : candidates) {
        bool is_seen = false;
        for (const TokenSpan& span : find_text(tokens, word)) {
            for (std::size_t key = span.first; key <= span.last; ++key) {
                if (!can_see(key)) continue;
                is_seen = true;
                if (std::ranges::find(target.keys, key) == target.keys.end()) {
                    target.keys.push_back(key);
                }
            }
        }
        if (is_seen) target.words.push_back(word);
    }
    if (!target.keys.empty()) return target;
    for (std::size_t key = 1; key < tokens.size(); ++key) {
        if (can_see(key)) target.keys.push_back(key);
    }
    return target;
}

}  // namespace attnlab
