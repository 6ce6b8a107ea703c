// The hub for tests as an HttpClient: the same words as hub_server's, without a network.

#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "hub/http_client.hpp"
#include "hub/hub_access.hpp"
#include "support/hub_protocol.hpp"
#include "support/temporary_folder.hpp"

namespace attnlab::testing {

class FakeHub final : public HttpClient {
  public:
    FakeHub() : protocol_(folder_.path(), "https://cdn.test") {}

    /// A small GPT-2, as far as a hub looks at one: large files are read by nobody here.
    void add_model() {
        folder_.write("config.json", R"({"model_type": "gpt2"})");
        folder_.write("vocab.json", "{}");
        folder_.write("merges.txt", "#version\n");
        folder_.write("model.safetensors", std::string(10000, 'w'));
    }
    void add(const std::string& name, const std::string& bytes) { folder_.write(name, bytes); }
    void remove(const std::string& name) { std::filesystem::remove(folder_.path() / name); }
    std::string file(const std::string& name) const { return (folder_.path() / name).string(); }

    static HubAccess access(const std::string& token = "") {
        HubAccess access{Url{"https", "hub.test", ""}};
        access.token = token;
        access.token_from = "HF_TOKEN";
        return access;
    }

    HttpResponse send(const HttpRequest& request, const OnBody& on_body) override {
        requests.push_back(request);
        if (n_failures > 0) {
            --n_failures;
            throw HttpError(failure, "it failed");
        }
        const Url url = *parse_url(request.url);
        HubRequest asked = {url.host == "cdn.test", "GET", url.path, {}};
        const bool is_head = request.method == HttpRequest::Method::kHead;
        if (is_head) asked.method = "HEAD";
        if (!request.token.empty()) asked.headers["authorization"] = "Bearer " + request.token;
        if (request.from > 0)
            asked.headers["range"] = "bytes=" + std::to_string(request.from) + "-";
        const HubReply reply = protocol_.reply(asked);
        HttpResponse response = {reply.status};
        if (reply.has_length) {
            response.headers["content-length"] = std::to_string(reply.body.size());
        }
        for (const auto& [name, value] : reply.headers) response.headers[lower(name)] = value;
        for (const auto& [name, value] : changed_headers) response.headers[name] = value;
        if (is_head) return response;
        const std::string_view body = reply.body;
        const std::size_t half = body.size() / 2;
        if (on_body) on_body(response, body.substr(0, half));
        if (reply.is_cut) throw HttpError(HttpError::Kind::kBroken, "it was cut");
        if (on_body) on_body(response, body.substr(half));
        return response;
    }

    std::vector<HttpRequest> requests;
    std::map<std::string, std::string> changed_headers;  // of every answer
    std::size_t n_failures = 0;                          // that come before any answer
    HttpError::Kind failure = HttpError::Kind::kBroken;

  private:
    static std::string lower(std::string text) {
        for (char& c : text) {
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        }
        return text;
    }

    TemporaryFolder folder_;
    HubProtocol protocol_;
};

}  // namespace attnlab::testing
