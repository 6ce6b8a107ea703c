// vocab.json as all known tools write it, read at the speed of memory. It judges nothing: what is
// not plain, valid or not, is left to the JSON library (vocabulary_reader.hpp), which is ten times
// slower and knows all of JSON and how to say what is wrong.
// It is here for the start of the program, of which the library took more than half.

#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "text/vocabulary_reader.hpp"

namespace attnlab {

/// The entries of one flat object of spelled tokens and whole numbers of up to nine digits, in the
/// order of the file; nothing if the text is anything else.
std::optional<std::vector<TokenEntry>> read_plain_entries(std::string_view json);

}  // namespace attnlab
