#include "hub/curl_client.hpp"

#include <curl/curl.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "hub/hub_errors.hpp"
#include "hub/url.hpp"

namespace attnlab {
namespace {

constexpr long kConnectSeconds = 10;
constexpr long kStalledSeconds = 30;
constexpr long kBufferBytes = 256 * 1024;

HttpError::Kind kind_of(CURLcode code) {
    switch (code) {
        case CURLE_COULDNT_RESOLVE_HOST:
            return HttpError::Kind::kNoHost;
        case CURLE_COULDNT_RESOLVE_PROXY:
            return HttpError::Kind::kProxy;
        case CURLE_COULDNT_CONNECT:
            return HttpError::Kind::kNoConnection;
        case CURLE_PEER_FAILED_VERIFICATION:
        case CURLE_SSL_ISSUER_ERROR:
            return HttpError::Kind::kCertificate;
        case CURLE_SSL_CACERT_BADFILE:
            return HttpError::Kind::kTrust;
        case CURLE_OPERATION_TIMEDOUT:
        case CURLE_GOT_NOTHING:
        case CURLE_PARTIAL_FILE:
        case CURLE_RECV_ERROR:
        case CURLE_SEND_ERROR:
        case CURLE_HTTP2:
        case CURLE_HTTP2_STREAM:
            return HttpError::Kind::kBroken;
        default:
            return HttpError::Kind::kOther;
    }
}

/// How errors name the certificates to trust.
std::string trusted_by(const CurlSettings& settings) {
    if (settings.ca_file.empty()) return "the system's certificates";
    return fmt::format("{}{}", settings.ca_from.empty() ? "" : settings.ca_from + "=",
                       printable(settings.ca_file));
}

void require_ca_file(const CurlSettings& settings) {
    std::error_code error;
    if (settings.ca_file.empty() || std::filesystem::exists(settings.ca_file, error)) return;
    throw InputError(fmt::format("{}: there is no such file of certificates", trusted_by(settings)),
                     kTrustHint);
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t begin = std::min(text.find_first_not_of(kSpace), text.size());
    const std::size_t last = text.find_last_not_of(kSpace);
    return text.substr(begin, last == text.npos ? 0 : last + 1 - begin);
}

void add_header_line(std::string_view line, HttpResponse& response) {
    if (line.starts_with("HTTP/")) {  // an answer begins; what came before was preliminary
        response.headers.clear();
        return;
    }
    const std::size_t colon = line.find(':');
    if (colon == line.npos) return;
    std::string name(trimmed(line.substr(0, colon)));
    std::ranges::transform(name, name.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    response.headers[name] = trimmed(line.substr(colon + 1));
}

}  // namespace

/// The functions of libcurl that are used here, found by their names.
struct CurlClient::Library {
    explicit Library(const std::string& name) : object(::dlopen(name.c_str(), RTLD_NOW)) {
        if (object == nullptr) fail(fmt::format("{} cannot be loaded", name));
        find("curl_global_init", global_init);
        find("curl_easy_init", easy_init);
        find("curl_easy_reset", easy_reset);
        find("curl_easy_cleanup", easy_cleanup);
        find("curl_easy_setopt", easy_setopt);
        find("curl_easy_getinfo", easy_getinfo);
        find("curl_easy_perform", easy_perform);
        find("curl_easy_strerror", easy_strerror);
        find("curl_slist_append", slist_append);
        find("curl_slist_free_all", slist_free_all);
    }

    template <class Function>
    void find(const char* name, Function& function) {
        function = reinterpret_cast<Function>(::dlsym(object, name));
        if (function == nullptr) fail(fmt::format("the system's libcurl has no {}", name));
    }

    [[noreturn]] static void fail(const std::string& what) {
        throw InputError(fmt::format("fetching needs libcurl, and {}", printable(what)),
                         "install it: apt install libcurl4, dnf install libcurl, pacman -S curl");
    }

    void* object;  // stays loaded: libcurl keeps global state of its own
    decltype(&curl_global_init) global_init = nullptr;
    decltype(&curl_easy_init) easy_init = nullptr;
    decltype(&curl_easy_reset) easy_reset = nullptr;
    decltype(&curl_easy_cleanup) easy_cleanup = nullptr;
    decltype(&curl_easy_setopt) easy_setopt = nullptr;
    decltype(&curl_easy_getinfo) easy_getinfo = nullptr;
    decltype(&curl_easy_perform) easy_perform = nullptr;
    decltype(&curl_easy_strerror) easy_strerror = nullptr;
    decltype(&curl_slist_append) slist_append = nullptr;
    decltype(&curl_slist_free_all) slist_free_all = nullptr;
};

/// One request while it runs: what libcurl's callbacks need. No exception may cross libcurl.
struct CurlClient::Exchange {
    const Library& library;
    CURL* handle;
    const OnBody& on_body;
    HttpResponse response = {};
    std::exception_ptr error = nullptr;
    curl_slist* headers = nullptr;
    std::array<char, CURL_ERROR_SIZE> reason = {};

    Exchange(const Library& functions, CURL* easy_handle, const OnBody& body)
        : library(functions), handle(easy_handle), on_body(body) {}
    ~Exchange() { library.slist_free_all(headers); }
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;

