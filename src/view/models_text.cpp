#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/byte_count.hpp"
#include "base/unicode.hpp"
#include "view/format_number.hpp"
#include "view/models_view.hpp"
#include "view/section.hpp"

namespace attnlab {
namespace {

using Rows = std::vector<std::vector<std::string>>;
using Models = std::vector<const ListedModel*>;

std::string state_text(ModelState state) {
    switch (state) {
        case ModelState::kComplete:
            return "complete";
        case ModelState::kNoVocabulary:
            return "no vocabulary";
        case ModelState::kVocabularyOnly:
            return "vocabulary only";
        case ModelState::kUnfinished:
            return "unfinished";
        case ModelState::kBroken:
            return "broken";
    }
    return "";
}

/// What a name alone does not say of a model in the cache: "main 607a30d".
std::string version_text(const ListedModel& model) {
    constexpr std::size_t kShortCommit = 7;  // digits, as git and the hub show it
    std::vector<std::string> words;
    for (const std::string& revision : model.revisions) words.push_back(printable(revision));
    if (!model.commit.empty()) words.push_back(model.commit.substr(0, kShortCommit));
    return fmt::format("{}", fmt::join(words, " "));
}

/// The cells of a model; empty ones where there is nothing to say.
std::vector<std::string> cells(const ListedModel& model, bool has_version) {
    std::vector<std::string> row = {printable(model.name)};
    if (has_version) row.push_back(version_text(model));
    row.push_back(model.size_bytes > 0 ? byte_count(model.size_bytes) : "-");
    row.push_back(model.storage_type.empty() ? "-" : model.storage_type);
    row.push_back(model.n_parameters > 0 ? format_count(model.n_parameters) : "-");
    row.push_back(state_text(model.state));
    return row;
}

/// The columns that table() takes for these rows.
std::size_t width_of(const Rows& rows, const Style& style) {
    std::size_t width = body_indent(style).size();
    for (std::size_t column = 0; column < rows.front().size(); ++column) {
        std::size_t widest = 0;
        for (const auto& row : rows) widest = std::max(widest, display_width(row[column]));
        width += widest + (column == 0 ? 0 : 2);
    }
    return width;
}

/// A paragraph that belongs to the line above it.
std::string below(std::string_view text, const Style& style) {
    return paragraph(text, style, std::string(body_indent(style)) + "  ");
}

std::string in_words(const ListedModel& model, const Style& style) {
    std::vector<std::string> words;
    if (std::string version = version_text(model); !version.empty()) words.push_back(version);
    if (model.size_bytes > 0) words.push_back(byte_count(model.size_bytes));
    if (!model.storage_type.empty()) words.push_back(model.storage_type);
    if (model.n_parameters > 0) {
        words.push_back(format_count(model.n_parameters) + " parameters");
    }
    words.push_back(state_text(model.state));
    return body(printable(model.name), style) +
           below(fmt::format("{}", fmt::join(words, ", ")), style);
}

/// What is to be said of all the models of one state that is not well.
std::string problems_text(const Models& models, ModelState state, std::string_view title,
                          const Style& style) {
    std::string text;
    for (const ListedModel* model : models) {
        if (model->state != state) continue;
        if (text.empty()) text = "\n" + body(title, style);
        text += body(model->problem, style);
        if (!model->hint.empty()) text += below("hint: " + model->hint, style);
    }
    return text;
}

/// What is to be typed for the models that no branch and no tag leads to.
std::string commits_text(const Models& models, const Style& style) {
    std::string text;
    for (const ListedModel* model : models) {
        const bool runs =
            model->state != ModelState::kBroken && model->state != ModelState::kUnfinished;
        if (!runs || model->commit.empty() || !model->revisions.empty()) continue;
        if (text.empty()) text = "\n" + body("By the commit alone:", style);
        text += body(fmt::format("--model {} --revision {}", printable(model->name), model->commit),
                     style);
    }
    return text;
}

std::string model_table(const Models& models, const Style& style) {
    const bool has_version = models.front()->home == ModelHome::kCache;
    Rows rows = {{"name", "size", "type", "parameters", ""}};
    if (has_version) rows.front().insert(rows.front().begin() + 1, "revision");
    for (const ListedModel* model : models) rows.push_back(cells(*model, has_version));
    std::string text;
    if (width_of(rows, style) <= style.width) {
        text = table(rows, has_version ? "llrlrl" : "lrlrl", style, body_indent(style));
    } else {
        for (const ListedModel* model : models) text += in_words(*model, style);
    }
    return text + commits_text(models, style) +
           problems_text(models, ModelState::kUnfinished, "Unfinished:", style) +
           problems_text(models, ModelState::kBroken, "Broken:", style);
}

std::string others_text(const std::vector<OtherModel>& others, const Style& style) {
    constexpr std::size_t kMostShown = 8;
    std::vector<std::string> words;
    for (std::size_t i = 0; i < std::min(others.size(), kMostShown); ++i) {
        const std::string& type = others[i].model_type;
        const std::string nothing = others[i].has_config ? "it does not say" : "no config.json";
        words.push_back(fmt::format("{} ({})", printable(others[i].name),
                                    type.empty() ? nothing : printable(type)));
    }
    if (others.size() > kMostShown) {
        words.push_back(fmt::format("{} more", others.size() - kMostShown));
    }
    return "\n" +
           remark(fmt::format("In the cache, too, but no GPT-2: {}.", fmt::join(words, ", ")),
                  style);
}

std::string cache_text(const ModelList& list, const Models& models, const Style& style) {
    std::string text = section(list.cache.empty() ? "In Hugging Face's cache"
                                                  : fmt::format("In Hugging Face's cache, {}",
                                                                printable(list.cache.string())),
                               style);
    if (!list.cache_problem.empty()) return text + body(list.cache_problem, style);
    text += models.empty() ? body("No GPT-2; `attnlab fetch gpt2` downloads one.", style)
                           : model_table(models, style);
    return list.others.empty() ? text : text + others_text(list.others, style);
}

}  // namespace

std::string models_text(const ModelList& list, const Style& style) {
    Models here;
    Models cached;
    for (const ListedModel& model : list.models) {
        (model.home == ModelHome::kCache ? cached : here).push_back(&model);
    }
    std::string text = paragraph("Models by the names that --model takes.", style);
    text += section(fmt::format("Part of the project, in {}", printable(list.data_folder.string())),
                    style);
    if (!here.empty()) text += model_table(here, style);
    return text + cache_text(list, cached, style);
}

}  // namespace attnlab
