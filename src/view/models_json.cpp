#include <string_view>

#include "view/dump.hpp"
#include "view/models_view.hpp"

namespace attnlab {
namespace {

std::string_view name_of(ModelHome home) {
    switch (home) {
        case ModelHome::kEmbedded:
            return "embedded";
        case ModelHome::kData:
            return "data";
        case ModelHome::kCache:
            return "cache";
    }
    return "";
}

std::string_view name_of(ModelState state) {
    switch (state) {
        case ModelState::kComplete:
            return "complete";
        case ModelState::kNoVocabulary:
            return "no_vocabulary";
        case ModelState::kVocabularyOnly:
            return "vocabulary_only";
        case ModelState::kUnfinished:
            return "unfinished";
        case ModelState::kBroken:
            return "broken";
    }
    return "";
}

/// A text, or null where there is none.
void write_text(JsonWriter& json, std::string_view key, std::string_view text) {
    json.key(key);
    if (text.empty()) {
        json.null();
    } else {
        json.value(text);
    }
}

void write_model(JsonWriter& json, const ListedModel& model) {
    json.begin_object();
    json.member("name", std::string_view(model.name));
    json.member("home", name_of(model.home));
    json.member("state", name_of(model.state));
    write_text(json, "folder", model.folder.string());
    write_text(json, "commit", model.commit);
    json.key("revisions").list(model.revisions);
    json.member("size_bytes", model.size_bytes);
    write_text(json, "storage_type", model.storage_type);
    json.key("n_parameters");
    if (model.n_parameters == 0) {
        json.null();
    } else {
        json.value(static_cast<std::size_t>(model.n_parameters));
    }
    write_text(json, "problem", model.problem);
    write_text(json, "hint", model.hint);
    json.end_object();
}

}  // namespace

std::string models_json(const ModelList& list) {
    JsonWriter json;
    begin_dump(json, "models");
    json.member("data_folder", std::string_view(list.data_folder.native()));
    write_text(json, "cache", list.cache.native());
    write_text(json, "cache_problem", list.cache_problem);
    json.key("models").begin_array();
    for (const ListedModel& model : list.models) write_model(json, model);
    json.end_array();
    json.key("others").begin_array();
    for (const OtherModel& other : list.others) {
        json.begin_object();
        json.member("name", std::string_view(other.name));
        write_text(json, "model_type", other.model_type);
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return json.take();
}

}  // namespace attnlab
