#include "hub/model_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "base/unicode.hpp"
#include "hub/cache_faults.hpp"
#include "hub/hub_cache.hpp"
#include "weights/safetensors_files.hpp"
#include "weights/safetensors_index.hpp"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* kConfig = "config.json";
constexpr const char* kVocab = "vocab.json";
constexpr const char* kMerges = "merges.txt";

// Weights in formats that are not read here, the most common first.
constexpr const char* kPyTorch = "pytorch_model.bin";
constexpr const char* kPyTorchIndex = "pytorch_model.bin.index.json";
constexpr const char* kOtherFormats[] = {"tf_model.h5", "flax_model.msgpack", "rust_model.ot",
                                         "model.ckpt.index"};

bool is_there(const fs::path& path) {
    std::error_code ignored;  // what cannot be looked at is not there for us
    return fs::exists(path, ignored);
}

/// A link to nothing: the blob was deleted, or its download never ended.
bool is_dangling(const fs::path& path) {
    std::error_code ignored;
    return fs::is_symlink(path, ignored) && !is_there(path);
}

bool is_circle(const fs::path& link) {
    std::error_code error;
    return !fs::exists(link, error) && error == std::errc::too_many_symbolic_link_levels;
}

/// How a file of a place is shown.
std::string shown(const ModelPlace& place, const std::string& name) {
    return printable((place.folder / name).string());
}

Fault dangling_fault(const ModelPlace& place, const std::string& name) {
    std::error_code error;
    const fs::path target = fs::read_symlink(place.folder / name, error);
    return {fmt::format("the model {} is not whole: {} is a link to {}, which {}",
                        printable(place.name), shown(place, name), printable(target.string()),
                        is_circle(place.folder / name) ? "leads back to itself" : "is gone"),
            place.is_fetched ? fetch_hint(place.name, place.revision) : ""};
}

/// Whether what is missing was to come, and is still coming.
std::optional<Fault> still_coming(const ModelPlace& place) {
    if (!place.is_fetched) return std::nullopt;
    const fs::path model_folder = place.folder.parent_path().parent_path();
    return unfinished_fault(model_folder, place.name, place.revision);
}

Fault missing_fault(const ModelPlace& place, const std::vector<std::string>& names) {
    if (const auto fault = still_coming(place)) return *fault;
    std::vector<std::string> words;
    for (const std::string& name : names) words.push_back(printable(name));
    return {fmt::format("the model {} is not whole: {} {} missing in {}", printable(place.name),
                        fmt::join(words, ", "), names.size() == 1 ? "is" : "are",
                        printable(place.folder.string())),
            place.is_fetched ? fetch_hint(place.name, place.revision) : ""};
}

Fault folder_fault(const ModelPlace& place, const std::string& name) {
    return {fmt::format("the model {} is not whole: {} is a folder, expected a file",
                        printable(place.name), shown(place, name)),
            place.is_fetched ? "remove it; then " + fetch_hint(place.name, place.revision) : ""};
}

/// The first dangling link or folder among these names, else all that are missing.
std::optional<Fault> fault_of_names(const ModelPlace& place,
                                    const std::vector<std::string>& names) {
    std::vector<std::string> missing;
    for (const std::string& name : names) {
        if (is_dangling(place.folder / name)) return dangling_fault(place, name);
        std::error_code ignored;
        if (fs::is_directory(place.folder / name, ignored)) return folder_fault(place, name);
        if (!is_there(place.folder / name)) missing.push_back(name);
    }
    if (missing.empty()) return std::nullopt;
    return missing_fault(place, missing);
}

