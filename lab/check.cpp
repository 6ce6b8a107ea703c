// attnlab check: does a copy of a model do what the world has published about it?

#include "check/check.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "command.hpp"
#include "find_facts.hpp"
#include "find_model.hpp"
#include "load_model.hpp"
#include "progress.hpp"
#include "view/check_view.hpp"

namespace attnlab::lab {
namespace {

struct CheckOptions {
    std::optional<std::string> name;
    std::optional<std::string> facts;
};

/// The model may stand behind the command or behind --model.
GlobalOptions with_name(const CheckOptions& options, const GlobalOptions& global) {
    GlobalOptions result = global;
    if (!options.name) return result;
    if (global.model) {
        throw UsageError(fmt::format("check: {} and --model {} are given, expected one of them",
                                     printable(*options.name), printable(*global.model)));
    }
    result.model = options.name;
    return result;
}

CheckResult check_model(const CheckOptions& options, const Context& context) {
    const GlobalOptions global = with_name(options, context.options);
    const FoundModel found = find_model(global, Need::kWeights);
    std::optional<FactsFile> facts;
    if (const auto path = find_facts(options.facts, found, global)) facts = load_facts(*path);
    Subject subject;
    subject.model = std::make_shared<const TextModel>(load_model(global));
    subject.threads = global.threads;
    CheckResult result =
        check(subject, facts ? &*facts : nullptr, context.progress.reporter("checking facts"));
    if (!facts) result.others = known_facts();
    return result;
}

Report run_check(const CheckOptions& options, const Context& context) {
    auto result = std::make_shared<const CheckResult>(check_model(options, context));
    Report report = {
        [result, style = context.style] { return check_text(*result, style); },
        [result] { return check_json(*result); },
    };
    report.failure = off_summary(*result);
    return report;
}

}  // namespace

Command setup_check(CLI::App& program) {
    CLI::App* app =
        add_command(program, "check", "Does a model do what is published about it? A line a fact",
                    {"attnlab check", "attnlab check gpt2 --json check.json"});
    auto options = std::make_shared<CheckOptions>();
    app->add_option("NAME", options->name, "The model, as --model names it (trophy-tiny)")
        ->type_name("");
    app->add_option("--facts", options->facts,
                    "What to compare with: a name of data/facts/, or a file (the model's own)")
        ->type_name("NAME|FILE");
    return {app, [options](const Context& context) { return run_check(*options, context); }};
}

}  // namespace attnlab::lab
