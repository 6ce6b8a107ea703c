// Which models there are, as plain data: what `attnlab models` has to tell. The lab fills it, by
// looking into each folder as if it were to be loaded; a view shows it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace attnlab {

/// Where a model is kept.
enum class ModelHome { kEmbedded, kData, kCache };

enum class ModelState {
    kComplete,
    kNoVocabulary,    // runs by token ids
    kVocabularyOnly,  // cuts texts, and does not run
    kUnfinished,      // its download was begun, and would go on
    kBroken,
};

/// A model, or what is there of one; of a cache, one commit of it.
struct ListedModel {
    std::string name;  // what --model takes
    ModelHome home = ModelHome::kData;
    ModelState state = ModelState::kComplete;
    std::filesystem::path folder;
    std::string commit;                  // of the cache; else empty, and so are the revisions
    std::vector<std::string> revisions;  // that are at this commit
    std::size_t size_bytes = 0;          // of the files that it is read from
    std::string storage_type;            // of the weights, "F32"; empty where there are none
    std::uint64_t n_parameters = 0;      // 0 where there are none
    std::string problem;                 // of a broken or unfinished one: a line, and a mend
    std::string hint;
};

/// A model of the cache that is no GPT-2, and so of no use here.
struct OtherModel {
    std::string name;
    std::string model_type;  // as config.json has it; empty where it does not say
    bool has_config = true;  // else there is nothing of a GPT-2 at all: no file of those it has
};

struct ModelList {
    std::filesystem::path data_folder;
    std::filesystem::path cache;      // empty where it has no place
    std::string cache_problem;        // why it cannot be read; usually empty
    std::vector<ListedModel> models;  // embedded, in data, in the cache; there by name
    std::vector<OtherModel> others;
};

}  // namespace attnlab
