#include "command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/unicode.hpp"
#include "option_values.hpp"
#include "suggest.hpp"

namespace attnlab::lab {
namespace {

constexpr std::size_t kMaxThreads = 1024;
constexpr std::size_t kMaxWidth = 10000;

constexpr const char* kAbout =
    "The experiments of a textbook chapter on attention, and the attention of a GPT-2.\n"
    "Begin with `attnlab all`: the four steps of the chapter's lab, one after the other.";

constexpr const char* kEveryCommand = "Options of every command, before its name or after it";

void declare_global_options(CLI::App& program, GlobalOptions& options) {
    options.threads = hardware_threads();
    program
        .add_option("--model", options.model,
                    "A GPT-2: a folder as Hugging Face saves it, a model of data/, or a name in "
                    "its cache (trophy-tiny)")
        ->type_name("DIR|NAME")
        ->group(kEveryCommand);
    program
        .add_option("--revision", options.revision,
                    "Which one of a model of the cache: a branch, a tag, a commit (main)")
        ->type_name("REV")
        ->group(kEveryCommand);
    program
        .add_option("--json", options.json_path,
                    "Write the numbers as JSON, too; - prints JSON and nothing else")
        ->type_name("FILE")
        ->group(kEveryCommand);
    add_choice_option(program, "--color", {"auto", "always", "never"}, "Colour (auto)",
                      options.color)
        ->group(kEveryCommand);
    add_number_option(program, "--width", {1, kMaxWidth},
                      "Columns of the output (the terminal's, else COLUMNS, else 100)",
                      [&](std::uint64_t number) { options.width = number; })
        ->group(kEveryCommand);
    add_number_option(program, "--threads", {1, kMaxThreads},
                      "Threads to compute with, at most the cores (all of them)",
                      [&](std::uint64_t number) {
                          options.threads = std::min<std::size_t>(number, hardware_threads());
                      })
        ->group(kEveryCommand);
}

std::vector<std::string> command_names(const CLI::App& program) {
    std::vector<std::string> names;
    for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(command->get_name());
    }
    return names;
}

std::vector<std::string> option_names(const CLI::App& program, const CLI::App* command) {
    std::vector<std::string> names;
    for (const CLI::App* app : {&program, command}) {
        if (app == nullptr) continue;
        for (const CLI::Option* option : app->get_options()) {
            for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        }
    }
    return names;
}

/// CLI11 would take the value of `--head -1` for an option of its own: it becomes `--head=-1`.
std::vector<std::string> join_negative_values(const std::vector<std::string>& arguments) {
    std::vector<std::string> joined;
    for (const std::string& argument : arguments) {
        const bool is_negative = argument.size() > 1 && argument[0] == '-' &&
                                 std::isdigit(static_cast<unsigned char>(argument[1])) != 0;
        const bool after_option = !joined.empty() && joined.back().starts_with("--") &&
                                  joined.back().size() > 2 &&
                                  joined.back().find('=') == std::string::npos;
        if (is_negative && after_option) {
            joined.back() += "=" + argument;
        } else {
            joined.push_back(argument);
        }
    }
    return joined;
}

/// Whether some of its arguments are texts, which may have spaces and begin with a dash.
bool takes_text(const CLI::App* command) {
    if (command == nullptr) return false;
    const auto is_text = [](const CLI::Option* option) {
        return option->get_positional() &&
               option->get_description().find("text") != std::string::npos;
    };
    return !command->get_options(is_text).empty();
}

std::string help_of(const CLI::App* command) {
    return command == nullptr
               ? "`attnlab --help` shows what is expected"
               : fmt::format("`attnlab {} --help` shows what is expected", command->get_name());
}

/// An option that neither the program nor the command knows.
[[noreturn]] void refuse_option(const CLI::App& program, const CLI::App* command,
                                const std::string& word) {
    const std::string name = word.substr(0, word.find('='));
    const std::string near = nearest(name, option_names(program, command));
    const std::string where =
        command == nullptr ? " before the command" : fmt::format(" of `{}`", command->get_name());
    const std::string otherwise =
        command == nullptr    ? "a command's own options stand after its name"
        : takes_text(command) ? "a text that begins with a dash stands after --"
                              : help_of(command);
    throw UsageError(fmt::format("there is no option `{}`{}", printable(name), where),
                     near.empty() ? otherwise : fmt::format("did you mean `{}`?", near));
}

/// The first word must be a command: CLI11 itself would only say that one is required.
void require_known_command(const CLI::App& program, const std::vector<std::string>& arguments) {
    const std::vector<std::string> names = command_names(program);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        if (std::ranges::find(names, word) != names.end()) return;
        if (!word.starts_with('-')) {
            const std::string near = nearest(word, names);
            throw UsageError(fmt::format("there is no command `{}`", printable(word)),
                             near.empty() ? "`attnlab --help` lists what there is"
                                          : fmt::format("did you mean `{}`?", near));
        }
        const std::size_t equals = word.find('=');
        const CLI::Option* option = program.get_option_no_throw(word.substr(0, equals));
        if (option == nullptr) refuse_option(program, nullptr, word);
        const bool takes_next_word =
            option->get_items_expected_max() > 0 && equals == std::string::npos;
        if (takes_next_word) ++i;
    }
}

