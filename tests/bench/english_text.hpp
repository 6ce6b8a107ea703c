// Text that looks like English to a tokenizer: words of GPT-2's own vocabulary, the common ones
// often and the rare ones seldom, with capitals, commas, contractions, numbers and paragraphs.
// It means nothing.

#pragma once

#include <cstddef>
#include <string>

#include "text/tokenizer.hpp"

namespace attnlab::bench {

/// At least `n_bytes` bytes of it, the same on every machine.
std::string english_text(const Tokenizer& tokenizer, std::size_t n_bytes);

}  // namespace attnlab::bench
