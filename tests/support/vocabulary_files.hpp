// Vocabulary files for tests: GPT-2's own, and small ones made from a list of merges.

#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/temporary_folder.hpp"
#include "text/tokenizer.hpp"

namespace attnlab::testing {

/// GPT-2's tokenizer with its full vocabulary; loaded once.
const Tokenizer& gpt2_tokenizer();

/// The folder of GPT-2's vocab.json and merges.txt.
std::filesystem::path gpt2_folder();

/// The spellings of the 256 single bytes, in the order of the bytes.
std::vector<std::string> byte_spellings();

/// A vocab.json of spellings; the first has the id 0.
std::string vocab_json(const std::vector<std::string>& spellings);

/// vocab.json and merges.txt of a small vocabulary: the 256 bytes, what the merges make, and the
/// end-of-text marker last. A merge is written as in merges.txt: `a b`.
class SmallVocabulary {
  public:
    explicit SmallVocabulary(const std::vector<std::string>& merges);

    Tokenizer load() const { return Tokenizer::load(vocab(), merges()); }

    std::filesystem::path vocab() const { return folder_.path() / "vocab.json"; }
    std::filesystem::path merges() const { return folder_.path() / "merges.txt"; }

  private:
    TemporaryFolder folder_;
};

}  // namespace attnlab::testing
