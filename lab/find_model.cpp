#include "find_model.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "data_folder.hpp"
#include "hub/find_in_cache.hpp"
#include "hub/model_name.hpp"
#include "suggest.hpp"

namespace attnlab::lab {
namespace {

namespace fs = std::filesystem;

std::optional<FoundModel> find_folder(const std::string& name) {
    std::error_code error;
    if (!fs::is_directory(name, error)) return std::nullopt;
    // There is no absolute path from a folder that was removed.
    fs::path folder = fs::absolute(name, error).lexically_normal();
    if (!folder.has_filename()) folder = folder.parent_path();  // a slash at the end
    const std::string last = folder.filename().string();
    return FoundModel{{.name = last.empty() ? name : last, .folder = name, .revision = {}}, ""};
}

/// Every name that --model would know; the cache adds none where it cannot be read.
std::vector<std::string> known_names() {
    std::vector<std::string> names;
    for (const DataModel& model : data_models()) names.push_back(model.name);
    try {
        for (const std::string& model : HubCache::of_environment().models()) {
            names.push_back(model);
        }
    } catch (const Error&) {
        // Its place is not known; that is said where a model is looked up in it.
    }
    for (const ShortName& known : short_names()) names.emplace_back(known.name);
    for (const ShortName& known : short_names()) names.emplace_back(known.home);
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

/// A folder that was taken before a name that is known, and is no model: who typed the name meant
/// the name.
void refuse_shadow(const FoundModel& here, Need need) {
    const fs::path& folder = here.place.folder;
    std::error_code ignored;
    const bool is_model = need == Need::kWeights ? fs::exists(folder / "config.json", ignored)
                                                 : has_vocabulary_files(folder);
    if (is_model) return;
    const std::vector<std::string> known = known_names();
    if (std::ranges::find(known, folder.string()) == known.end()) return;
    const std::string shown = printable(folder.string());
    throw InputError(
        fmt::format("the folder ./{}, which is taken before the name, has no {}", shown,
                    need == Need::kWeights ? "config.json" : "vocab.json and merges.txt"),
        fmt::format("run attnlab in another folder, or rename this one, for the model {}", shown));
}

std::optional<FoundModel> find_in_data(const std::string& name, Need need) {
    if (name.empty() || name.find('/') != name.npos) return std::nullopt;
    const std::vector<DataModel> models = data_models();
    const auto found = std::ranges::find(models, name, &DataModel::name);
    if (found == models.end()) return std::nullopt;
    const bool is_vocabulary = has_vocabulary_files(found->folder) && !has_weights(found->folder);
    const bool is_short_name = homes_of(name).size() > 1;
    if (need == Need::kWeights && is_vocabulary && is_short_name) return std::nullopt;
    return FoundModel{{.name = name, .folder = found->folder, .revision = {}},
                      name == kEmbeddedModel ? kAboutEmbedded : ""};
}

/// As find_in_cache(); a revision that is not there is answered with the nearest, too.
std::optional<CachedModel> look_up(const std::string& name, const std::string& revision) {
    const HubCache cache = HubCache::of_environment();
    try {
        return find_in_cache(cache, name, revision);
    } catch (const UsageError& error) {
        std::vector<std::string> revisions;
        for (const std::string& home : homes_of(name)) {
            std::ranges::copy(cache.revisions_of(home), std::back_inserter(revisions));
        }
        const std::string near = nearest(revision, revisions);
        if (near.empty()) throw;
        throw UsageError(error.what(),
                         fmt::format("did you mean --revision {}? Else {}", near, error.hint()));
    }
}

std::optional<FoundModel> find_cached(const std::string& name, const std::string& revision) {
    if (!fault_of_model_name(name).empty()) return std::nullopt;
    const std::optional<CachedModel> found = look_up(name, revision);
    if (!found) return std::nullopt;
    constexpr std::size_t kShortCommit = 7;  // digits, as git and the hub show it
    const std::string commit = found->commit.substr(0, kShortCommit);
    const bool is_named = revision != kDefaultRevision && revision != found->commit;
    return FoundModel{
        {.name = found->name, .folder = found->folder, .is_fetched = true, .revision = revision},
        is_named ? fmt::format("revision {}, commit {}", revision, commit) : "commit " + commit};
}

/// What was perhaps meant; empty if nothing is near. Everyone's word for the smallest GPT-2 is
/// `gpt2-small`, and there is no model of that name.
std::string nearest_model(const std::string& name) {
    constexpr const char* kSmall = "-small";
    std::vector<std::string> names = known_names();
    const std::vector<std::string> smallest = homes_of(std::string(short_names().front().name));
    for (const std::string& home : smallest) names.push_back(home + kSmall);
    std::string near = nearest(name, names);
    for (const std::string& home : smallest) {
        if (near == home + kSmall) return home;
    }
    return near;
}

/// Whoever has named a model that there may be at Hugging Face: it only is not here.
[[noreturn]] void say_not_fetched(const std::string& name, const std::string& revision) {
    const std::string cache = printable(HubCache::of_environment().root().string());
    std::string hint = fetch_hint(name, revision);
    if (homes_of(name).size() == 1) {
        const std::string near = nearest_model(name);
        hint = near.empty() ? hint + ", if it is a model at Hugging Face"
                            : fmt::format("did you mean --model {}? Else {}", near, hint);
    }
    throw InputError(
        fmt::format("the model {} is not here: it is not in Hugging Face's cache, {}", name, cache),
        hint + "; --model DIR takes it from a folder");
}

[[noreturn]] void say_unknown(const std::string& name) {
    const std::string near = nearest_model(name);
    throw UsageError(fmt::format("no model {}: no folder of that name, no model in the data folder "
                                 "and none in Hugging Face's cache",
                                 printable(name)),
                     near.empty() ? "`attnlab models` lists what there is"
                                  : fmt::format("did you mean --model {}?", near));
}

FoundModel find(const GlobalOptions& options, Need need) {
    const std::string name = options.model_or_default();
    if (name.empty())
        throw UsageError("the name of the model is empty, expected a folder or a name");
    const std::string revision = options.revision.value_or(kDefaultRevision);
    std::optional<FoundModel> here;
    if (options.model) here = find_folder(name);
    if (here) refuse_shadow(*here, need);
    if (!here) here = find_in_data(name, need);
    if (here && options.revision) {
        throw UsageError(
            fmt::format("--revision {}: {} is a folder, and only a model of Hugging Face's cache "
                        "has revisions",
                        printable(revision), printable(here->place.folder.string())));
    }
    if (here) return *here;
    require_revision(revision);
    if (const auto cached = find_cached(name, revision)) return *cached;
    const bool has_org = name.find('/') != name.npos && fault_of_model_name(name).empty();
    if (has_org || homes_of(name).size() > 1) say_not_fetched(name, revision);
    say_unknown(name);
}

}  // namespace

FoundModel find_model(const GlobalOptions& options, Need need) {
    FoundModel found = find(options, need);
    // Whether a folder of the user's has a vocabulary is seen, and said, where one is loaded.
    if (need == Need::kWeights || found.place.is_fetched) require_files(found.place, need);
    return found;
}

}  // namespace attnlab::lab
