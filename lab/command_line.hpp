// The command line: from arguments to a command with its options, or an error that names the
// nearest word to a mistyped one.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"

namespace attnlab::lab {

struct CommandLine {
    std::optional<std::string> message;  // what --help or --version has to say; nothing is run then
    GlobalOptions options;
    Command command;
    std::shared_ptr<CLI::App> program;  // owns what `command` points to
};

/// Errors: UsageError for an unknown command or option, a missing or malformed value.
CommandLine parse_command_line(std::vector<std::string> arguments);

}  // namespace attnlab::lab
