#include "data_folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "base/error.hpp"
#include "base/unicode.hpp"

namespace attnlab::lab {
namespace {

namespace fs = std::filesystem;

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

std::vector<DataModel> data_models() {
    std::vector<DataModel> models;
    const fs::path data = data_folder();
    for (const fs::path& folder : {data / "models", data}) {
        std::error_code error;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
             entry.increment(error)) {
            std::error_code ignored;
            const std::string name = entry->path().filename().string();
            const bool is_known = std::ranges::find(models, name, &DataModel::name) != models.end();
            if (!is_known && fs::exists(entry->path() / "config.json", ignored)) {
                models.push_back({name, entry->path()});
            }
        }
    }
    std::ranges::sort(models, {}, &DataModel::name);
    return models;
}

}  // namespace attnlab::lab
