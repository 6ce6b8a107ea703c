#include "hub/hub_site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.hpp"
#include "base/unicode.hpp"

namespace attnlab {
namespace {

constexpr std::size_t kMostRedirects = 10;
constexpr int kOk = 200;
constexpr int kPartial = 206;
constexpr int kBadRange = 416;

bool is_redirect(int status) {
    constexpr std::array kRedirects = {301, 302, 303, 307, 308};
    return std::ranges::find(kRedirects, status) != kRedirects.end();
}

bool is_file(int status) { return status == kOk || status == kPartial; }

}  // namespace

HubSite::HubSite(HubAccess access, HttpClient& http) : access_(std::move(access)), http_(http) {}

Url HubSite::url_of(const HubFile& file) const {
    Url url = access_.endpoint;
    url.path += fmt::format("/{}/resolve/{}/{}", file.model, escaped_part(file.revision),
                            escaped_part(file.name));
    return url;
}

HttpResponse HubSite::send(const HttpRequest& request, const Url& url, const OnBody& on_body) {
    try {
        HttpResponse response = http_.send(request, on_body);
        has_answered_ = true;
        return response;
    } catch (const HttpError& error) {
        fail_with(error, url, has_answered_);
    }
}

Url HubSite::next(const HttpResponse& response, const Url& from) const {
    constexpr std::size_t kShown = 200;
    const std::string location = response.header("location");
    const std::optional<Url> to = redirected(from, location);
    if (!to) {
        throw InputError(fmt::format("{} leads on to '{}', expected an address of http or https",
                                     printable(from.host),
                                     fit_width(printable(without_passwords(location)), kShown)));
    }
    if (from.scheme == "https" && to->scheme == "http") {
        throw InputError(
            fmt::format("{} leads on to http://{}: from an encrypted connection to one that is not",
                        printable(from.host), printable(to->host)),
            "look at HF_ENDPOINT and the proxy");
    }
    return *to;
}

HubSite::Answer HubSite::follow(const HubFile& file, HttpRequest request, const OnBody& on_body) {
    Url url = url_of(file);
    const bool is_look = request.method == HttpRequest::Method::kHead;
    for (std::size_t i = 0; i <= kMostRedirects; ++i) {
        const bool is_hub = url.origin() == access_.endpoint.origin();
        request.url = url.text();
        request.token = is_hub ? access_.token : "";
        HttpResponse response = send(request, url, on_body);
        const bool is_known = is_look && says_what_it_links(response);
        if (!is_redirect(response.status) || is_known) return {std::move(response), url};
        const Url to = next(response, url);
        if (is_look && to.origin() != access_.endpoint.origin()) {
            throw InputError(
                fmt::format("{} leads on to {} before it says what {} is", printable(url.host),
                            printable(to.host), printable(file.name)),
                fmt::format("if that is the hub, set HF_ENDPOINT={}", printable(to.origin())));
        }
        url = to;
    }
    throw InputError(fmt::format("{} leads on from one address to the next, {} times",
                                 printable(url.host), kMostRedirects));
}

std::optional<RemoteFile> HubSite::look(const HubFile& file) {
    HttpRequest request;
    request.method = HttpRequest::Method::kHead;
    const Answer answer = follow(file, request, {});
    if (is_absent(answer.response)) return std::nullopt;
    const bool is_known = is_redirect(answer.response.status);  // or follow() would have gone on
    if (answer.response.status != kOk && !is_known) {
        fail_with(answer.response, file, access_, answer.url);
    }
    return remote_file(answer.response, file, answer.url.host);
}

bool HubSite::get(const HubFile& file, std::size_t from, const OnBody& on_body) {
    HttpRequest request;
    request.from = from;
    const auto of_file = [&](const HttpResponse& response, std::string_view piece) {
        if (is_file(response.status)) on_body(response, piece);
    };
    const Answer answer = follow(file, request, of_file);
    if (is_file(answer.response.status)) return true;
    if (answer.response.status == kBadRange) return false;
    if (is_absent(answer.response)) {
        throw InputError(fmt::format("{} said that there is {}, and now has none",
                                     printable(answer.url.host), printable(file.name)));
    }
    fail_with(answer.response, file, access_, answer.url);
}

}  // namespace attnlab
