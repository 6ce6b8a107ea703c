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

/// What a command has to say, made only when it is wanted: as text and as JSON, from one result.
///
/// Either writes itself piece by piece, so that it may be larger than memory; a small one may come
/// as one string.
struct Report {
    using Writer = std::function<void(const TextSink&)>;

    Report() = default;
    Report(Writer text_writer, Writer json_writer)
        : text(std::move(text_writer)), json(std::move(json_writer)) {}
    Report(std::function<std::string()> small_text, std::function<std::string()> small_json)
        : text(in_one_piece(std::move(small_text))), json(in_one_piece(std::move(small_json))) {}

    Writer text;
    Writer json;
    /// Does whatever may still fail while it is written, without writing: for places from which
    /// nothing can be taken back. None where there is nothing.
    std::function<void()> rehearse;
    /// What the program complains of when all is written, so that it ends as a run that failed;
    /// empty where there is nothing.
    std::string failure;

  private:
    static Writer in_one_piece(std::function<std::string()> make) {
        return [make = std::move(make)](const TextSink& sink) { sink(make()); };
    }
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
