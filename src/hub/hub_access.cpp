#include "hub/hub_access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "base/unicode.hpp"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPublicHub = "https://huggingface.co";

std::string value_of(const Environment& environment, const std::string& name) {
    return environment(name).value_or("");
}

Url endpoint_of(const Environment& environment) {
    std::string text = value_of(environment, "HF_ENDPOINT");
    if (text.empty()) text = kPublicHub;
    std::optional<Url> url = parse_url(text);
    if (!url && text.find('@') != std::string::npos) {
        throw UsageError(fmt::format("HF_ENDPOINT is '{}', expected an address without a user and "
                                     "a password",
                                     printable(without_passwords(text))),
                         "a token is taken instead: HF_TOKEN");
    }
    if (!url || url->path.find('?') != std::string::npos) {
        throw UsageError(fmt::format("HF_ENDPOINT is '{}', expected the address of a hub, as in {}",
                                     printable(without_passwords(text)), kPublicHub));
    }
    while (url->path.ends_with('/')) url->path.pop_back();
    return *url;
}

/// Hugging Face's home is where its cache would be if nobody had put the cache elsewhere.
fs::path home_of(const Environment& environment) {
    const auto without_cache = [&](const std::string& name) -> std::optional<std::string> {
        if (name == "HF_HUB_CACHE" || name == "HUGGINGFACE_HUB_CACHE") return std::nullopt;
        return environment(name);
    };
    return HubCache::of_environment(without_cache).root().parent_path();
}

/// The file that `huggingface-cli login` writes; empty where there is no place for one.
fs::path token_file(const Environment& environment) {
    if (std::string path = value_of(environment, "HF_TOKEN_PATH"); !path.empty()) return path;
    const bool has_home =
        std::ranges::any_of(std::array{"HF_HOME", "XDG_CACHE_HOME", "HOME"},
                            [&](const char* name) { return !value_of(environment, name).empty(); });
    return has_home ? home_of(environment) / "token" : fs::path();
}

std::string trimmed(std::string text) {
    std::erase_if(text, [](char c) { return c == '\r' || c == '\n'; });
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string::npos) return "";
    return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

}  // namespace

HubAccess hub_access(const Environment& environment) {
    HubAccess access{endpoint_of(environment)};
    access.token = trimmed(value_of(environment, "HF_TOKEN"));
    access.token_from = "HF_TOKEN";
    if (access.token.empty()) {
        const fs::path file = token_file(environment);
        std::error_code ignored;
        const bool is_file = fs::is_regular_file(file, ignored);
        if (is_file) access.token = trimmed(read_file(file));
        access.token_from = file.string();
        if (!is_file && !value_of(environment, "HF_TOKEN_PATH").empty()) {
            access.remark = fmt::format("HF_TOKEN_PATH names {}, which is no file: without a token",
                                        printable(file.string()));
        }
    }
    const auto is_plain = [](char c) { return c > ' ' && c <= '~'; };
    if (!std::ranges::all_of(access.token, is_plain)) {
        throw UsageError(
            fmt::format("the token of {} has a space or a character that is not "
                        "printable ASCII, expected hf_ and letters and digits",
                        printable(access.token_from)));
    }
    return access;
}

bool is_offline(const Environment& environment) {
    return std::ranges::any_of(
        std::array{"HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"}, [&](const char* name) {
            std::string value = value_of(environment, name);
            std::ranges::transform(value, value.begin(), [](unsigned char c) {
                return static_cast<char>(std::toupper(c));
            });
            return value == "1" || value == "ON" || value == "YES" || value == "TRUE";
        });
}

}  // namespace attnlab
