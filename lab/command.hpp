// What a command is to the program: it declares its options, and it turns them into a report.
// A command never writes: main.cpp does, so that a report is written whole or not at all.

#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "view/text.hpp"
#include "view/text_sink.hpp"

namespace attnlab::lab {

/// The options that every command takes, before its name or after it.
struct GlobalOptions {
    std::optional<std::string> model;
    std::optional<std::string> revision;
    std::optional<std::string> json_path;  // `-` is stdout
    std::string color = "auto";
    std::optional<std::size_t> width;
    std::size_t threads = 1;

    std::string model_or_default() const { return model.value_or("trophy-tiny"); }
};

class Progress;

/// What a command may know when it runs.
struct Context {
    GlobalOptions options;
    Style style;
    Progress& progress;  // for long work: progress.hpp
};

/// What a command has to say: as text and as JSON, from one result.
struct Report {
    /// Writes what is wanted, each piece by piece, in one go: a null sink is for what nobody wants.
    /// Either may be larger than memory.
    using Writer = std::function<void(const TextSink* text, const TextSink* json)>;

    Report(Writer writer) : write(std::move(writer)) {}
    Report(std::function<std::string()> text, std::function<std::string()> json)
        : write([text = std::move(text), json = std::move(json)](const TextSink* text_sink,
                                                                 const TextSink* json_sink) {
              if (text_sink != nullptr) (*text_sink)(text());
              if (json_sink != nullptr) (*json_sink)(json());
          }) {}

    Writer write;
    /// What the program complains of when all is written, so that it ends as a run that failed;
    /// empty where there is nothing.
    std::string failure = {};
};

struct Command {
    CLI::App* app = nullptr;
    std::function<Report(const Context&)> run;
};

/// Declares a command: its name, one line of what it does, two examples for its help, and whatever
/// else its help should say below them.
CLI::App* add_command(CLI::App& program, const std::string& name, const std::string& description,
                      const std::vector<std::string>& examples, const std::string& notes = "");

// One a file. `all` runs the steps, which are filled in after it is declared, with their defaults.
Command setup_all(CLI::App& program, std::shared_ptr<const std::vector<Command>> steps);
Command setup_toy(CLI::App& program);
Command setup_saturation(CLI::App& program);
Command setup_gpt2(CLI::App& program);
Command setup_compare(CLI::App& program);
Command setup_tokens(CLI::App& program);
Command setup_cost(CLI::App& program);
Command setup_models(CLI::App& program);
Command setup_next(CLI::App& program);
Command setup_check(CLI::App& program);
Command setup_fetch(CLI::App& program);

}  // namespace attnlab::lab
