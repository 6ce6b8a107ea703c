// attnlab all: the four steps of the chapter's lab, in order.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "command.hpp"
#include "view/dump.hpp"
#include "view/json_writer.hpp"

namespace attnlab::lab {
namespace {

std::string heading(const Command& step, std::size_t number, const Style& style) {
    const std::string title =
        fmt::format("{} (attnlab {})", step.app->get_description(), step.app->get_name());
    return (number > 0 ? "\n\n" : "") + std::string(std::min<std::size_t>(style.width, 72), '#') +
           "\n" + paint(paragraph(title, style, "# "), Meaning::kHeading, style) + "\n";
}

void write_all_steps(const std::vector<Command>& steps, const Context& context,
                     const TextSink* text, const TextSink* json) {
    JsonWriter dump;
    begin_dump(dump, "all");
    dump.key("steps").begin_array();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        std::string document;
        const TextSink to_document = [&](std::string_view piece) { document += piece; };
        const Report report = steps[i].run(context);
        if (text != nullptr) (*text)(heading(steps[i], i, context.style));
        report.write(text, json != nullptr ? &to_document : nullptr);
        if (json != nullptr) dump.document(document);
    }
    dump.end_array();
    dump.end_object();
    if (json != nullptr) (*json)(dump.take());
}

}  // namespace

Command setup_all(CLI::App& program, std::shared_ptr<const std::vector<Command>> steps) {
    CLI::App* app =
        add_command(program, "all", "The four steps of the chapter's lab, one after the other",
                    {"attnlab all", "attnlab all --json all.json > all.txt"});
    return {app, [steps = std::move(steps)](const Context& context) -> Report {
                return Report::Writer([=](const TextSink* text, const TextSink* json) {
                    write_all_steps(*steps, context, text, json);
                });
            }};
}

}  // namespace attnlab::lab
