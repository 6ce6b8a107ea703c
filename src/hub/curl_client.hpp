// HTTP over the network, by libcurl. The only file of the program that opens a connection.
// libcurl is loaded when a client is made, not when the program starts: linking it would make every
// start several times as long, and only `attnlab fetch` needs it.

#pragma once

#include <memory>
#include <string>

#include "hub/http_client.hpp"

namespace attnlab {

struct CurlSettings {
    std::string user_agent;
    std::string ca_file = {};    // whom to trust, instead of the system's; empty: the system's
    std::string ca_folder = {};  // the same as a folder
    std::string ca_from = {};    // what named the file, for errors: "CURL_CA_BUNDLE"
#ifdef __APPLE__
    std::string library = "libcurl.4.dylib";
#else
    std::string library = "libcurl.so.4";
#endif
};

/// Proxies are those of libcurl: https_proxy, http_proxy, all_proxy, no_proxy.
class CurlClient final : public HttpClient {
  public:
    /// Errors: InputError if the system has no libcurl, or there is no file of that name.
    explicit CurlClient(CurlSettings settings);
    ~CurlClient() override;

    HttpResponse send(const HttpRequest& request, const OnBody& on_body) override;

  private:
    struct Library;
    struct Exchange;
    CurlSettings settings_;
    std::unique_ptr<Library> library_;
    void* handle_ = nullptr;  // libcurl's, with the connections that it keeps
};

}  // namespace attnlab
