#include "hub/remote_file.hpp"

#include <fmt/format.h>

#include <charconv>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "hub/model_name.hpp"

namespace attnlab {
namespace {

[[noreturn]] void fail(const HubFile& file, const std::string& host, const std::string& what) {
    constexpr std::size_t kShown = 200;
    throw InputError(
        fmt::format("{} says of {} of {} {}", printable(host), printable(file.name), file.model,
                    fit_width(printable(what), kShown)),
        "it is no hub, or something between here and there takes its headers away: look at "
        "HF_ENDPOINT and the proxy");
}

/// `W/"hash"` -> `hash`.
std::string without_quotes(std::string tag) {
    if (tag.starts_with("W/")) tag.erase(0, 2);
    std::erase(tag, '"');
    return tag;
}

}  // namespace

bool says_what_it_links(const HttpResponse& response) {
    return !response.header("x-linked-etag").empty();
}

std::size_t size_of(const std::string& text) {
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    return error == std::errc() && end == text.data() + text.size() ? size : kNotASize;
}

RemoteFile remote_file(const HttpResponse& response, const HubFile& file, const std::string& host) {
    RemoteFile remote;
    remote.name = file.name;
    const bool is_linked = says_what_it_links(response);

    std::string size = response.header("x-linked-size");
    if (size.empty()) size = response.header("content-length");
    remote.size = size_of(size);
    if (remote.size == kNotASize) fail(file, host, fmt::format("the size '{}'", size));

    const std::string tag = response.header(is_linked ? "x-linked-etag" : "etag");
    remote.hash = without_quotes(tag);
    const std::optional<HashKind> kind = hash_kind(remote.hash);
    if (!kind) {
        fail(file, host, fmt::format("the hash '{}', expected 64 or 40 hexadecimal digits", tag));
    }
    remote.hash_kind = *kind;

    remote.commit = response.header("x-repo-commit");
    if (!is_commit(remote.commit)) {
        fail(file, host,
             fmt::format("the commit '{}', expected 40 hexadecimal digits", remote.commit));
    }
    return remote;
}

}  // namespace attnlab
