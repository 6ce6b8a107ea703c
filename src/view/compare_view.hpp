// Step 4 of the lab: two variants of a sentence, what is the same and what differs.

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analysis/compare.hpp"
#include "maps/answer.hpp"
#include "maps/map_stream.hpp"
#include "view/gpt2_view.hpp"
#include "view/text.hpp"

namespace attnlab {

/// The row of the token that is watched, in one head of both variants.
struct FocusRows {
    std::string text;                    // as it was asked for: a word or an index
    std::array<std::size_t, 2> indices;  // in the first and in the second variant
    std::size_t layer = 0;
    std::size_t head = 0;
    std::array<std::vector<float>, 2> rows;  // [T] of each variant
};

/// What the model makes of both variants when they are followed by the cue.
struct AnswerPair {
    std::string cue;                         // as it follows the texts
    std::vector<std::string> candidates;     // as they were given
    std::vector<std::string> continuations;  // as they follow the cue, with their spaces
    std::array<Answer, 2> answers;
    std::vector<HeadDifference> heads;  // by where the last position looks, most different first
};

struct CompareResult {
    std::array<MapStream, 2> variants;
    Comparison comparison;
    std::optional<FocusRows> focus;
    std::string focus_note;  // why there is none, or why it is this one
    std::optional<AnswerPair> next;
    std::string next_note;  // why there is none
};

/// `top`: how many heads are drawn. Their maps are shown once more, a few at a time.
void compare_text(const CompareResult& result, const DrawOptions& options, std::size_t top,
                  const Style& style, const TextSink& sink);

std::string compare_json(const CompareResult& result);

}  // namespace attnlab
