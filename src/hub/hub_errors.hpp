// What goes wrong between here and a hub, as lines and hints for whoever asked.
// Whatever a server sends passes through printable() here.

#pragma once

#include <string>

#include "base/error.hpp"
#include "hub/http_client.hpp"
#include "hub/hub_access.hpp"

namespace attnlab {

/// The hint where an error may pass.
inline constexpr const char* kStaysHint =
    "what has come so far stays: the same command goes on from there, later";

/// The hint where the certificates to trust cannot be read.
inline constexpr const char* kTrustHint =
    "CURL_CA_BUNDLE, REQUESTS_CA_BUNDLE or SSL_CERT_FILE may name a file of certificates; without "
    "them those of the system are taken";

/// One file of a model, at a revision.
struct HubFile {
    std::string model;     // ORG/NAME
    std::string revision;  // a branch, a tag or a commit
    std::string name;      // model.safetensors
};

/// The hub knows no such model, or does not show it.
class NoSuchModel : public InputError {
  public:
    using InputError::InputError;
};

/// It may go well in a moment: the server has too much to do, or the connection broke.
class PassingError : public InputError {
  public:
    PassingError(const std::string& message, const std::string& hint, double wait_ms = -1.0)
        : InputError(message, hint), wait_ms_(wait_ms) {}

    /// How long the server asks to wait; negative where it does not say.
    double wait_ms() const { return wait_ms_; }

  private:
    double wait_ms_;
};

/// Whether an answer says that there is no such file, where model and revision are known.
bool is_absent(const HttpResponse& response);

/// Errors: what an answer that is neither 2xx, nor 3xx, nor is_absent() means: NoSuchModel,
///         PassingError for 408, 429 and 5xx, else InputError.
[[noreturn]] void fail_with(const HttpResponse& response, const HubFile& file,
                            const HubAccess& access, const Url& url);

/// Errors: why there was no answer from `url`: PassingError if the connection broke, or none could
///         be made although `has_answered`: the network was there a moment ago. Else InputError.
[[noreturn]] void fail_with(const HttpError& error, const Url& url, bool has_answered);

}  // namespace attnlab
