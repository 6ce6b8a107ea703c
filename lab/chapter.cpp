#include "chapter.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "base/unicode.hpp"
#include "data_folder.hpp"

namespace attnlab::lab {

Chapter load_chapter() {
    const std::filesystem::path path = data_folder() / "sentences.json";
    try {
        const nlohmann::json json = nlohmann::json::parse(read_file(path));
        return {json.at("sentences"), json.at("focus"), json.at("cue"), json.at("candidates")};
    } catch (const nlohmann::json::exception& error) {
        throw InputError(fmt::format("{}: {}", printable(path.string()), printable(error.what())));
    }
}

}  // namespace attnlab::lab
