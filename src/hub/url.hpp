// Addresses of the web: taken apart, put together, and compared by who answers them.
// http and https only; with names and passwords in them they are refused.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attnlab {

/// An address: `https://huggingface.co:443/openai-community/gpt2?x=1`.
struct Url {
    std::string scheme;  // "http" or "https"
    std::string host;    // with its port where one is written, in lower case
    std::string path;    // from the first '/' on, with the query; "/" at least

    std::string text() const { return scheme + "://" + host + path; }

    /// What answers it: scheme, host and port. Who has the same origin may have the same token.
    std::string origin() const;
};

/// Nothing if the text is no address of ours: another scheme, no host, a user in it, a port that
/// is none, a broken IPv6 address, or a character
/// that is not printable ASCII.
std::optional<Url> parse_url(std::string_view text);

/// A text about addresses with whatever may be a user and a password in it as `***`: all from the
/// first `//`, quote or beginning to the last `@`.
std::string without_passwords(std::string_view text);

/// The address that a redirect leads to: `location` is one, or a path on the host of `from`.
std::optional<Url> redirected(const Url& from, std::string_view location);

/// A part of a path, with everything escaped that has a meaning in an address, also '/'.
std::string escaped_part(std::string_view part);

}  // namespace attnlab
