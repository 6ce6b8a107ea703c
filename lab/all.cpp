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

using Reports = std::vector<std::pair<std::string, Report>>;  // with the step's title

std::string all_text(const Reports& reports, const Style& style) {
    std::string text;
    for (std::size_t i = 0; i < reports.size(); ++i) {
        const auto& [title, report] = reports[i];
        if (i > 0) text += "\n\n";
        text += std::string(std::min<std::size_t>(style.width, 72), '#') + "\n";
        text += paint(paragraph(title, style, "# "), Meaning::kHeading, style) + "\n";
        text += collected(report.text);
    }
    return text;
}

std::string all_json(const Reports& reports) {
    JsonWriter json;
    begin_dump(json, "all");
    json.key("steps").begin_array();
    for (const auto& [title, report] : reports) json.document(collected(report.json));
    json.end_array();
    json.end_object();
    return json.take();
}

}  // namespace

Command setup_all(CLI::App& program, std::shared_ptr<const std::vector<Command>> steps) {
    CLI::App* app =
        add_command(program, "all", "The four steps of the chapter's lab, one after the other",
                    {"attnlab all", "attnlab all --json all.json > all.txt"});
    return {app, [steps = std::move(steps)](const Context& context) {
                auto reports = std::make_shared<Reports>();
                for (const Command& step : *steps) {
                    reports->emplace_back(
                        fmt::format("{} (attnlab {})", step.app->get_description(),
                                    step.app->get_name()),
                        step.run(context));
                }
                return Report{
                    [=, style = context.style] { return all_text(*reports, style); },
                    [=] { return all_json(*reports); },
                };
            }};
}

}  // namespace attnlab::lab
