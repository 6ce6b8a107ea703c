// Byte-pair encoding of one piece of text: its bytes, merged by rank until nothing merges.
// Never the longest match: `gracefully` has many long tokens in it, and the ranks alone decide.

#pragma once

#include <string_view>
#include <vector>

#include "base/token_id.hpp"
#include "text/merge_table.hpp"

namespace attnlab {

/// Appends the ids of a piece to `ids`, in O(n log n) for n bytes.
///
/// Again and again the pair of neighbours with the lowest rank is merged, everywhere it stands,
/// from left to right. Source: `bpe` of the encoder published with GPT-2.
void append_merged(std::string_view piece, const MergeTable& merges, std::vector<TokenId>& ids);

}  // namespace attnlab
