// What fetching needs of HTTP: one request, one answer, no redirects followed, nothing tried twice.
// curl_client.hpp speaks it over the network; a test answers by itself.

#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace attnlab {

struct HttpRequest {
    enum class Method { kHead, kGet };

    Method method = Method::kGet;
    std::string url;
    std::string token = {};  // goes to the host of `url`; empty: none
    std::size_t from = 0;    // the first byte that is wanted; 0: all
};

struct HttpResponse {
    int status = 0;
    std::map<std::string, std::string> headers = {};  // names in lower case

    /// A header's text; empty where it is not there.
    std::string header(const std::string& name) const {
        const auto found = headers.find(name);
        return found == headers.end() ? "" : found->second;
    }
};

/// Called with each piece of an answer's body, after all its headers have come. What it throws ends
/// the request, and is thrown on.
using OnBody = std::function<void(const HttpResponse& response, std::string_view piece)>;

/// There was no whole answer.
class HttpError : public std::runtime_error {
  public:
    enum class Kind {
        kNoHost,        // its name is not known
        kNoConnection,  // nobody listens there
        kCertificate,   // it is not who it says it is
        kTrust,         // the certificates to trust cannot be read: the reason says all
        kProxy,         // the way to the proxy is not known
        kBroken,        // the connection ended, or stood still, before all had come
        kOther,
    };

    HttpError(Kind kind, const std::string& reason) : std::runtime_error(reason), kind_(kind) {}

    Kind kind() const { return kind_; }

  private:
    Kind kind_;
};

class HttpClient {
  public:
    HttpClient() = default;
    virtual ~HttpClient() = default;
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    /// Errors: HttpError if there is no whole answer. Any status is an answer.
    virtual HttpResponse send(const HttpRequest& request, const OnBody& on_body) = 0;
};

}  // namespace attnlab
