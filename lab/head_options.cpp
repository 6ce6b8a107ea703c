#include "head_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "capture/capture.hpp"
#include "option_values.hpp"

namespace attnlab::lab {
namespace {

std::vector<std::size_t> numbers(const std::string& option, const std::optional<std::string>& text,
                                 std::size_t count) {
    return text ? parse_number_set(option, *text, {0, count - 1}) : all_of(count);
}

/// The candidate words: those of --candidates, else the chapter's.
std::vector<std::string> candidate_words(const HeadOptions& options,
                                         const std::vector<std::string>& defaults) {
    if (!options.candidates) return defaults;
    require_utf8("--candidates", *options.candidates);
    std::vector<std::string> words;
    for (const std::string& word : CLI::detail::split(*options.candidates, ',')) {
        words.push_back(CLI::detail::trim_copy(word));
        if (words.back().empty()) {
            throw UsageError(fmt::format("--candidates is `{}`, expected words between commas",
                                         printable(*options.candidates)));
        }
        if (std::ranges::count(words, words.back()) > 1) words.pop_back();
    }
    return words;
}

}  // namespace

void add_head_options(CLI::App& command, HeadOptions& options) {
    command.add_option("--layer", options.layer, "Layers, counted from 0: 3, or 0-2,5, or all")
        ->type_name("LIST");
    command.add_option("--head", options.head, "Heads, counted from 0: 3, or 0-2,5, or all")
        ->type_name("LIST");
    command
        .add_option("--focus", options.focus,
                    "The token to watch: a word that is there once, or an index (the last `it`)")
        ->type_name("WORD|N");
    command
        .add_option("--candidates", options.candidates,
                    "What the focus may look for, between commas (trophy,suitcase)")
        ->type_name("WORDS");
}

HeadSelection selected_heads(const HeadOptions& options, const ModelInfo& model) {
    return {numbers("--layer", options.layer, model.n_layer),
            numbers("--head", options.head, model.n_head)};
}

FocusOptions focus_options(const HeadOptions& options, const Chapter& chapter) {
    return {options.focus, chapter.focus, candidate_words(options, chapter.candidates),
            options.candidates.has_value()};
}

}  // namespace attnlab::lab
