// Runs a command with a hub for tests beside it, on two ports of 127.0.0.1 that the system chooses:
//
//     hub_server FOLDER LOG COMMAND...
//
// HF_ENDPOINT tells the command where the hub is; how it behaves is hub_protocol.hpp's. LOG gets a
// line a request: `hub HEAD /plain/m/resolve/main/config.json auth=- range=- 200`. When the command
// ends, so does the hub, with its exit code.

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "support/hub_protocol.hpp"

namespace attnlab::testing {
namespace {

/// A socket that listens on 127.0.0.1, and its address.
struct Port {
    int descriptor = -1;
    std::string address;
};

Port open_port() {
    Port port;
    port.descriptor = ::socket(AF_INET, SOCK_STREAM, 0);
    ::fcntl(port.descriptor, F_SETFD, FD_CLOEXEC);
    sockaddr_in name = {};
    name.sin_family = AF_INET;
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(name);
    auto* generic = reinterpret_cast<sockaddr*>(&name);
    constexpr int kWaiting = 16;
    if (::bind(port.descriptor, generic, size) != 0 || ::listen(port.descriptor, kWaiting) != 0 ||
        ::getsockname(port.descriptor, generic, &size) != 0) {
        throw std::runtime_error("cannot listen on 127.0.0.1");
    }
    port.address = fmt::format("http://127.0.0.1:{}", ntohs(name.sin_port));
    return port;
}

/// Everything up to the empty line that ends the headers.
std::string read_head(int descriptor) {
    std::string head;
    char c = 0;
    while (!head.ends_with("\r\n\r\n") && ::recv(descriptor, &c, 1, 0) == 1) head += c;
    return head;
}

HubRequest parse(std::string_view head) {
    HubRequest request;
    const std::size_t space = head.find(' ');
    request.method = head.substr(0, space);
    head.remove_prefix(space + 1);
    request.path = head.substr(0, head.find(' '));
    if (request.path.starts_with("http://")) {  // as a proxy is asked
        request.path.erase(0, request.path.find('/', std::string_view("http://").size()));
    }
    for (std::size_t end = head.find("\r\n"); end != head.npos; end = head.find("\r\n")) {
        head.remove_prefix(end + 2);
        const std::string_view line = head.substr(0, head.find("\r\n"));
        const std::size_t colon = line.find(": ");
        if (colon == line.npos) continue;
        std::string name(line.substr(0, colon));
        std::ranges::transform(name, name.begin(),
                               [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        request.headers[name] = line.substr(colon + 2);
    }
    return request;
}

void send_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::send(descriptor, bytes.data(), bytes.size(), 0);
        if (n <= 0) return;  // whoever asked has gone
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
}

void wait_for_go() {
    constexpr int kMostTurns = 2000;  // 20 s: a test that forgets it must end, too
    constexpr useconds_t kTurn = 10000;
    for (int i = 0; i < kMostTurns && !std::filesystem::exists("go"); ++i) ::usleep(kTurn);
}

void send_reply(int descriptor, const HubRequest& request, const HubReply& reply) {
    std::string head = fmt::format("HTTP/1.1 {} X\r\nConnection: close\r\n", reply.status);
    if (reply.has_length) head += fmt::format("Content-Length: {}\r\n", reply.body.size());
    for (const auto& [name, value] : reply.headers) head += fmt::format("{}: {}\r\n", name, value);
    send_all(descriptor, head + "\r\n");
    if (request.method == "HEAD") return;
    const std::string_view body = reply.body;
    if (!reply.is_cut && !reply.is_held) return send_all(descriptor, body);
    send_all(descriptor, body.substr(0, body.size() / 2));
    if (reply.is_cut) return;
    wait_for_go();
    send_all(descriptor, body.substr(body.size() / 2));
}

std::string or_dash(const HubRequest& request, const std::string& name) {
    const auto found = request.headers.find(name);
    return found == request.headers.end() ? "-" : found->second;
}

void answer(int connection, bool is_cdn, HubProtocol& protocol, int log) {
    HubRequest request = parse(read_head(connection));
    request.is_cdn = is_cdn;
    if (!request.path.empty()) {
        const HubReply reply = protocol.reply(request);
        const std::string line = fmt::format(
            "{} {} {} auth={} range={} {}\n", is_cdn ? "cdn" : "hub", request.method, request.path,
            or_dash(request, "authorization"), or_dash(request, "range"), reply.status);
        if (::write(log, line.data(), line.size()) < 0) ::_exit(99);
        send_reply(connection, request, reply);
    }
    ::shutdown(connection, SHUT_WR);
    ::close(connection);
}

void serve(int listener, bool is_cdn, HubProtocol& protocol, int log) {
    while (true) {
        const int connection = ::accept(listener, nullptr, nullptr);
        if (connection < 0) continue;
        ::fcntl(connection, F_SETFD, FD_CLOEXEC);
        std::thread(answer, connection, is_cdn, std::ref(protocol), log).detach();
    }
}

int run(char** arguments) {
    std::signal(SIGPIPE, SIG_IGN);
    const Port hub = open_port();
    const Port cdn = open_port();
    const int log = ::open(arguments[2], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    HubProtocol protocol(arguments[1], cdn.address);
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(SIGPIPE, SIG_DFL);
        ::setenv("HF_ENDPOINT", hub.address.c_str(), 1);
        ::execvp(arguments[3], arguments + 3);
        ::_exit(127);
    }
    std::thread(serve, hub.descriptor, false, std::ref(protocol), log).detach();
    std::thread(serve, cdn.descriptor, true, std::ref(protocol), log).detach();
    int status = 0;
    ::waitpid(child, &status, 0);
    ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

}  // namespace
}  // namespace attnlab::testing

int main(int argc, char** argv) {
    constexpr int kFewest = 4;
    return argc < kFewest ? 99 : attnlab::testing::run(argv);
}
