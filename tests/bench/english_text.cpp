#include "bench/english_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/random.hpp"

namespace attnlab::bench {
namespace {

/// The tokens that are a space and two small letters or more, most common first: the order of the
/// merges follows how often GPT-2's training text had them.
std::vector<std::string> words_of(const Tokenizer& tokenizer) {
    std::vector<std::string> words;
    for (std::size_t id = 0; id < tokenizer.vocabulary_size(); ++id) {
        const std::string& bytes = tokenizer.bytes_of(static_cast<TokenId>(id));
        const bool is_word = bytes.size() > 2 && bytes.front() == ' ' &&
                             std::all_of(bytes.begin() + 1, bytes.end(),
                                         [](char c) { return c >= 'a' && c <= 'z'; });
        if (is_word) words.push_back(bytes.substr(1));
    }
    return words;
}

class Writer {
  public:
    explicit Writer(const Tokenizer& tokenizer) : words_(words_of(tokenizer)) {}

    void add_sentence() {
        const std::size_t n_words = 5 + below(20);
        for (std::size_t i = 0; i < n_words; ++i) {
            std::string next = word();
            if (i == 0 && next.front() >= 'a') next.front() += 'A' - 'a';
            text_ += next;
            if (i + 1 < n_words) text_ += below(12) == 0 ? ", " : " ";
        }
        text_ += below(10) == 0 ? "?" : ".";
        text_ += below(6) == 0 ? "\n\n" : " ";
    }

    const std::string& text() const { return text_; }

  private:
    std::size_t below(std::size_t n) {
        return std::min(n - 1,
                        static_cast<std::size_t>(random_.uniform() * static_cast<double>(n)));
    }

    /// The word of rank k has a probability near 1 / k (Zipf's law).
    const std::string& common() {
        const double rank = std::pow(static_cast<double>(words_.size()), random_.uniform());
        return words_[std::min(words_.size(), static_cast<std::size_t>(rank)) - 1];
    }

    std::string word() {
        switch (below(50)) {
            case 0:
            case 1:
            case 2:
                return common() + common();  // no token of its own, as names and rare words are
            case 3:
                return common() + "'s";
            case 4:
                return common() + "-" + common();
            case 5:
                return std::to_string(1 + below(2000));
            default:
                return common();
        }
    }

    std::vector<std::string> words_;
    Random random_{1};
    std::string text_;
};

}  // namespace

std::string english_text(const Tokenizer& tokenizer, std::size_t n_bytes) {
    Writer writer(tokenizer);
    while (writer.text().size() < n_bytes) writer.add_sentence();
    return writer.text();
}

}  // namespace attnlab::bench
