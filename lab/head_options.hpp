// Which heads of a model, and which tokens of a text, a command is to look at.

#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "capture/chosen_heads.hpp"
#include "maps/attention_maps.hpp"

namespace attnlab::lab {

struct HeadOptions {
    std::optional<std::string> layer;
    std::optional<std::string> head;
    std::optional<std::string> focus;
    std::optional<std::string> candidates;

    /// Whether the user chose heads; where he did not, the program does.
    bool are_heads_chosen() const { return layer || head; }
};

void add_head_options(CLI::App& command, HeadOptions& options);

/// The chosen heads; all of them where there is no choice.
///
/// Errors: UsageError naming option, text and range.
HeadSelection selected_heads(const HeadOptions& options, const ModelInfo& model);

/// The candidate words: those of --candidates, else the chapter's.
///
/// Errors: UsageError if one of them is empty.
std::vector<std::string> candidate_words(const HeadOptions& options,
                                         const std::vector<std::string>& defaults);

/// The token that is watched.
struct Focus {
    std::size_t index = 0;
    std::string note;  // why it is this one, where it was not asked for
};

/// The token of --focus; else the last one that spells `word`; else nothing.
///
/// Errors: UsageError if --focus is not there, or more than once.
std::optional<Focus> find_focus(const HeadOptions& options, const std::vector<Token>& tokens,
                                const std::string& word);

}  // namespace attnlab::lab
