#include "suggest.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace attnlab::lab {
namespace {

std::string in_lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

/// How many letters must be put in, left out or changed (Levenshtein 1966).
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, changed});
        }
    }
    return row.back();
}

/// The words that begin with what was typed, the shortest first.
std::vector<std::string> completions(const std::string& typed,
                                     const std::vector<std::string>& words) {
    constexpr std::size_t kShortest = 3;  // letters that say something
    std::vector<std::string> found;
    if (typed.size() < kShortest) return found;
    for (const std::string& word : words) {
        if (in_lower_case(word).starts_with(typed)) found.push_back(word);
    }
    std::ranges::stable_sort(found, {}, &std::string::size);
    return found;
}

}  // namespace

std::string nearest(std::string_view typed_as_it_is, const std::vector<std::string>& words) {
    const std::string typed = in_lower_case(typed_as_it_is);
    const std::vector<std::string> begun = completions(typed, words);
    if (begun.size() == 1) return begun.front();
    std::string best = begun.empty() ? "" : begun.front();
    std::size_t best_distance = std::max<std::size_t>(2, typed.size() / 3) + 1;
    for (const std::string& word : words) {
        const std::size_t distance = edit_distance(typed, in_lower_case(word));
        if (distance < best_distance) {
            best = word;
            best_distance = distance;
        }
    }
    return best;
}

}  // namespace attnlab::lab
