#include "view/short_labels.hpp"

#include <fmt/format.h>

#include <set>

#include "base/unicode.hpp"
#include "view/text.hpp"

namespace attnlab {

std::vector<std::string> short_labels(const std::vector<std::string>& texts) {
    const std::set<std::string> distinct(texts.begin(), texts.end());
    const bool has_repeats = distinct.size() < texts.size();
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::string text = texts[i].empty() ? "''" : printable(texts[i]);
        labels.push_back(
            cut_label(has_repeats ? fmt::format("{}:{}", i, text) : text, kLongestLabel));
    }
    return labels;
}

std::vector<std::string> index_labels(std::size_t n) {
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < n; ++i) labels.push_back(fmt::format("{}", i));
    return labels;
}

std::string cut_label(const std::string& label, std::size_t width) {
    if (display_width(label) <= width) return label;
    std::string shorter = pad_right(label, width);
    // Where a wide letter did not fit, a space fills its place: not wanted inside a sentence.
    shorter.erase(shorter.find_last_not_of(' ') + 1);
    return shorter;
}

}  // namespace attnlab
