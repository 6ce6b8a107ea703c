// Which heads of a model, and which tokens of a text, a command is to look at.

#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "capture/chosen_heads.hpp"
#include "chapter.hpp"
#include "maps/attention_maps.hpp"
#include "steps/focus.hpp"

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

/// What to watch: the tokens of --focus and --candidates, else the chapter's.
///
/// Errors: UsageError if a candidate is empty.
FocusOptions focus_options(const HeadOptions& options, const Chapter& chapter);

}  // namespace attnlab::lab