    template <class Value>
    void set(CURLoption option, Value value) {
        const CURLcode code = library.easy_setopt(handle, option, value);
        if (code != CURLE_OK) {
            throw HttpError(HttpError::Kind::kOther, library.easy_strerror(code));
        }
    }

    void add_header(const std::string& line) {
        headers = library.slist_append(headers, line.c_str());
    }

    /// Whether the connection, with its encryption, was ever made.
    bool was_connected() const {
        double ready_after = 0.0;
        library.easy_getinfo(handle, CURLINFO_PRETRANSFER_TIME, &ready_after);
        return ready_after > 0.0;
    }

    void read_status() {
        long status = 0;
        library.easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
        response.status = static_cast<int>(status);
    }

    static std::size_t take_header(char* data, std::size_t, std::size_t size, void* exchange) {
        auto& self = *static_cast<Exchange*>(exchange);
        try {
            add_header_line({data, size}, self.response);
            return size;
        } catch (...) {
            self.error = std::current_exception();
            return 0;
        }
    }

    static std::size_t take_body(char* data, std::size_t, std::size_t size, void* exchange) {
        auto& self = *static_cast<Exchange*>(exchange);
        try {
            if (self.response.status == 0) self.read_status();
            if (self.on_body) self.on_body(self.response, {data, size});
            return size;
        } catch (...) {
            self.error = std::current_exception();
            return size == 0 ? 1 : 0;  // anything but `size` ends the transfer
        }
    }
};

CurlClient::CurlClient(CurlSettings settings)
    : settings_(std::move(settings)), library_(std::make_unique<Library>(settings_.library)) {
    require_ca_file(settings_);
    const bool is_ready = library_->global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    if (is_ready) handle_ = library_->easy_init();
    if (handle_ == nullptr) Library::fail("it cannot be started");
}

CurlClient::~CurlClient() { library_->easy_cleanup(handle_); }

HttpResponse CurlClient::send(const HttpRequest& request, const OnBody& on_body) {
    Exchange exchange(*library_, handle_, on_body);
    library_->easy_reset(handle_);  // of the options; connections stay
    exchange.set(CURLOPT_URL, request.url.c_str());
#if LIBCURL_VERSION_NUM >= 0x075500
    exchange.set(CURLOPT_PROTOCOLS_STR, "http,https");
#else
    exchange.set(CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
#endif
    exchange.set(CURLOPT_FOLLOWLOCATION, 0L);  // so that no header goes where it was not meant to
    exchange.set(CURLOPT_NOBODY, request.method == HttpRequest::Method::kHead ? 1L : 0L);
    exchange.set(CURLOPT_NOSIGNAL, 1L);
    exchange.set(CURLOPT_USERAGENT, settings_.user_agent.c_str());
    exchange.set(CURLOPT_CONNECTTIMEOUT, kConnectSeconds);
    exchange.set(CURLOPT_LOW_SPEED_LIMIT, 1L);
    exchange.set(CURLOPT_LOW_SPEED_TIME, kStalledSeconds);
    exchange.set(CURLOPT_BUFFERSIZE, kBufferBytes);
    exchange.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);  // a proxy's
    if (!settings_.ca_file.empty()) exchange.set(CURLOPT_CAINFO, settings_.ca_file.c_str());
    if (!settings_.ca_folder.empty()) exchange.set(CURLOPT_CAPATH, settings_.ca_folder.c_str());

    exchange.add_header("Accept-Encoding: identity");  // sizes and ranges are those of the file
    if (!request.token.empty()) exchange.add_header("Authorization: Bearer " + request.token);
    const std::string range = fmt::format("{}-", request.from);
    if (request.from > 0) exchange.set(CURLOPT_RANGE, range.c_str());
    exchange.set(CURLOPT_HTTPHEADER, exchange.headers);
    exchange.set(CURLOPT_HEADEROPT, static_cast<long>(CURLHEADER_SEPARATE));  // none for a proxy

    exchange.set(CURLOPT_ERRORBUFFER, exchange.reason.data());
    exchange.set(CURLOPT_HEADERFUNCTION, &Exchange::take_header);
    exchange.set(CURLOPT_HEADERDATA, static_cast<void*>(&exchange));
    exchange.set(CURLOPT_WRITEFUNCTION, &Exchange::take_body);
    exchange.set(CURLOPT_WRITEDATA, static_cast<void*>(&exchange));

    const CURLcode code = library_->easy_perform(handle_);
    if (exchange.error) std::rethrow_exception(exchange.error);
    if (code != CURLE_OK) {
        const char* reason = exchange.reason.data();
        HttpError::Kind kind = kind_of(code);
        if (code == CURLE_OPERATION_TIMEDOUT && !exchange.was_connected()) {
            kind = HttpError::Kind::kNoConnection;
        }
        std::string text = *reason != '\0' ? reason : library_->easy_strerror(code);
        if (kind == HttpError::Kind::kNoConnection && text.find("proxy") != text.npos) {
            kind = HttpError::Kind::kProxy;  // of a scheme that it does not know
        }
        if (kind == HttpError::Kind::kTrust) {
            text = fmt::format("{}: no certificates can be read from it", trusted_by(settings_));
        }
        throw HttpError(kind, without_passwords(text));  // of a proxy's variable
    }
    exchange.read_status();
    return exchange.response;
}

}  // namespace attnlab
