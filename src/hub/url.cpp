#include "hub/url.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attnlab {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](char c) { return lower(c); });
    return result;
}

bool is_unreserved(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-._~").find(c) != std::string_view::npos;
}

}  // namespace

std::string Url::origin() const {
    const std::string_view default_port = scheme == "https" ? ":443" : ":80";
    std::string_view without_port = host;
    if (without_port.ends_with(default_port)) without_port.remove_suffix(default_port.size());
    return fmt::format("{}://{}", scheme, without_port);
}

std::optional<Url> parse_url(std::string_view text) {
    if (!std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; })) return std::nullopt;
    const std::size_t colon = text.find("://");
    if (colon == text.npos) return std::nullopt;
    Url url;
    url.scheme = lower(text.substr(0, colon));
    if (url.scheme != "http" && url.scheme != "https") return std::nullopt;
    text.remove_prefix(colon + 3);
    const std::size_t end = std::min(text.find_first_of("/?#"), text.size());
    url.host = lower(text.substr(0, end));
    if (url.host.empty() || url.host.front() == ':') return std::nullopt;
    if (url.host.find_first_of("@\\\"<>^`{|}") != url.host.npos) return std::nullopt;
    url.path = text.substr(end, text.find('#') - end);
    if (!url.path.starts_with('/')) url.path.insert(0, "/");
    return url;
}

std::optional<Url> redirected(const Url& from, std::string_view location) {
    if (location.starts_with("//")) return parse_url(fmt::format("{}:{}", from.scheme, location));
    if (location.starts_with('/')) {
        return parse_url(fmt::format("{}://{}{}", from.scheme, from.host, location));
    }
    return parse_url(location);
}

std::string escaped_part(std::string_view part) {
    std::string result;
    for (const char c : part) {
        if (is_unreserved(c)) {
            result += c;
        } else {
            result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        }
    }
    return result;
}

}  // namespace attnlab
