// Where a text goes while it is made, piece by piece, so that a large one is never whole in memory.
// What a sink does with the pieces is the program's affair; views only fill it.

#pragma once

#include <functional>
#include <string_view>

namespace attnlab {

/// Takes the pieces of a text, in order. What it throws ends the making of the text.
using TextSink = std::function<void(std::string_view piece)>;

}  // namespace attnlab