[[noreturn]] void refuse(const CLI::App& program, const CLI::App* command,
                         const CLI::ParseError& error) {
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
        const std::vector<std::string> rest = program.remaining(true);
        const auto option = std::ranges::find_if(
            rest, [](const std::string& word) { return word.size() > 1 && word[0] == '-'; });
        if (option != rest.end()) refuse_option(program, command, *option);
        throw UsageError(
            fmt::format("`{}` is one argument too many", printable(rest.front())),
            takes_text(command) ? "put a text of several words into quotes" : help_of(command));
    }
    std::string message = printable(error.what());
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
        const bool is_missing = message.find("missing") != std::string::npos;
        message = fmt::format("{} {}", message.substr(0, message.find(':')),
                              is_missing ? "needs a value" : "is given more than once");
    }
    throw UsageError(message, help_of(command));
}

}  // namespace

CLI::App* add_command(CLI::App& program, const std::string& name, const std::string& description,
                      const std::vector<std::string>& examples, const std::string& notes) {
    CLI::App* command = program.add_subcommand(name, description);
    command->group("Commands");
    command->fallthrough();  // global options may stand after the command
    command->footer("");     // not the program's own
    command->footer([&program, examples, notes] {
        const std::vector<const CLI::Option*> options = std::as_const(program).get_options(
            [](const CLI::Option* option) { return option->get_group() == kEveryCommand; });
        std::string footer = CLI::Formatter().make_group(kEveryCommand, false, options);
        footer += "\nExamples:";
        for (const std::string& example : examples) footer += "\n  " + example;
        if (!notes.empty()) footer += "\n\n" + notes;
        return footer;
    });
    return command;
}

CommandLine parse_command_line(std::vector<std::string> arguments) {
    CommandLine line;
    line.program = std::make_shared<CLI::App>(kAbout, "attnlab");
    CLI::App& program = *line.program;
    declare_global_options(program, line.options);
    program.set_version_flag("--version", "attnlab " ATTNLAB_VERSION);
    program.require_subcommand(0, 1);
    program.get_formatter()->label("SUBCOMMAND", "COMMAND");
    program.footer("Each command explains itself: attnlab toy --help");
    const auto steps = std::make_shared<std::vector<Command>>();
    std::vector<Command> commands = {setup_all(program, steps)};
    *steps = {setup_toy(program), setup_saturation(program), setup_gpt2(program),
              setup_compare(program)};
    commands.insert(commands.end(), steps->begin(), steps->end());
    commands.push_back(setup_tokens(program));
    commands.push_back(setup_next(program));
    commands.push_back(setup_cost(program));
    commands.push_back(setup_models(program));
    commands.push_back(setup_fetch(program));
    commands.push_back(setup_check(program));

    arguments = join_negative_values(arguments);
    require_known_command(program, arguments);
    const auto chosen = [&]() -> const Command* {
        const auto found = std::ranges::find_if(
            commands, [](const Command& command) { return command.app->parsed(); });
        return found == commands.end() ? nullptr : &*found;
    };
    try {
        std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // as CLI11 wants
        program.parse(reversed);
    } catch (const CLI::CallForHelp&) {
        line.message = program.help() + "\n";
    } catch (const CLI::CallForVersion& version) {
        line.message = std::string(version.what()) + "\n";
    } catch (const CLI::ParseError& error) {
        refuse(program, chosen() == nullptr ? nullptr : chosen()->app, error);
    }
    if (line.message) return line;
    if (chosen() == nullptr) {
        if (!arguments.empty()) {
            throw UsageError("no command is given", "`attnlab --help` lists what there is");
        }
        line.message = program.help() + "\n";
    } else {
        line.command = *chosen();
    }
    return line;
}

}  // namespace attnlab::lab
