#include "find_facts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "data_folder.hpp"
#include "hub/model_name.hpp"
#include "suggest.hpp"

namespace attnlab::lab {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExtension = ".json";

bool is_there(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
}

/// `gpt2` for its home, openai-community/gpt2; any other name as it is.
std::string short_form(const std::string& name) {
    for (const ShortName& known : short_names()) {
        if (known.home == name) return std::string(known.name);
    }
    return name;
}

}  // namespace

std::vector<std::string> known_facts() {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(data_folder() / "facts", error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->path().extension() == kExtension) names.push_back(entry->path().stem().string());
    }
    std::ranges::sort(names);
    return names;
}

std::optional<fs::path> find_facts(const std::optional<std::string>& wanted,
                                   const FoundModel& model, const GlobalOptions& options) {
    const fs::path folder = data_folder() / "facts";
    if (!wanted) {
        const bool is_users_folder =
            options.model && model.place.folder == fs::path(*options.model);
        const std::string name = short_form(model.place.name);
        const fs::path file = folder / (name + kExtension);
        // A name of somebody else's model has a slash in it, and no file here.
        if (is_users_folder || name.find('/') != name.npos || !is_there(file)) return std::nullopt;
        return file;
    }
    const std::vector<std::string> names = known_facts();
    const std::string name = short_form(*wanted);
    if (std::ranges::find(names, name) != names.end()) return folder / (name + kExtension);
    if (!wanted->empty() && is_there(*wanted)) return fs::path(*wanted);
    const std::string near = nearest(*wanted, names);
    throw UsageError(fmt::format("--facts {}: no file of that name, and no facts in the data "
                                 "folder: there are those of {}",
                                 printable(*wanted), fmt::join(names, ", ")),
                     near.empty() ? "" : fmt::format("did you mean --facts {}?", near));
}

}  // namespace attnlab::lab
