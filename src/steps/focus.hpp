// The token that a step watches.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "maps/token.hpp"

namespace attnlab {

/// What to watch, and what its head may look for.
struct FocusOptions {
    std::optional<std::string> asked;     // a word that is there once, or an index
    std::string word;                     // else the last token that spells this, if it is there
    std::vector<std::string> candidates;  // words
    bool are_candidates_asked = false;    // else a text may well be without them
};

struct Focus {
    std::size_t index = 0;
    std::string note;  // why it is this one, where it was not asked for
};

/// Errors: UsageError if what was asked for is not there, or more than once.
std::optional<Focus> find_focus(const FocusOptions& options, const std::vector<Token>& tokens);

}  // namespace attnlab
