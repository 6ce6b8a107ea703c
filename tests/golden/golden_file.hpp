// Reads files of expected numbers: JSON to plain vectors and matrices. A file that is missing or
// has another form ends the test with an error.

#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/matrix.hpp"
#include "model/config.hpp"

namespace attnlab::testing {

/// Reads tests/golden/data/NAME.json.
nlohmann::json load_golden(const std::string& name);

nlohmann::json load_json(const std::filesystem::path& path);

/// All numbers of nested lists, in their order; null (a score that the mask hides) becomes 0.
std::vector<double> numbers(const nlohmann::json& lists);

/// The numbers of some columns of a list of rows, row after row.
std::vector<double> columns(const nlohmann::json& rows, std::size_t first, std::size_t count);

/// A list of rows as floats: [rows][columns] -> [rows, columns].
Matrix matrix(const nlohmann::json& rows);

/// The sizes of a golden file's model; n_inner is 4 C.
Config config_of(const nlohmann::json& sizes);

}  // namespace attnlab::testing
