// Facts made by hand: a fact of each kind that is well-formed, and files of them.

#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "check/facts_file.hpp"

namespace attnlab::testing {

/// A well-formed fact of a kind, about a model of 2 layers, 2 heads and 257 tokens. What it says is
/// published is invented.
nlohmann::json sample_fact(const std::string& kind);

/// The names of all kinds.
std::vector<std::string> fact_kinds();

/// A file of facts, whose label is `facts.json`; named one after the other where they have no name.
FactsFile facts_of(std::vector<nlohmann::json> facts, const nlohmann::json& release = nullptr);

/// The only fact of a file.
const Fact& only_fact(const FactsFile& file);

}  // namespace attnlab::testing
