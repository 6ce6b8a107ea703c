// A hub as a place that files come from: its addresses, its redirects, and who may see the token.
// Knows nothing of the disk.

#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "hub/http_client.hpp"
#include "hub/hub_access.hpp"
#include "hub/hub_errors.hpp"
#include "hub/remote_file.hpp"

namespace attnlab {

/// The token goes to the endpoint's host alone, never on to a host that an answer leads to; and no
/// answer leads from https to http. Each call is one try.
class HubSite {
  public:
    HubSite(HubAccess access, HttpClient& http);

    const HubAccess& access() const { return access_; }

    /// What the hub says of a file; nothing if it has no such file.
    ///
    /// Errors: as fail_with() and remote_file() say.
    std::optional<RemoteFile> look(const HubFile& file);

    /// Brings the bytes of a file, from one on; `on_body` sees those alone, with an answer of
    /// status 200 (all bytes come, whatever was asked) or 206 (those that were asked for). Returns
    /// false if the file is too short for that beginning.
    ///
    /// Errors: as fail_with() says; InputError if the file is not there; what `on_body` throws.
    bool get(const HubFile& file, std::size_t from, const OnBody& on_body);

  private:
    /// A last answer and where it came from.
    struct Answer {
        HttpResponse response;
        Url url;
    };

    Url url_of(const HubFile& file) const;
    HttpResponse send(const HttpRequest& request, const Url& url, const OnBody& on_body);
    Url next(const HttpResponse& response, const Url& from) const;
    Answer follow(const HubFile& file, HttpRequest request, const OnBody& on_body);

    HubAccess access_;
    HttpClient& http_;
    bool has_answered_ = false;
};

}  // namespace attnlab
