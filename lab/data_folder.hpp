// Where the program finds its data, and a model by its name.

#pragma once

#include <filesystem>
#include <string>

namespace attnlab::lab {

/// The folder with the program's data: $ATTNLAB_DATA, else `data` beside the program, else
/// `../share/attention-lab` as installed, else the source tree that it was built from.
///
/// Errors: InputError listing the places where it was looked for; or naming $ATTNLAB_DATA where
///         that is set and is no folder.
std::filesystem::path data_folder();

struct ModelFolder {
    std::string name;   // what outputs call the model
    std::string about;  // what they add to that; usually empty
    std::filesystem::path path;
};

/// A model by its name in the data folder (`trophy-tiny`, `gpt2`), or by its own folder.
///
/// A name wins over a folder of the same name; `./NAME` always means the folder.
/// Errors: UsageError naming the models that there are if it is neither.
ModelFolder find_model(const std::string& name_or_folder);

}  // namespace attnlab::lab
