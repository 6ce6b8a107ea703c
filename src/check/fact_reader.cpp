#include "check/fact_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.hpp"
#include "base/unicode.hpp"

namespace attnlab {
namespace {

using nlohmann::json;

/// A value as errors show it: short and in one line.
std::string shown(const json& value) {
    constexpr std::size_t kLongest = 40;
    const std::string text = printable(value.dump(-1, ' ', false, json::error_handler_t::replace));
    const std::string_view cut = fit_width(text, kLongest);
    return std::string(cut) + (cut.size() < text.size() ? "..." : "");
}

bool is_id(const json& value) {
    return value.is_number_unsigned() && value <= std::numeric_limits<TokenId>::max();
}

/// "4.11" -> head 11 of layer 4.
std::optional<HeadId> head_of(std::string_view text) {
    HeadId head;
    const char* const end = text.data() + text.size();
    const auto layer = std::from_chars(text.data(), end, head.layer);
    if (layer.ec != std::errc() || layer.ptr == end || *layer.ptr != '.') return std::nullopt;
    const auto number = std::from_chars(layer.ptr + 1, end, head.head);
    if (number.ec != std::errc() || number.ptr != end) return std::nullopt;
    return head;
}

}  // namespace

FactReader::FactReader(const json& object, std::string where)
    : object_(object), where_(std::move(where)) {
    if (!object.is_object()) {
        throw InputError(fmt::format("{}: got {}, expected an object", where_, shown(object)));
    }
}

void FactReader::fail(const char* field, const std::string& expected) const {
    const auto found = object_.find(field);
    throw InputError(fmt::format("{}: field `{}`: got {}, expected {}", where_, field,
                                 found == object_.end() ? "nothing" : shown(*found), expected));
}

const json* FactReader::find(const char* field) {
    read_.insert(field);
    const auto found = object_.find(field);
    return found == object_.end() ? nullptr : &*found;
}

const json& FactReader::get(const char* field) {
    static const json nothing;
    const json* value = find(field);
    return value == nullptr ? nothing : *value;
}

std::string FactReader::text(const char* field) {
    const json& value = get(field);
    if (!value.is_string() || value.get_ref<const std::string&>().empty()) {
        fail(field, "a text");
    }
    return value.get<std::string>();
}

std::optional<std::string> FactReader::optional_text(const char* field) {
    return find(field) == nullptr ? std::nullopt : std::optional(text(field));
}

std::size_t FactReader::size(const char* field, std::size_t smallest) {
    const json& value = get(field);
    if (!value.is_number_unsigned() || value < smallest) {
        fail(field, fmt::format("a whole number from {} on", smallest));
    }
    return value.get<std::size_t>();
}

std::size_t FactReader::size_within(const char* field, std::size_t smallest, std::size_t largest) {
    const std::size_t number = size(field, smallest);
    if (number > largest) fail(field, fmt::format("{} to {}", smallest, largest));
    return number;
}

std::optional<std::size_t> FactReader::optional_size(const char* field, std::size_t smallest) {
    return find(field) == nullptr ? std::nullopt : std::optional(size(field, smallest));
}

double FactReader::number(const char* field) {
    const json& value = get(field);
    if (!value.is_number() || !std::isfinite(value.get<double>())) fail(field, "a number");
    return value.get<double>();
}

std::optional<double> FactReader::optional_number(const char* field) {
    return find(field) == nullptr ? std::nullopt : std::optional(number(field));
}

double FactReader::bound(const char* field) {
    const json& value = get(field);
    if (!value.is_number() || !(value.get<double>() > 0.0)) fail(field, "a number above 0");
    return number(field);
}

std::optional<bool> FactReader::optional_flag(const char* field) {
    const json* value = find(field);
    if (value == nullptr) return std::nullopt;
    if (!value->is_boolean()) fail(field, "true or false");
    return value->get<bool>();
}

TokenId FactReader::id(const char* field) {
    const json& value = get(field);
    if (!is_id(value)) fail(field, "a token id");
    return value.get<TokenId>();
}

std::optional<TokenId> FactReader::optional_id(const char* field) {
    return find(field) == nullptr ? std::nullopt : std::optional(id(field));
}

std::vector<TokenId> FactReader::ids(const char* field, std::size_t fewest) {
    const json& value = get(field);
    if (!value.is_array() || value.size() < fewest || !std::ranges::all_of(value, is_id)) {
        fail(field, fmt::format("a list of token ids, {} or more", fewest));
    }
    return value.get<std::vector<TokenId>>();
}

std::vector<std::size_t> FactReader::sizes(const char* field) {
    const json& value = get(field);
    const auto is_size = [](const json& element) { return element.is_number_unsigned(); };
    if (!value.is_array() || value.empty() || !std::ranges::all_of(value, is_size)) {
        fail(field, "a list of whole numbers");
    }
    auto numbers = value.get<std::vector<std::size_t>>();
    if (std::ranges::adjacent_find(numbers, std::greater_equal<>()) != numbers.end()) {
        fail(field, "ascending numbers");
    }
    return numbers;
}

std::vector<std::vector<double>> FactReader::rows(const char* field) {
    const json& value = get(field);
    const auto is_number = [](const json& element) {
        return element.is_number() && std::isfinite(element.get<double>());
    };
    const auto is_row = [&](const json& row) {
        return row.is_array() && std::ranges::all_of(row, is_number);
    };
    if (!value.is_array() || value.empty() || !std::ranges::all_of(value, is_row)) {
        fail(field, "a list of rows of numbers");
    }
    return value.get<std::vector<std::vector<double>>>();
}

std::vector<HeadId> FactReader::heads(const char* field) {
    const json& value = get(field);
    std::vector<HeadId> heads;
    if (value.is_array()) {
        for (const json& element : value) {
            if (!element.is_string()) break;
            const std::optional<HeadId> head = head_of(element.get_ref<const std::string&>());
            if (!head) break;
            heads.push_back(*head);
        }
    }
    if (heads.empty() || heads.size() != value.size()) {
        fail(field, "a list of heads as \"4.11\": layer 4, head 11");
    }
    return heads;
}

const json& FactReader::list(const char* field) {
    const json& value = get(field);
    if (!value.is_array()) fail(field, "a list");
    return value;
}

FactReader FactReader::object(const char* field) {
    const json& value = get(field);
    if (!value.is_object()) fail(field, "an object");
    return {value, fmt::format("{}, in `{}`", where_, field)};
}

std::string FactReader::word(const char* field, const std::vector<std::string>& words) {
    const json& value = get(field);
    if (!value.is_string() || std::ranges::find(words, value.get<std::string>()) == words.end()) {
        fail(field, fmt::format("one of {}", fmt::join(words, ", ")));
    }
    return value.get<std::string>();
}

void FactReader::finish() const {
    std::vector<std::string> unknown;
    for (const auto& [field, value] : object_.items()) {
        if (!read_.contains(field)) unknown.push_back(fmt::format("`{}`", printable(field)));
    }
    if (unknown.empty()) return;
    throw InputError(
        fmt::format("{}: there is no field {} here", where_, fmt::join(unknown, ", ")));
}

}  // namespace attnlab
