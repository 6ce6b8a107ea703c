#include "support/hub_protocol.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "hub/hash.hpp"

namespace attnlab::testing {
namespace {

constexpr const char* kCommit = "0123456789abcdef0123456789abcdef01234567";

HubReply error(int status, const std::string& code, const std::string& message = "") {
    HubReply reply = {status};
    if (!code.empty()) reply.headers["X-Error-Code"] = code;
    if (!message.empty()) reply.headers["X-Error-Message"] = message;
    reply.body = "<html>no file</html>";
    return reply;
}

HubReply redirect(int status, const std::string& location) {
    return {status, {{"Location", location}}, "Found. Redirecting"};
}

std::optional<std::string> read(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
}

std::string hash_of(HashKind kind, const std::string& bytes) {
    Hash hash(kind, bytes.size());
    hash.update(bytes);
    return hash.digits();
}

std::string header(const HubRequest& request, const std::string& name) {
    const auto found = request.headers.find(name);
    return found == request.headers.end() ? "" : found->second;
}

/// Takes what stands before the next '/', and that '/'.
std::string take_part(std::string& path) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    std::string part = path.substr(0, slash);
    path.erase(0, slash + 1);
    return part;
}

bool is_large(const std::string& file) {
    return file.ends_with(".safetensors") || file.ends_with(".bin");
}

}  // namespace

HubProtocol::HubProtocol(std::filesystem::path folder, std::string cdn)
    : folder_(std::move(folder)), cdn_(std::move(cdn)) {}

bool HubProtocol::is_first(const std::string& what) {
    const std::lock_guard lock(mutex_);
    return seen_.insert(what).second;
}

HubReply HubProtocol::reply(const HubRequest& request) {
    std::string rest = request.path.substr(0, request.path.find('?'));
    rest.erase(0, 1);
    const std::string org = take_part(rest);
    if (request.is_cdn) return large_file(request, org, rest);
    const std::string path = request.path.substr(1 + org.size());
    if (org == "moved") return redirect(307, "/plain" + path);
    if (org == "elsewhere") return redirect(302, cdn_ + "/plain" + path);
    if (org == "loop") return redirect(302, request.path);
    if (org == "unknown") return error(401, "RepoNotFound", "Repository not found");
    if (org == "gated") return error(403, "GatedRepo", "Access to it is restricted");
    if (org == "rude") return error(400, "", "\x1b[31mred\x07");
    if (org == "private" && header(request, "authorization") != "Bearer hf_right") {
        return error(401, "", "Invalid username or password.");
    }
    if (org == "busy" || (org == "busy-once" && is_first(request.method + request.path))) {
        HubReply busy = error(503, "");
        busy.headers["Retry-After"] = "0";
        return busy;
    }
    if (org == "limit") {
        HubReply limit = error(429, "");
        limit.headers["Retry-After"] = "3600";
        return limit;
    }
    return resolve(request, org, rest);
}

HubReply HubProtocol::resolve(const HubRequest& request, const std::string& org,
                              const std::string& rest) {
    std::string path = rest;
    take_part(path);  // NAME: whatever it is
    if (take_part(path) != "resolve") return error(404, "");
    const std::string revision = take_part(path);
    if (revision != "main" && revision != "refs%2Fpr%2F1" && revision != kCommit) {
        return error(404, "RevisionNotFound", "Invalid rev id");
    }
    const std::optional<std::string> bytes = read(folder_ / path);
    HubReply reply;
    if (!bytes) reply = error(404, "EntryNotFound", "Entry not found");
    if (org != "nocommit") reply.headers["X-Repo-Commit"] = kCommit;
    if (!bytes) return reply;
    if (!is_large(path)) {
        reply.headers["ETag"] =
            org == "nohash" ? "\"1234\"" : '"' + hash_of(HashKind::kGitBlob, *bytes) + '"';
        reply.body = *bytes;
        return reply;
    }
    const std::string size = org == "huge" ? "1000000000000000000" : fmt::to_string(bytes->size());
    reply.status = 302;
    reply.headers["Location"] = fmt::format("{}/{}/{}?signature=x", cdn_, org, path);
    reply.headers["X-Linked-Size"] = size;
    reply.headers["X-Linked-ETag"] = '"' + hash_of(HashKind::kSha256, *bytes) + '"';
    reply.headers["ETag"] = "\"of the redirect\"";
    if (request.method == "GET") reply.body = "Found. Redirecting";
    return reply;
}

HubReply HubProtocol::large_file(const HubRequest& request, const std::string& org,
                                 const std::string& file) {
    const std::optional<std::string> bytes = read(folder_ / file);
    if (!bytes) return error(404, "");
    HubReply reply = {200, {}, *bytes};
    const bool is_first_time = is_first(org + file);
    reply.is_cut = org.starts_with("cut-") && is_first_time;
    reply.is_held = org == "hold" && is_first_time;
    if (org == "short") reply.body.resize(reply.body.size() / 2);
    if (org == "wrong") reply.body[reply.body.size() / 2] ^= 1;
    if (org == "long") {
        reply.body += '!';
        reply.has_length = false;
    }
    const std::string range = header(request, "range");
    if (range.empty() || org == "cut-norange") return reply;
    const std::size_t from = std::stoul(range.substr(range.find('=') + 1));
    if (from >= bytes->size()) return error(416, "");
    reply.status = 206;
    reply.headers["Content-Range"] =
        fmt::format("bytes {}-{}/{}", from, bytes->size() - 1, bytes->size());
    reply.body.erase(0, from);
    return reply;
}

}  // namespace attnlab::testing
