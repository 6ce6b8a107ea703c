// What a command is to the program: it declares its options, and it turns them into a report.
// A command never writes: main.cpp does, so that a report is written whole or not at all.

#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "view/text.hpp"

namespace attnlab::lab {

/// The options that every command takes, before its name or after it.
struct GlobalOptions {
    std::string model = "trophy-tiny";
    std::optional<std::string> json_path;  // `-` is stdout
    std::string color = "auto";
    std::optional<std::size_t> width;
    std::size_t threads = 1;
};

/// What a command may know when it runs.
struct Context {
    GlobalOptions options;
    Style style;
};

/// What a command has to say, made only when it is wanted: as text and as JSON, from one result.
struct Report {
    std::function<std::string()> text;
    std::function<std::string()> json;
};

struct Command {
    CLI::App* app = nullptr;
    std::function<Report(const Context&)> run;
};

/// Declares a command: its name, one line of what it does, and two examples for its help.
CLI::App* add_command(CLI::App& program, const std::string& name, const std::string& description,
                      const std::vector<std::string>& examples);

// One a file. `all` runs the steps, which are filled in after it is declared, with their defaults.
Command setup_all(CLI::App& program, std::shared_ptr<const std::vector<Command>> steps);
Command setup_toy(CLI::App& program);
Command setup_saturation(CLI::App& program);
Command setup_gpt2(CLI::App& program);
Command setup_compare(CLI::App& program);
Command setup_tokens(CLI::App& program);

}  // namespace attnlab::lab
