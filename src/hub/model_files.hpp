// Which files of a folder a model is read from, and what is the matter with them. Looks at names,
// links and the index of split weights; what stands in the files is checked when they are loaded.

#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace attnlab {

/// What a model is wanted for.
enum class Need {
    kWeights,     // config.json and the weights; a vocabulary may be absent: ids are read without
    kVocabulary,  // vocab.json and merges.txt
};

/// A folder that a model may be in, and how it came to be there.
struct ModelPlace {
    std::string name;  // what errors and outputs call the model
    std::filesystem::path folder;
    bool is_fetched = false;  // in the cache: `attnlab fetch NAME` can bring what is missing
    std::string revision;     // of a fetched one, as it was asked for
};

/// Why a model cannot be used.
struct Fault {
    std::string what;  // one line
    std::string hint;
    bool is_unfinished = false;  // a download was begun, and would go on
};

/// What is missing for that need, or a link that leads nowhere; nothing if all files are there.
std::optional<Fault> fault_of_files(const ModelPlace& place, Need need);

/// Errors: InputError with what fault_of_files() says.
void require_files(const ModelPlace& place, Need need);

/// Whether the folder has both files of a vocabulary.
bool has_vocabulary_files(const std::filesystem::path& folder);

/// Whether the folder has weights that we read: one safetensors file, or the index of several.
bool has_weights(const std::filesystem::path& folder);

/// What `model_type` of config.json says: "gpt2"; empty if it does not say, and nothing if there is
/// no such file that can be read. A file without it that names n_embd is a GPT-2 of before there
/// was a model_type.
std::optional<std::string> model_type_of(const std::filesystem::path& folder);

/// The sizes of the files that a model is read from, together, links followed: configuration,
/// vocabulary, and every safetensors file with the index of several.
std::size_t size_of_model_files(const std::filesystem::path& folder);

/// What the user types to fetch a model: "attnlab fetch NAME".
std::string fetch_command(const std::string& name, const std::string& revision = {});

/// How the user fetches what is missing: "`attnlab fetch NAME` downloads it".
std::string fetch_hint(const std::string& name, const std::string& revision = {});

}  // namespace attnlab
