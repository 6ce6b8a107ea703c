// A file of facts about one model: data/facts/NAME.json. data/facts/README.md describes it.

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/fact.hpp"

namespace attnlab {

/// What is published of the files themselves; each may be absent.
struct Release {
    std::optional<std::uint64_t> n_parameters;
    std::optional<bool> head_is_tied;
    std::optional<std::string> sha256;  // of model.safetensors
    std::string source;
};

struct FactsFile {
    std::string model;  // whose facts they are
    Release release;
    std::vector<std::unique_ptr<Fact>> facts;
};

/// Reads facts from the text of a file; `label` names it in errors.
///
/// Errors: InputError naming file, fact and field for whatever is missing, wrong, unknown or twice.
FactsFile parse_facts(std::string_view json, const std::string& label);

/// Errors: InputError if the file cannot be read, or as parse_facts() says.
FactsFile load_facts(const std::filesystem::path& path);

}  // namespace attnlab
