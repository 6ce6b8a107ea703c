#include "analysis/align.hpp"

#include <algorithm>
#include <cstdint>

namespace attnlab {
namespace {

/// Finds the gaps between pairs, and before the end, that are as long in A as in B.
std::vector<IndexPair> replaced_in(std::vector<IndexPair> pairs, std::size_t n_a, std::size_t n_b) {
    pairs.emplace_back(n_a, n_b);  // the end of both texts closes the last gap
    std::vector<IndexPair> replaced;
    IndexPair next{0, 0};
    for (const auto& [a, b] : pairs) {
        if (a - next.first == b - next.second) {
            for (std::size_t i = 0; next.first + i < a; ++i) {
                replaced.emplace_back(next.first + i, next.second + i);
            }
        }
        next = {a + 1, b + 1};
    }
    return replaced;
}

}  // namespace

std::vector<IndexPair> Alignment::places() const {
    std::vector<IndexPair> all = pairs;
    all.insert(all.end(), replaced.begin(), replaced.end());
    std::ranges::sort(all);
    return all;
}

std::vector<std::pair<std::optional<std::size_t>, std::optional<std::size_t>>> Alignment::lines(
    std::size_t n_a, std::size_t n_b) const {
    std::vector<std::pair<std::optional<std::size_t>, std::optional<std::size_t>>> all;
    std::size_t i = 0;
    std::size_t j = 0;
    const auto alone_until = [&](std::size_t a, std::size_t b) {
        for (; i < a; ++i) all.emplace_back(i, std::nullopt);
        for (; j < b; ++j) all.emplace_back(std::nullopt, j);
    };
    for (const auto& [a, b] : places()) {
        alone_until(a, b);
        all.emplace_back(i++, j++);
    }
    alone_until(n_a, n_b);
    return all;
}

Alignment align(const std::vector<Token>& a, const std::vector<Token>& b) {
    std::size_t prefix = 0;
    const std::size_t shorter = std::min(a.size(), b.size());
    while (prefix < shorter && a[prefix].id == b[prefix].id) ++prefix;

    Alignment alignment;
    if (prefix < a.size() || prefix < b.size()) alignment.first_difference = prefix;
    for (std::size_t i = 0; i < prefix; ++i) alignment.pairs.emplace_back(i, i);

    // lengths[i][j]: the longest common subsequence of what follows i in A and j in B. A text has
    // at most n_positions tokens, 1024 for GPT-2, so the table is small.
    const std::size_t n = a.size() - prefix;
    const std::size_t m = b.size() - prefix;
    std::vector<std::vector<std::uint32_t>> lengths(n + 1, std::vector<std::uint32_t>(m + 1));
    const auto same = [&](std::size_t i, std::size_t j) {
        return a[prefix + i].id == b[prefix + j].id;
    };
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t j = m; j-- > 0;) {
            lengths[i][j] = same(i, j) ? lengths[i + 1][j + 1] + 1
                                       : std::max(lengths[i + 1][j], lengths[i][j + 1]);
        }
    }
    for (std::size_t i = 0, j = 0; i < n && j < m;) {
        if (same(i, j)) {
            alignment.pairs.emplace_back(prefix + i++, prefix + j++);
        } else if (lengths[i + 1][j] >= lengths[i][j + 1]) {
            ++i;
        } else {
            ++j;
        }
    }
    alignment.replaced = replaced_in(alignment.pairs, a.size(), b.size());
    return alignment;
}

}  // namespace attnlab
