// Values on the command line, with errors that name the option, what came and what was expected.

#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attnlab::lab {

/// The range that a number must lie in, both ends included.
struct Range {
    std::uint64_t smallest;
    std::uint64_t largest;
};

/// Errors: UsageError naming option and offset if a text is not UTF-8.
void require_utf8(std::string_view option, std::string_view text);

/// One whole number.
///
/// Errors: UsageError naming the option, the text and the range.
std::uint64_t parse_number(std::string_view option, std::string_view text, Range range);

/// A list such as `3`, `0-2,5` or `all`: ascending, each number once.
///
/// Errors: UsageError naming the option, the text and the range; also for an empty list and for a
///         range that runs backwards.
std::vector<std::size_t> parse_number_set(std::string_view option, std::string_view text,
                                          Range range);

/// Numbers between commas, in their order.
///
/// Errors: UsageError naming the option, the text and the range.
std::vector<std::uint64_t> parse_number_list(std::string_view option, std::string_view text,
                                             Range range);

/// An option that takes one whole number and hands it to `use`.
CLI::Option* add_number_option(CLI::App& app, const std::string& name, Range range,
                               const std::string& description,
                               std::function<void(std::uint64_t)> use);

/// An option that takes one word of several.
CLI::Option* add_choice_option(CLI::App& app, const std::string& name,
                               const std::vector<std::string>& choices,
                               const std::string& description, std::string& choice);

}  // namespace attnlab::lab
