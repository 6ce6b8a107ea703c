#include "hub/url.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

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

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_port(std::string_view text) {
    constexpr unsigned kLargest = 65535;
    unsigned port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    return error == std::errc() && end == text.data() + text.size() && port > 0 && port <= kLargest;
}

/// Whether it is a name or an IPv4 address, or an IPv6 address in brackets; with a port or none.
bool is_host(std::string_view text) {
    std::size_t end = std::min(text.find(':'), text.size());
    if (text.starts_with('[')) {
        const std::size_t close = text.find(']');
        if (close == text.npos) return false;
        const std::string_view address = text.substr(1, close - 1);
        const auto is_of_address = [](char c) {
            return is_digit(c) || (c >= 'a' && c <= 'f') || c == ':' || c == '.';
        };
        const std::string_view number = address.substr(0, address.find('%'));  // less its zone
        if (number.find(':') == number.npos || !std::ranges::all_of(number, is_of_address)) {
            return false;
        }
        end = close + 1;
    } else if (end == 0 || text.substr(0, end).find_first_of("[]@\\\"<>^`{|}") != text.npos) {
        return false;
    }
    const std::string_view rest = text.substr(end);
    return rest.empty() || (rest.front() == ':' && is_port(rest.substr(1)));
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
    if (!is_host(url.host)) return std::nullopt;
    url.path = text.substr(end, text.find('#') - end);
    if (!url.path.starts_with('/')) url.path.insert(0, "/");
    return url;
}

std::string without_passwords(std::string_view text) {
    const std::size_t at = text.rfind('@');
    if (at == text.npos) return std::string(text);
    std::size_t begin = 0;
    if (const std::size_t slashes = text.find("//"); slashes < at) {
        begin = slashes + 2;
    } else if (const std::size_t quote = text.find('\''); quote < at) {
        begin = quote + 1;
    }
    return fmt::format("{}***{}", text.substr(0, begin), text.substr(at));
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
