// Names for the rows and columns of a table.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace attnlab {

/// Names of tokens that can be told apart and that fit into columns: printable, with the index
/// where a text repeats, cut where long, '' where empty.
std::vector<std::string> short_labels(const std::vector<std::string>& texts);

/// 0, 1, 2, ...
std::vector<std::string> index_labels(std::size_t n);

/// At most `width` columns of a label, which end in an ellipsis where it was cut.
std::string cut_label(const std::string& label, std::size_t width);

/// The longest label that a table shows in full.
constexpr std::size_t kLongestLabel = 16;

}  // namespace attnlab
