#include "data_folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "suggest.hpp"

namespace attnlab::lab {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEmbeddedModel = "trophy-tiny";
constexpr const char* kAboutEmbedded =
    "a small GPT-2 that learned a world of fitting, lifting and passing through; not the real one";

bool is_folder(const fs::path& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

/// The folder that the running program lies in; empty where the system does not tell.
fs::path program_folder() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path() : program.parent_path();
}

/// Models are folders with a config.json, in data/ itself and in data/models/.
std::vector<std::string> model_names(const fs::path& data) {
    std::vector<std::string> names;
    for (const fs::path& folder : {data / "models", data}) {
        std::error_code error;
        for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
            std::error_code ignored;
            if (fs::exists(entry.path() / "config.json", ignored)) {
                names.push_back(entry.path().filename().string());
            }
        }
    }
    std::ranges::sort(names);
    return names;
}

}  // namespace

fs::path data_folder() {
    if (const char* data = std::getenv("ATTNLAB_DATA"); data != nullptr && *data != '\0') {
        if (is_folder(data)) return data;
        throw InputError(fmt::format("ATTNLAB_DATA is {}, which is no folder", printable(data)));
    }
    const fs::path program = program_folder();
    const std::vector<fs::path> places = {
        program / "data",
        (program / ".." / "share" / "attention-lab").lexically_normal(),
        ATTNLAB_SOURCE_DATA,
    };
    const auto found = std::ranges::find_if(places, is_folder);
    if (found != places.end()) return *found;
    std::vector<std::string> looked;
    for (const fs::path& place : places) looked.push_back(printable(place.string()));
    throw InputError(fmt::format("the program's data was not found in {}", fmt::join(looked, ", ")),
                     "set ATTNLAB_DATA to the project's data folder");
}

ModelFolder find_model(const std::string& name_or_folder) {
    const bool may_be_name =
        !name_or_folder.empty() && name_or_folder.find('/') == std::string::npos;
    std::vector<std::string> names;
    if (may_be_name && name_or_folder != "." && name_or_folder != "..") {
        const fs::path data = data_folder();
        names = model_names(data);
        if (std::ranges::find(names, name_or_folder) != names.end()) {
            const fs::path folder = data / "models" / name_or_folder;
            return {name_or_folder, name_or_folder == kEmbeddedModel ? kAboutEmbedded : "",
                    is_folder(folder) ? folder : data / name_or_folder};
        }
    }
    if (is_folder(name_or_folder)) {
        std::error_code error;  // there is no absolute path from a folder that was removed
        fs::path folder = fs::absolute(name_or_folder, error).lexically_normal();
        if (!folder.has_filename()) folder = folder.parent_path();  // a slash at the end
        const std::string name = folder.filename().string();
        return {name.empty() ? name_or_folder : name, "", name_or_folder};
    }
    if (names.empty()) names = model_names(data_folder());
    const std::string near = nearest(name_or_folder, names);
    throw UsageError(fmt::format("--model {}: no folder of that name, and no model: there are {}",
                                 printable(name_or_folder), fmt::join(names, ", ")),
                     near.empty() ? "" : fmt::format("did you mean --model {}?", near));
}

}  // namespace attnlab::lab
