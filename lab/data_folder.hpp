// Where the program finds its data, and which models are in it.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace attnlab::lab {

/// The folder with the program's data: $ATTNLAB_DATA, else `data` beside the program, else
/// `../share/attention-lab` as installed, else the source tree that it was built from.
///
/// Errors: InputError listing the places where it was looked for; or naming $ATTNLAB_DATA where
///         that is set and is no folder.
std::filesystem::path data_folder();

/// The model that is part of the project, and what outputs add to its name.
inline constexpr const char* kEmbeddedModel = "trophy-tiny";
inline constexpr const char* kAboutEmbedded =
    "a small GPT-2 that learned a world of fitting, lifting and passing through; not the real one";

/// A folder of the data folder that has a config.json.
struct DataModel {
    std::string name;
    std::filesystem::path folder;
};

/// All of them, in the order of their names: those of data/models/, and those of data/ itself,
/// where GPT-2's vocabulary is, and its weights if the user has put them there.
///
/// Errors: InputError as data_folder() says.
std::vector<DataModel> data_models();

}  // namespace attnlab::lab
