#include "hub/hub_errors.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "base/unicode.hpp"

namespace attnlab {
namespace {

constexpr int kUnauthorized = 401;
constexpr int kForbidden = 403;
constexpr int kNotFound = 404;
constexpr int kTimeout = 408;
constexpr int kUnavailable = 451;  // for legal reasons
constexpr int kTooMany = 429;
constexpr int kServerErrors = 500;

/// What a server says of an error, shortened; empty where it says nothing.
std::string said_by(const HttpResponse& response) {
    constexpr std::size_t kShown = 200;
    const std::string message = printable(response.header("x-error-message"));
    return message.empty() ? "" : fmt::format(": {}", fit_width(message, kShown));
}

/// Retry-After in seconds; a date, which is allowed too, counts as nothing said.
double wait_ms_of(const HttpResponse& response) {
    const std::string text = response.header("retry-after");
    unsigned seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc() || end != text.data() + text.size()) return -1.0;
    return 1e3 * seconds;
}

std::string page_of(const HubFile& file, const HubAccess& access) {
    return fmt::format("{}/{}", access.endpoint.text(), file.model);
}

[[noreturn]] void refuse(const HttpResponse& response, const HubFile& file,
                         const HubAccess& access) {
    const std::string& host = access.endpoint.host;
    if (response.header("x-error-code") == "GatedRepo") {
        throw InputError(
            fmt::format("{} is gated: {} gives it to those alone who accepted its conditions ({})",
                        file.model, host, response.status),
            fmt::format("accept them at {}, then set HF_TOKEN to a token of the same account",
                        page_of(file, access)));
    }
    if (!access.token.empty()) {
        throw InputError(
            fmt::format("{} does not give {} to the owner of the token in {} ({}){}", host,
                        file.model, printable(access.token_from), response.status,
                        said_by(response)),
            fmt::format(
                "look whether the name is right and the token still good: {}/settings/tokens",
                access.endpoint.text()));
    }
    throw NoSuchModel(
        fmt::format("{} shows no model {}: there is none of that name, or it is private ({}){}",
                    host, file.model, response.status, said_by(response)),
        "look at the name; for a private model set HF_TOKEN");
}

}  // namespace

bool is_absent(const HttpResponse& response) {
    if (response.status != kNotFound) return false;
    const std::string code = response.header("x-error-code");
    return code.empty() || code == "EntryNotFound";
}

void fail_with(const HttpResponse& response, const HubFile& file, const HubAccess& access,
               const Url& url) {
    const std::string code = response.header("x-error-code");
    const int status = response.status;
    const std::string host = printable(url.host);
    if (status == kTooMany || status == kTimeout || status >= kServerErrors) {
        throw PassingError(
            fmt::format("{} answers {}{}{}", host, status,
                        status == kTooMany ? ", too many requests" : "", said_by(response)),
            kStaysHint, wait_ms_of(response));
    }
    if (code == "RevisionNotFound") {
        throw InputError(
            fmt::format("{} has no revision '{}' ({})", file.model, printable(file.revision),
                        status),
            fmt::format("{}/tree/main lists its branches and tags", page_of(file, access)));
    }
    if (code == "RepoNotFound" && status == kNotFound) {
        throw NoSuchModel(
            fmt::format("{} has no model {} ({})", access.endpoint.host, file.model, status),
            "look at the name");
    }
    const bool is_hub = url.origin() == access.endpoint.origin();
    if (is_hub && (status == kUnauthorized || status == kForbidden)) refuse(response, file, access);
    if (status == kUnavailable || code == "DisabledRepo") {
        throw InputError(fmt::format("{} was taken down by {} ({}){}", file.model, host, status,
                                     said_by(response)));
    }
    throw InputError(fmt::format("{} answers {} for {} of {}{}", host, status, printable(file.name),
                                 file.model, said_by(response)),
                     is_hub ? "" : "begin again: such an address is good for a while only");
}

void fail_with(const HttpError& error, const Url& url, bool has_answered) {
    const std::string host = printable(url.host);
    const std::string reason = printable(error.what());
    switch (error.kind()) {
        case HttpError::Kind::kNoHost:
        case HttpError::Kind::kNoConnection:
            if (has_answered) {
                throw PassingError(fmt::format("cannot reach {}: {}", host, reason), kStaysHint);
            }
            throw InputError(fmt::format("cannot reach {}: {}", host, reason),
                             "is there a network? behind a proxy, set https_proxy; models that are "
                             "here need none: `attnlab models`");
        case HttpError::Kind::kCertificate:
            throw InputError(
                fmt::format("{} cannot prove that it is {}: {}", host, host, reason),
                "is the date right? where a proxy signs for others, set CURL_CA_BUNDLE or "
                "SSL_CERT_FILE to a file with its certificate");
        case HttpError::Kind::kTrust:
            throw InputError(reason, kTrustHint);
        case HttpError::Kind::kProxy:
            throw InputError(fmt::format("cannot reach {} by a proxy: {}", host, reason),
                             "a proxy is named by https_proxy, http_proxy or all_proxy, in lower "
                             "or upper case; no_proxy names what needs none");
        case HttpError::Kind::kBroken:
            throw PassingError(fmt::format("the connection to {} broke: {}", host, reason),
                               kStaysHint);
        case HttpError::Kind::kOther:
            break;
    }
    throw InputError(fmt::format("no answer from {}: {}", host, reason),
                     url.scheme == "https" ? "does it speak https? HF_ENDPOINT names the hub" : "");
}

}  // namespace attnlab
