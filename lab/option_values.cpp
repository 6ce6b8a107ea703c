#include "option_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/unicode.hpp"

namespace attnlab::lab {
namespace {

std::string words(Range range) {
    return range.smallest == range.largest ? fmt::format("{}", range.smallest)
                                           : fmt::format("{} to {}", range.smallest, range.largest);
}

std::optional<std::uint64_t> number_of(std::string_view text, Range range) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    if (number < range.smallest || number > range.largest) return std::nullopt;
    return number;
}

std::vector<std::string_view> split_at_commas(std::string_view text) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t comma = text.find(',');
        parts.push_back(text.substr(0, comma));
        if (comma == std::string_view::npos) return parts;
        text.remove_prefix(comma + 1);
    }
}

[[noreturn]] void refuse(std::string_view option, std::string_view text,
                         const std::string& expected) {
    throw UsageError(fmt::format("{} is `{}`, expected {}", option, printable(text), expected));
}

}  // namespace

void require_utf8(std::string_view option, std::string_view text) {
    if (const std::optional<std::size_t> offset = first_invalid_utf8(text)) {
        throw UsageError(fmt::format("{} is not UTF-8 from offset {} on", option, *offset));
    }
}

std::uint64_t parse_number(std::string_view option, std::string_view text, Range range) {
    const std::optional<std::uint64_t> number = number_of(text, range);
    if (!number) refuse(option, text, "a whole number, " + words(range));
    return *number;
}

std::vector<std::size_t> parse_number_set(std::string_view option, std::string_view text,
                                          Range range) {
    std::set<std::size_t> numbers;
    const std::string expected =
        fmt::format("numbers from {}, such as `{}` or `{}-{}`, or `all`", words(range),
                    range.largest, range.smallest, range.largest);
    const std::string every = fmt::format("{}-{}", range.smallest, range.largest);
    for (const std::string_view part : split_at_commas(text == "all" ? every : text)) {
        const std::size_t dash = part.find('-');
        const std::string_view first_text = part.substr(0, dash);
        const std::string_view last_text =
            dash == std::string_view::npos ? first_text : part.substr(dash + 1);
        const std::optional<std::uint64_t> first = number_of(first_text, range);
        const std::optional<std::uint64_t> last = number_of(last_text, range);
        if (!first || !last || *first > *last) refuse(option, text, expected);
        for (std::uint64_t number = *first; number <= *last; ++number) numbers.insert(number);
    }
    return {numbers.begin(), numbers.end()};
}

std::vector<std::uint64_t> parse_number_list(std::string_view option, std::string_view text,
                                             Range range) {
    std::vector<std::uint64_t> numbers;
    for (const std::string_view part : split_at_commas(text)) {
        const std::optional<std::uint64_t> number = number_of(part, range);
        if (!number) {
            // Of a long list the wrong number alone.
            throw UsageError(fmt::format("{} {} `{}`, expected numbers from {} between commas",
                                         option, part.size() == text.size() ? "is" : "has",
                                         printable(part), words(range)));
        }
        numbers.push_back(*number);
    }
    return numbers;
}

CLI::Option* add_number_option(CLI::App& app, const std::string& name, Range range,
                               const std::string& description,
                               std::function<void(std::uint64_t)> use) {
    return app
        .add_option_function<std::string>(
            name,
            [name, range, use = std::move(use)](const std::string& text) {
                use(parse_number(name, text, range));
            },
            description)
        ->type_name("N");
}

CLI::Option* add_choice_option(CLI::App& app, const std::string& name,
                               const std::vector<std::string>& choices,
                               const std::string& description, std::string& choice) {
    return app
        .add_option_function<std::string>(
            name,
            [name, choices, &choice](const std::string& text) {
                if (std::ranges::find(choices, text) == choices.end()) {
                    refuse(name, text, fmt::format("{}", fmt::join(choices, " or ")));
                }
                choice = text;
            },
            description)
        ->type_name(fmt::format("{}", fmt::join(choices, "|")));
}

}  // namespace attnlab::lab
