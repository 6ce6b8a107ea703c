#include "hub/model_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/error.hpp"
#include "base/unicode.hpp"

namespace attnlab {
namespace {

constexpr std::array kShortNames = {
    ShortName{"gpt2", "openai-community/gpt2"},
    ShortName{"gpt2-medium", "openai-community/gpt2-medium"},
    ShortName{"gpt2-large", "openai-community/gpt2-large"},
    ShortName{"gpt2-xl", "openai-community/gpt2-xl"},
    ShortName{"distilgpt2", "distilbert/distilgpt2"},
};

constexpr std::size_t kLongestName = 96;   // without the ORG before it
constexpr std::size_t kLongestPart = 255;  // of a path, on every common file system

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

std::string fault_of_part(std::string_view part) {
    if (part.empty()) return "a part of it is empty";
    const auto is_allowed = [](char c) { return is_word(c) || c == '-' || c == '.'; };
    if (!std::ranges::all_of(part, is_allowed)) {
        return "it has a character that is no ASCII letter or digit, '-', '_' or '.'";
    }
    if (!is_word(part.front()) || !is_word(part.back())) {
        return "a part of it begins or ends with '-' or '.'";
    }
    return "";
}

}  // namespace

std::span<const ShortName> short_names() { return kShortNames; }

std::string fault_of_model_name(std::string_view name) {
    if (name.empty()) return "it is empty";
    const std::size_t slash = name.find('/');
    const std::string_view last = slash == name.npos ? name : name.substr(slash + 1);
    if (last.find('/') != last.npos) return "it has more than one '/'";
    if (slash != name.npos) {
        if (std::string fault = fault_of_part(name.substr(0, slash)); !fault.empty()) return fault;
    }
    if (std::string fault = fault_of_part(last); !fault.empty()) return fault;
    if (last.size() > kLongestName || name.size() > 2 * kLongestName) {
        return fmt::format("it is longer than {} characters", kLongestName);
    }
    if (name.find("--") != name.npos || name.find("..") != name.npos) {
        return "'--' and '..' are not allowed in it";
    }
    if (name.ends_with(".git")) return "it ends with '.git'";
    return "";
}

void require_model_name(std::string_view name) {
    const std::string fault = fault_of_model_name(name);
    if (fault.empty()) return;
    throw UsageError(
        fmt::format("'{}' is no name of a model at Hugging Face: {}", printable(name), fault),
        "a name is ORG/NAME, as in openai-community/gpt2");
}

std::vector<std::string> homes_of(const std::string& name) {
    for (const ShortName& known : kShortNames) {
        if (name == known.name || name == known.home) {
            return {std::string(known.home), std::string(known.name)};
        }
    }
    return {name};
}

std::string fault_of_revision(std::string_view revision) {
    if (revision.empty()) return "it is empty";
    const auto is_plain = [](char c) { return c > ' ' && c <= '~' && c != '\\'; };
    if (!std::ranges::all_of(revision, is_plain)) {
        return "it has a space, a backslash or a character that is not printable ASCII";
    }
    std::size_t begin = 0;
    while (begin <= revision.size()) {
        const std::size_t end = std::min(revision.find('/', begin), revision.size());
        const std::string_view part = revision.substr(begin, end - begin);
        if (part.empty()) return "a part of it is empty";
        if (part == "." || part.find("..") != part.npos)
            return "'.' and '..' are not allowed in it";
        if (part.size() > kLongestPart) {
            return fmt::format("a part of it is longer than {} characters", kLongestPart);
        }
        begin = end + 1;
    }
    return "";
}

void require_revision(std::string_view revision) {
    const std::string fault = fault_of_revision(revision);
    if (fault.empty()) return;
    throw UsageError(fmt::format("'{}' is no revision: {}", printable(revision), fault),
                     "a revision is a branch, a tag or a commit of 40 hexadecimal digits");
}

bool is_commit(std::string_view text) {
    constexpr std::size_t kDigits = 40;  // of SHA-1
    return text.size() == kDigits &&
           std::ranges::all_of(text, [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

}  // namespace attnlab
