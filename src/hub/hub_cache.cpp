#include "hub/hub_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "base/unicode.hpp"
#include "hub/model_files.hpp"
#include "hub/model_name.hpp"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kModelPrefix = "models--";
constexpr std::string_view kSeparator = "--";  // stands for '/', and in no name for itself

std::optional<std::string> set_and_not_empty(const Environment& environment,
                                             const std::string& name) {
    std::optional<std::string> value = environment(name);
    if (value && value->empty()) return std::nullopt;
    return value;
}

bool is_name_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// `$NAME` and `${NAME}` by what they say; a variable that is not set stays as it is written.
std::string with_variables(const std::string& text, const Environment& environment) {
    std::string result;
    std::size_t i = 0;
    while (i < text.size()) {
        const bool in_braces = text.compare(i, 2, "${") == 0;
        const std::size_t begin = i + (in_braces ? 2 : 1);
        const auto first = text.begin() + static_cast<std::ptrdiff_t>(std::min(begin, text.size()));
        const auto last = std::find_if_not(first, text.end(), is_name_letter);
        const std::string name(first, last);
        const bool is_closed = !in_braces || (last != text.end() && *last == '}');
        std::optional<std::string> value;
        if (text[i] == '$' && !name.empty() && is_closed) value = environment(name);
        if (value) {
            result += *value;
            i = begin + name.size() + (in_braces ? 1 : 0);
        } else {
            result += text[i++];
        }
    }
    return result;
}

/// A path of an environment variable, as Python's expanduser and expandvars make it; `~name` stays.
fs::path expanded(std::string text, const Environment& environment) {
    if (text == "~" || text.starts_with("~/")) {
        if (const auto home = set_and_not_empty(environment, "HOME")) {
            text.replace(0, 1, *home);
        }
    }
    return with_variables(text, environment);
}

/// The names in a folder, in their order; none where there is no such folder.
std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        names.push_back(entry->path().filename().string());
    }
    std::ranges::sort(names);
    return names;
}

}  // namespace

std::optional<std::string> process_environment(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) return std::nullopt;
    return value;
}

HubCache::HubCache(fs::path root, std::string origin)
    : root_(std::move(root)), origin_(std::move(origin)) {}

HubCache HubCache::of_environment(const Environment& environment) {
    struct Place {
        const char* variable;
        const char* below;  // the cache, from the folder that the variable names
    };
    constexpr Place kPlaces[] = {{"HF_HUB_CACHE", ""},
                                 {"HUGGINGFACE_HUB_CACHE", ""},
                                 {"HF_HOME", "hub"},
                                 {"XDG_CACHE_HOME", "huggingface/hub"},
                                 {"HOME", ".cache/huggingface/hub"}};
    for (const Place& place : kPlaces) {
        const auto value = set_and_not_empty(environment, place.variable);
        if (!value) continue;
        fs::path root = expanded(*value, environment);
        if (*place.below != '\0') root /= place.below;
        return HubCache(std::move(root), place.variable);
    }
    throw InputError(
        "Hugging Face's cache has no place: HF_HUB_CACHE, HF_HOME and HOME are not set",
        "set HF_HOME to a folder");
}

void HubCache::require_folder() const {
    fs::path existing = root_;
    std::error_code ignored;
    while (!fs::exists(existing, ignored) && existing.has_relative_path()) {
        if (fs::is_symlink(existing, ignored)) break;  // one that leads nowhere: no way to go on
        existing = existing.parent_path();
    }
    if (existing.empty() || fs::is_directory(existing, ignored)) return;
    std::error_code is_no_link;
    const fs::path target = fs::read_symlink(existing, is_no_link);
    const std::string link =
        is_no_link ? "" : fmt::format("a link to {}, which is ", printable(target.string()));
    throw InputError(
        fmt::format("{}: Hugging Face's cache would be {}, but {} is {}no folder", origin_,
                    printable(root_.string()), printable(existing.string()), link),
        "set HF_HOME to a folder, or HF_HUB_CACHE to the cache itself");
}

fs::path HubCache::folder_of(std::string_view model) const {
    std::string folder(kModelPrefix);
    for (const char c : model) {
        if (c == '/') {
            folder += kSeparator;
        } else {
            folder += c;
        }
    }
    return root_ / folder;
}

fs::path HubCache::blobs_of(std::string_view model) const { return folder_of(model) / "blobs"; }

fs::path HubCache::snapshots_of(std::string_view model) const {
    return folder_of(model) / "snapshots";
}

fs::path HubCache::snapshot_of(std::string_view model, std::string_view commit) const {
    return snapshots_of(model) / commit;
}

fs::path HubCache::refs_of(std::string_view model) const { return folder_of(model) / "refs"; }

fs::path HubCache::ref_of(std::string_view model, std::string_view revision) const {
    return refs_of(model) / revision;
}

std::optional<std::string> HubCache::read_ref(std::string_view model,
                                              std::string_view revision) const {
    const fs::path path = ref_of(model, revision);
    std::error_code ignored;
    if (revision == kDefaultRevision && fs::is_directory(path, ignored)) {
        throw InputError(
            fmt::format("{} is a folder, expected a file with a commit", printable(path.string())),
            "remove it; then " + fetch_hint(std::string(model), std::string(revision)));
    }
    if (!fs::is_regular_file(path, ignored)) return std::nullopt;
    std::string commit = read_file(path);
    while (!commit.empty() && (commit.back() == '\n' || commit.back() == '\r')) commit.pop_back();
    if (!is_commit(commit)) {
        constexpr std::size_t kShown = 60;
        throw InputError(
            fmt::format("{} holds '{}', expected a commit of 40 hexadecimal digits",
                        printable(path.string()), printable(commit.substr(0, kShown))),
            "remove it; then " + fetch_hint(std::string(model), std::string(revision)));
    }
    return commit;
}

std::vector<std::string> HubCache::models() const {
    std::error_code error;
    const fs::directory_iterator look(root_, error);
    if (error && error != std::errc::no_such_file_or_directory) {
        throw InputError(
            fmt::format("cannot list {}: {}", printable(root_.string()), error.message()));
    }
    std::vector<std::string> models;
    for (const std::string& folder : names_in(root_)) {
        if (!folder.starts_with(kModelPrefix)) continue;
        std::string model = folder.substr(kModelPrefix.size());
        if (const std::size_t at = model.find(kSeparator); at != model.npos) {
            model.replace(at, kSeparator.size(), "/");
        }
        if (fault_of_model_name(model).empty()) models.push_back(std::move(model));
    }
    return models;
}

std::vector<std::string> HubCache::commits_of(std::string_view model) const {
    std::vector<std::string> commits = names_in(snapshots_of(model));
    std::erase_if(commits, [](const std::string& name) { return !is_commit(name); });
    return commits;
}

std::vector<std::string> HubCache::revisions_of(std::string_view model) const {
    const fs::path refs = refs_of(model);
    std::vector<std::string> revisions;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(refs, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code ignored;
        if (!entry->is_regular_file(ignored)) continue;
        std::string revision = entry->path().lexically_relative(refs).string();
        if (fault_of_revision(revision).empty()) revisions.push_back(std::move(revision));
    }
    std::ranges::sort(revisions);
    return revisions;
}

}  // namespace attnlab
