// attnlab models: which models there are, and what is missing of them.

#include <memory>

#include "base/error.hpp"
#include "command.hpp"
#include "survey_models.hpp"
#include "view/models_view.hpp"

namespace attnlab::lab {
namespace {

Report run_models(const Context& context) {
    if (context.options.model || context.options.revision) {
        throw UsageError("models: all are listed, expected no --model and no --revision");
    }
    auto list = std::make_shared<const ModelList>(survey_models());
    return {
        [=, style = context.style] { return models_text(*list, style); },
        [=] { return models_json(*list); },
    };
}

}  // namespace

Command setup_models(CLI::App& program) {
    CLI::App* app = add_command(
        program, "models", "Which models there are: embedded, in data/, in Hugging Face's cache",
        {"attnlab models", "attnlab models --json models.json"});
    return {app, [](const Context& context) { return run_models(context); }};
}

}  // namespace attnlab::lab
