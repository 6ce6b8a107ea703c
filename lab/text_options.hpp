// How a command is given its text: as an argument, from a file, from standard input.

#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "capture/text_model.hpp"

namespace attnlab::lab {

/// How the text that a command was given becomes tokens.
struct TokenizeFlags {
    bool bos = false;
    std::string special = "id";

    TokenizeOptions options() const;
};

void add_tokenize_flags(CLI::App& command, TokenizeFlags& flags);

/// One text, from one of the places it may come from.
struct TextSource {
    std::optional<std::string> argument;  // `-` means standard input
    std::optional<std::string> file;

    bool is_given() const { return argument || file; }

    /// The text, every byte of it.
    ///
    /// Errors: UsageError if it is given twice or is empty; InputError if it cannot be read.
    std::string read() const;
};

void add_text_source(CLI::App& command, TextSource& source, const std::string& description);

/// Reads an argument of a command: the text itself, or standard input where it is `-`.
///
/// Errors: UsageError if the text is empty, InputError if standard input cannot be read.
std::string read_text_argument(const std::string& argument);

}  // namespace attnlab::lab
