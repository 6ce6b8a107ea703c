// What a command gives a model to read: a text from one of the places it may come from, or ids.

#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "capture/text_model.hpp"
#include "text_options.hpp"

namespace attnlab::lab {

struct ModelInput {
    TextSource source;
    TokenizeFlags flags;
    std::optional<std::string> ids;

    /// The tokens to read; those of the chapter's first sentence where nothing is given.
    ///
    /// Errors: UsageError if a text and ids are given, or as TextModel and parse_number_list() say;
    ///         InputError if a text cannot be read.
    TokenizedText read(const TextModel& model) const;
};

void add_model_input(CLI::App& command, ModelInput& input);

}  // namespace attnlab::lab
