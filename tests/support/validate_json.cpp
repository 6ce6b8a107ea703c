// validate_json SCHEMA FILE: is FILE JSON, and is it what SCHEMA says? Exit code 0: yes; 1: no,
// with a line on stderr for everything that is wrong; 2: SCHEMA or the call is of no use.

#include <exception>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "support/json_schema.hpp"

namespace {

constexpr int kInvalid = 1;
constexpr int kUsage = 2;

/// Errors: runtime_error naming the file, and the byte where it stops being JSON (NaN and bytes
/// that
///         are not UTF-8 are no JSON).
nlohmann::json read_json(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error(path + ": cannot be read");
    try {
        return nlohmann::json::parse(file);
    } catch (const nlohmann::json::exception& error) {
        throw std::runtime_error(path + ": " + error.what());
    }
}

}  // namespace

int main(int argc, char** argv) {
    int exit_code = kUsage;
    try {
        if (argc != 3) throw std::runtime_error("usage: validate_json SCHEMA FILE");
        const nlohmann::json schema = read_json(argv[1]);
        exit_code = kInvalid;
        const nlohmann::json document = read_json(argv[2]);
        exit_code = kUsage;
        const auto errors = attnlab::testing::schema_errors(schema, document);
        for (const std::string& error : errors) std::cerr << error << '\n';
        return errors.empty() ? 0 : kInvalid;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return exit_code;
    }
}
