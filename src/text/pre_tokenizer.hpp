// GPT-2's first cut of a text: into words with the space before them, numbers, marks and spaces.
// Merging happens inside these pieces alone. The only place that knows PCRE2.

#pragma once

#include <functional>
#include <memory>
#include <string_view>

namespace attnlab {

/// Cuts text by the regular expression that was published with GPT-2.
///
/// Source: the pattern of `encoder.py` in OpenAI's gpt-2 repository.
class PreTokenizer {
  public:
    PreTokenizer();
    ~PreTokenizer();
    PreTokenizer(PreTokenizer&& other) noexcept;
    PreTokenizer& operator=(PreTokenizer&& other) noexcept;

    /// Gives every piece of the text to `use`, in order; together they are the whole text.
    ///
    /// The text must be UTF-8: the caller has checked it.
    void for_each_piece(std::string_view utf8,
                        const std::function<void(std::string_view)>& use) const;

  private:
    struct Code;
    std::unique_ptr<const Code> code_;
};

}  // namespace attnlab
