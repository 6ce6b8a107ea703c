#include "survey_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "data_folder.hpp"
#include "hub/model_files.hpp"
#include "hub/model_name.hpp"
#include "model/config.hpp"
#include "model/gpt2_weights.hpp"

namespace attnlab::lab {
namespace {

namespace fs = std::filesystem;

void set_problem(ListedModel& model, std::string problem, std::string hint) {
    model.state = ModelState::kBroken;
    model.problem = std::move(problem);
    model.hint = std::move(hint);
}

/// Opens a model as if it were to be run: what would fail then is its problem now.
void look_into(ListedModel& model, const std::string& revision) {
    model.size_bytes = size_on_disk(model.folder);
    const ModelPlace place = {model.name, model.folder, model.home == ModelHome::kCache, revision};
    try {
        const bool has_vocabulary = has_vocabulary_files(model.folder);
        if (has_vocabulary && model.home != ModelHome::kCache && !has_weights(model.folder)) {
            model.state = ModelState::kVocabularyOnly;
            return;
        }
        require_files(place, Need::kWeights);
        const Gpt2Weights weights = load_gpt2_weights(model.folder, load_config(model.folder));
        model.storage_type = weights.storage_type;
        model.n_parameters = weights.n_parameters;
        model.state = has_vocabulary ? ModelState::kComplete : ModelState::kNoVocabulary;
    } catch (const Error& error) {
        set_problem(model, error.what(), error.hint());
    }
}

/// The commits of a model, each with the revisions that are at it. A ref that names none that is
/// here gets an entry without a folder, and so does one that cannot be read, under no commit.
std::map<std::string, std::vector<std::string>> revisions_by_commit(const HubCache& cache,
                                                                    const std::string& name,
                                                                    std::string& problem) {
    std::map<std::string, std::vector<std::string>> commits;
    for (const std::string& commit : cache.commits_of(name)) commits[commit];
    for (const std::string& revision : cache.revisions_of(name)) {
        try {
            if (const auto commit = cache.read_ref(name, revision)) {
                commits[*commit].push_back(revision);
            }
        } catch (const Error& error) {
            problem = error.what();
            commits[""].push_back(revision);
        }
    }
    return commits;
}

ListedModel listed_commit(const HubCache& cache, const std::string& name, const std::string& commit,
                          const std::vector<std::string>& revisions, const std::string& problem) {
    ListedModel model;
    model.name = name;
    model.home = ModelHome::kCache;
    model.commit = commit;
    model.revisions = revisions;
    const std::string revision = revisions.empty() ? commit : revisions.front();
    if (commit.empty()) {
        set_problem(model, problem, fetch_hint(name, revision));
        return model;
    }
    model.folder = cache.snapshot_of(name, commit);
    std::error_code ignored;
    if (fs::is_directory(model.folder, ignored)) {
        look_into(model, revision);
    } else {
        set_problem(model,
                    fmt::format("{} names the snapshot {}, which is gone",
                                printable(cache.ref_of(name, revision).string()), commit),
                    fetch_hint(name, revision));
    }
    return model;
}

/// Of one model's commits the one that is taken by default comes first, and last what no revision
/// names any more.
int rank(const ListedModel& model) {
    if (model.revisions.empty()) return 2;
    return std::ranges::find(model.revisions, kDefaultRevision) == model.revisions.end() ? 1 : 0;
}

/// What the config.json of any of its snapshots says it is; nothing where none has a file that can
/// be read.
std::optional<std::string> model_type_in_cache(const HubCache& cache, const std::string& name) {
    for (const std::string& commit : cache.commits_of(name)) {
        try {
            const std::string type = model_type_of(cache.snapshot_of(name, commit));
            if (!type.empty()) return type;
        } catch (const Error&) {
            // A file that cannot be read says nothing here; of a GPT-2 it is its problem, later.
        }
    }
    return std::nullopt;
}

}  // namespace

std::vector<ListedModel> survey_data() {
    std::vector<ListedModel> models;
    for (const DataModel& found : data_models()) {
        ListedModel model;
        model.name = found.name;
        model.home = found.name == kEmbeddedModel ? ModelHome::kEmbedded : ModelHome::kData;
        model.folder = found.folder;
        look_into(model, "");
        models.push_back(std::move(model));
    }
    std::ranges::stable_sort(models, {}, &ListedModel::home);
    return models;
}

void survey_cache(const HubCache& cache, ModelList& list) {
    list.cache = cache.root();
    cache.require_folder();
    for (const std::string& name : cache.models()) {
        const std::optional<std::string> type = model_type_in_cache(cache, name);
        // A short name is a GPT-2's, however little of it is here.
        const bool is_gpt2 = type ? *type == "gpt2" : homes_of(name).size() > 1;
        if (!is_gpt2) {
            list.others.push_back({name, type.value_or("")});
            continue;
        }
        std::string problem;
        std::vector<ListedModel> commits;
        for (const auto& [commit, revisions] : revisions_by_commit(cache, name, problem)) {
            commits.push_back(listed_commit(cache, name, commit, revisions, problem));
        }
        std::ranges::stable_sort(commits, {}, rank);
        std::ranges::move(commits, std::back_inserter(list.models));
    }
}

ModelList survey_models(const Environment& environment) {
    ModelList list;
    list.data_folder = data_folder();
    list.models = survey_data();
    try {
        survey_cache(HubCache::of_environment(environment), list);
    } catch (const Error& error) {
        list.cache_problem = error.what();
    }
    return list;
}

}  // namespace attnlab::lab