Fault no_weights_fault(const ModelPlace& place) {
    const std::string folder = printable(place.folder.string());
    const std::string name = printable(place.name);
    if (const auto fault = still_coming(place)) return *fault;
    if (is_there(place.folder / kPyTorch) || is_there(place.folder / kPyTorchIndex)) {
        return {fmt::format("the model {} has no safetensors: {} has only {}, a pickle of PyTorch, "
                            "which is not read here",
                            name, folder, kPyTorch),
                fmt::format("python3 lab/export_weights.py --from '{}' --to my-model writes it as "
                            "safetensors; then --model ./my-model",
                            folder)};
    }
    for (const char* other : kOtherFormats) {
        if (!is_there(place.folder / other)) continue;
        return {fmt::format("the model {} has no safetensors: {} has only {}, which is not read "
                            "here",
                            name, folder, other),
                "save it with transformers: save_pretrained() writes safetensors"};
    }
    return {fmt::format("the model {} has no weights: {} is missing", name,
                        shown(place, kSafetensorsName)),
            place.is_fetched ? fetch_hint(place.name, place.revision)
                             : "put them there, or name the folder that has them: --model DIR"};
}

std::optional<Fault> fault_of_weights(const ModelPlace& place) {
    if (is_there(place.folder / kSafetensorsName)) return std::nullopt;
    if (is_dangling(place.folder / kSafetensorsName)) {
        return dangling_fault(place, kSafetensorsName);
    }
    const fs::path index = place.folder / kSafetensorsIndexName;
    if (is_dangling(index)) return dangling_fault(place, kSafetensorsIndexName);
    if (!is_there(index)) return no_weights_fault(place);
    const std::vector<IndexEntry> entries =
        parse_safetensors_index(read_file(index), printable(index.string()));
    return fault_of_names(place, files_of_index(entries));
}

/// A vocabulary is two files; half of one is no vocabulary.
std::optional<Fault> fault_of_vocabulary(const ModelPlace& place, bool may_be_absent) {
    const bool has_some = is_there(place.folder / kVocab) || is_there(place.folder / kMerges) ||
                          is_dangling(place.folder / kVocab) || is_dangling(place.folder / kMerges);
    if (!has_some && may_be_absent) return std::nullopt;
    return fault_of_names(place, {kVocab, kMerges});
}

}  // namespace

std::optional<Fault> fault_of_files(const ModelPlace& place, Need need) {
    if (need == Need::kVocabulary) return fault_of_vocabulary(place, false);
    if (auto fault = fault_of_names(place, {kConfig})) return fault;
    if (auto fault = fault_of_weights(place)) return fault;
    return fault_of_vocabulary(place, true);
}

void require_files(const ModelPlace& place, Need need) {
    const std::optional<Fault> fault = fault_of_files(place, need);
    if (fault) throw InputError(fault->what, fault->hint);
}

bool has_vocabulary_files(const fs::path& folder) {
    return is_there(folder / kVocab) && is_there(folder / kMerges);
}

bool has_weights(const fs::path& folder) {
    return is_there(folder / kSafetensorsName) || is_there(folder / kSafetensorsIndexName);
}

std::optional<std::string> model_type_of(const fs::path& folder) {
    using nlohmann::json;
    std::error_code ignored;
    if (!fs::is_regular_file(folder / kConfig, ignored)) return std::nullopt;
    const json config = json::parse(read_file(folder / kConfig), nullptr, false);
    if (!config.is_object()) return std::nullopt;
    const auto type = config.find("model_type");
    if (type != config.end() && type->is_string()) return type->get<std::string>();
    return config.contains("n_embd") ? "gpt2" : "";
}

std::size_t size_of_model_files(const fs::path& folder) {
    std::size_t size = 0;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        const bool is_of_model = name == kConfig || name == kVocab || name == kMerges ||
                                 name == kSafetensorsIndexName || name.ends_with(".safetensors");
        if (!is_of_model) continue;
        std::error_code is_no_file;
        const std::uintmax_t bytes = fs::file_size(entry->path(), is_no_file);
        if (!is_no_file) size += bytes;
    }
    return size;
}

std::string fetch_command(const std::string& name, const std::string& revision) {
    const bool is_default = revision.empty() || revision == kDefaultRevision;
    return fmt::format("attnlab fetch {}{}", printable(name),
                       is_default ? "" : " --revision " + printable(revision));
}

std::string fetch_hint(const std::string& name, const std::string& revision) {
    return fmt::format("`{}` downloads it", fetch_command(name, revision));
}

}  // namespace attnlab
