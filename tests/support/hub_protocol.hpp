// A hub for tests, as far as it is words: from a request to a reply. It speaks the protocol of
// Hugging Face's hub with the files of one folder as the repository, and the ORG of the name says
// what goes wrong. Sockets are for hub_server.cpp.

#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string>

namespace attnlab::testing {

struct HubRequest {
    bool is_cdn = false;  // came to the port of the large files
    std::string method;
    std::string path;
    std::map<std::string, std::string> headers;  // names in lower case
};

struct HubReply {
    int status = 200;
    std::map<std::string, std::string> headers = {};
    std::string body = {};
    bool has_length = true;  // else the body ends with the connection
    bool is_cut = false;     // after half of the body the connection ends
    bool is_held = false;    // after half of the body it waits for a file `go`
};

class HubProtocol {
  public:
    /// `folder` has the repository's files; `cdn` is the address of the other port.
    HubProtocol(std::filesystem::path folder, std::string cdn);

    /// What each ORG does:
    ///   plain      all goes well; *.safetensors and *.bin lie at the other port
    ///   moved      redirects to plain/, without a host
    ///   elsewhere  redirects to the other port before it says anything
    ///   loop       redirects to itself
    ///   unknown    there is no such model; private: only for the token hf_right; gated: 403
    ///   rude       400, with control characters in its message
    ///   busy       503 always; busy-once: at the first request of each path
    ///   limit      429, and an hour to wait
    ///   cut-once   the first large file ends halfway; cut-norange: and the rest comes from the
    ///              beginning again
    ///   hold       the first large file waits halfway
    ///   short, long, wrong    a large file has fewer bytes, more bytes, another byte
    ///   huge       says that the weights have 10^18 bytes
    ///   nocommit, nohash      lack a header
    HubReply reply(const HubRequest& request);

  private:
    HubReply resolve(const HubRequest& request, const std::string& org, const std::string& rest);
    HubReply large_file(const HubRequest& request, const std::string& org, const std::string& file);
    bool is_first(const std::string& what);

    std::filesystem::path folder_;
    std::string cdn_;
    std::mutex mutex_;
    std::set<std::string> seen_;
};

}  // namespace attnlab::testing
