#include "survey_models.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "data_folder.hpp"
#include "hub/cache_faults.hpp"
#include "hub/model_files.hpp"
#include "hub/model_name.hpp"
#include "model/config.hpp"
#include "model/gpt2_weights.hpp"

namespace attnlab::lab {
namespace {

namespace fs = std::filesystem;

void set_problem(ListedModel& model, std::string problem, std::string hint,
                 bool is_unfinished = false) {
    model.state = is_unfinished ? ModelState::kUnfinished : ModelState::kBroken;
    model.problem = std::move(problem);
    model.hint = std::move(hint);
}

/// Opens a model as if it were to be run: what would fail then is its problem now.
void look_into(ListedModel& model, const std::string& revision) {
    model.size_bytes = size_of_model_files(model.folder);
    const ModelPlace place = {model.name, model.folder, model.home == ModelHome::kCache, revision};
    try {
        const bool has_vocabulary = has_vocabulary_files(model.folder);
        if (has_vocabulary && model.home != ModelHome::kCache && !has_weights(model.folder)) {
            model.state = ModelState::kVocabularyOnly;
            return;
        }
        if (const auto fault = fault_of_files(place, Need::kWeights)) {
            set_problem(model, fault->what, fault->hint, fault->is_unfinished);
            return;
        }
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
                                                                    Fault& problem) {
    std::map<std::string, std::vector<std::string>> commits;
    for (const std::string& commit : cache.commits_of(name)) commits[commit];
    std::vector<std::string> revisions = cache.revisions_of(name);
    if (std::ranges::find(revisions, kDefaultRevision) == revisions.end()) {
        revisions.emplace_back(kDefaultRevision);  // a folder, perhaps, and no file
    }
    for (const std::string& revision : revisions) {
        try {
            if (const auto commit = cache.read_ref(name, revision)) {
                commits[*commit].push_back(revision);
            }
        } catch (const Error& error) {
            problem = {error.what(), error.hint()};
            commits[""].push_back(revision);
        }
    }
    return commits;
}

/// Of one model's commits the one that is taken by default comes first, and last what no revision
/// names any more.
int rank(const ListedModel& model) {
    if (model.revisions.empty()) return 2;
    return std::ranges::find(model.revisions, kDefaultRevision) == model.revisions.end() ? 1 : 0;
}

ListedModel listed_commit(const HubCache& cache, const std::string& name, const std::string& commit,
                          const std::vector<std::string>& revisions, bool has_main,
                          const Fault& problem) {
    ListedModel model;
    model.name = name;
    model.home = ModelHome::kCache;
    model.commit = commit;
    model.revisions = revisions;
    const std::string revision = !revisions.empty() ? revisions.front()
                                 : has_main         ? commit
                                                    : kDefaultRevision;
    if (commit.empty()) {
        set_problem(model, problem.what, problem.hint);
        return model;
    }
    model.folder = cache.snapshot_of(name, commit);
    if (const auto fault = snapshot_fault(cache, name, revision, commit)) {
        model.folder.clear();
        set_problem(model, fault->what, fault->hint, fault->is_unfinished);
    } else {
        look_into(model, revision);
    }
    return model;
}

/// A model of which there is a folder, and nothing that it could be loaded from.
ListedModel listed_without_commit(const HubCache& cache, const std::string& name) {
    ListedModel model;
    model.name = name;
    model.home = ModelHome::kCache;
    const Fault fault = no_snapshot_fault(cache, name, kDefaultRevision);
    set_problem(model, fault.what, fault.hint, fault.is_unfinished);
    return model;
}

/// Every commit of a model, the one that is taken by default first.
std::vector<ListedModel> listed_commits(const HubCache& cache, const std::string& name) {
    Fault problem;
    const auto commits = revisions_by_commit(cache, name, problem);
    if (commits.empty()) return {listed_without_commit(cache, name)};
    const bool has_main = std::ranges::any_of(commits, [](const auto& entry) {
        return std::ranges::find(entry.second, kDefaultRevision) != entry.second.end();
    });
    std::vector<ListedModel> models;
    for (const auto& [commit, revisions] : commits) {
        models.push_back(listed_commit(cache, name, commit, revisions, has_main, problem));
    }
    std::ranges::stable_sort(models, {}, rank);
    return models;
}

/// Whether a snapshot has a file that is named as a GPT-2's, or a link; or nothing at all.
bool may_be_gpt2(const fs::path& snapshot) {
    std::error_code ignored;
    if (!fs::is_directory(snapshot, ignored)) return true;  // a file: who knows what was here
    for (const char* name : {"config.json", "vocab.json", "merges.txt", "model.safetensors",
                             "model.safetensors.index.json"}) {
        if (fs::exists(fs::symlink_status(snapshot / name, ignored))) return true;
    }
    return fs::is_empty(snapshot, ignored);
}

/// What a model is if it is no GPT-2: it has a config.json that says so, or none and other files.
/// Nothing where it may be one, however broken.
std::optional<OtherModel> as_other_model(const HubCache& cache, const std::string& name) {
    const std::vector<std::string> commits = cache.commits_of(name);
    std::optional<std::string> type;
    const bool is_short_name = homes_of(name).size() > 1;  // a GPT-2's, however little is here
    bool is_unlike = !commits.empty() && !is_short_name;
    for (const std::string& commit : commits) {
        const fs::path snapshot = cache.snapshot_of(name, commit);
        if (may_be_gpt2(snapshot)) is_unlike = false;
        try {
            if (const auto found = model_type_of(snapshot)) type = *found;
        } catch (const Error&) {
            // A file that cannot be read says nothing here; of a GPT-2 it is its problem, later.
        }
        if (type == "gpt2") return std::nullopt;
    }
    if (type && !(is_short_name && type->empty())) return OtherModel{name, *type, true};
    if (is_unlike) return OtherModel{name, "", false};
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
        if (auto other = as_other_model(cache, name)) {
            list.others.push_back(std::move(*other));
        } else {
            std::ranges::move(listed_commits(cache, name), std::back_inserter(list.models));
        }
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
