// Redirects, the token, and what a hub says of a file, with a hub that answers by itself.

#include "hub/hub_site.hpp"

#include <functional>

#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/fake_hub.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;
using attnlab::testing::FakeHub;

namespace {

const HubFile kConfig = {"plain/m", "main", "config.json"};
const HubFile kWeights = {"plain/m", "main", "model.safetensors"};

/// An HttpClient that answers as a test says.
class Scripted final : public HttpClient {
  public:
    explicit Scripted(std::function<HttpResponse(const HttpRequest&)> answer)
        : answer_(std::move(answer)) {}
    HttpResponse send(const HttpRequest& request, const OnBody& on_body) override {
        const HttpResponse response = answer_(request);
        if (on_body) on_body(response, "body");
        return response;
    }

  private:
    std::function<HttpResponse(const HttpRequest&)> answer_;
};

}  // namespace

TEST_CASE("A hub says of a small file its git hash and of a large one its SHA-256", "[hub]") {
    FakeHub hub;
    hub.add_model();
    HubSite site(FakeHub::access(), hub);
    const std::optional<RemoteFile> config = site.look(kConfig);
    REQUIRE(config);
    CHECK(config->size == 22);
    CHECK(config->hash_kind == HashKind::kGitBlob);
    CHECK(config->commit == "0123456789abcdef0123456789abcdef01234567");
    const std::optional<RemoteFile> weights = site.look(kWeights);
    REQUIRE(weights);
    CHECK(weights->size == 10000);
    CHECK(weights->hash_kind == HashKind::kSha256);
    CHECK_FALSE(site.look({"plain/m", "main", "tokenizer.json"}));
    for (const HttpRequest& request : hub.requests)
        CHECK(request.url.find("cdn") == request.url.npos);
}

TEST_CASE("The token goes to the hub and to no other host", "[hub]") {
    FakeHub hub;
    hub.add_model();
    HubSite site(FakeHub::access("hf_right"), hub);
    std::string bytes;
    const HubFile weights = {"moved/m", "main", "model.safetensors"};
    CHECK(
        site.get(weights, 0, [&](const HttpResponse&, std::string_view piece) { bytes += piece; }));
    CHECK(bytes == std::string(10000, 'w'));
    REQUIRE(hub.requests.size() == 3);  // moved, then the hub, then the place of large files
    CHECK(hub.requests[0].token == "hf_right");
    CHECK(hub.requests[1].token == "hf_right");
    CHECK(hub.requests[2].url.starts_with("https://cdn.test/"));
    CHECK(hub.requests[2].token.empty());
}

TEST_CASE("The token comes back to no host that another host led to", "[hub]") {
    std::vector<std::string> seen;
    Scripted http([&](const HttpRequest& request) -> HttpResponse {
        seen.push_back(request.token);
        if (request.url.starts_with("https://hub.test/")) {
            return {302, {{"location", "https://hub.test.evil/x"}}};
        }
        return {200, {}};
    });
    HubSite site(FakeHub::access("hf_right"), http);
    site.get(kConfig, 0, [](const HttpResponse&, std::string_view) {});
    CHECK(seen == std::vector<std::string>{"hf_right", ""});
}

TEST_CASE("A redirect leads to no other scheme and not in circles", "[hub]") {
    const auto to = [](const std::string& location) {
        return Scripted([location](const HttpRequest&) -> HttpResponse {
            return {302, {{"location", location}}};
        });
    };
    const auto get = [](HttpClient& http) {
        HubSite site(FakeHub::access(), http);
        site.get(kConfig, 0, [](const HttpResponse&, std::string_view) {
            FAIL("a redirect has no bytes of the file");
        });
    };
    Scripted plain = to("http://hub.test/x");
    expect_error<InputError>([&] { get(plain); }, {"leads on to http://hub.test", "encrypted"});
    Scripted file = to("file:///etc/passwd");
    expect_error<InputError>([&] { get(file); }, {"leads on to 'file:///etc/passwd'"});
    Scripted nowhere = to("");
    expect_error<InputError>([&] { get(nowhere); }, {"leads on to ''"});
    Scripted circle = to("/again");
    expect_error<InputError>([&] { get(circle); }, {"from one address to the next, 10 times"});
    Scripted rude = to("http://\x1b[31m");
    expect_error<InputError>([&] { get(rude); }, {"\\x1b[31m"});
}

TEST_CASE("Headers that are missing or nonsense are named", "[hub]") {
    FakeHub hub;
    hub.add_model();
    HubSite site(FakeHub::access(), hub);
    const auto look_with = [&](const std::string& name, const std::string& value,
                               const HubFile& file) {
        hub.changed_headers = {{name, value}};
        site.look(file);
    };
    expect_error<InputError>([&] { look_with("x-repo-commit", "", kConfig); }, {"the commit ''"});
    expect_error<InputError>([&] { look_with("x-repo-commit", "../../x", kConfig); },
                             {"the commit '../../x'"});
    expect_error<InputError>([&] { look_with("etag", "../../../x", kConfig); },
                             {"the hash '../../../x'"});
    expect_error<InputError>([&] { look_with("content-length", "many", kConfig); },
                             {"the size 'many'"});
    expect_error<InputError>([&] { look_with("content-length", "-1", kConfig); }, {"'-1'"});
    expect_error<InputError>([&] { look_with("x-linked-size", "99999999999999999999", kWeights); },
                             {"'99999999999999999999'"});
    hub.changed_headers = {{"etag", "W/\"ce013625030ba8dba906f756967f9e9ca394464a\""}};
    CHECK(site.look(kConfig)->hash == "ce013625030ba8dba906f756967f9e9ca394464a");
}

TEST_CASE("Each kind of answer has its line and its hint", "[hub]") {
    const auto look_at = [](HttpResponse response, const std::string& token = "") {
        Scripted http([&](const HttpRequest&) { return response; });
        HubSite site(FakeHub::access(token), http);
        site.look(kConfig);
    };
    expect_error<NoSuchModel>([&] { look_at({401}); }, {"shows no model plain/m", "(401)"});
    expect_error<InputError>([&] { look_at({401}, "hf_x"); }, {"owner of the token in HF_TOKEN"});
    expect_error<InputError>(
        [&] {
            look_at({403, {{"x-error-code", "GatedRepo"}}});
        },
        {"is gated", "(403)"});
    expect_error<NoSuchModel>(
        [&] {
            look_at({404, {{"x-error-code", "RepoNotFound"}}});
        },
        {"has no model plain/m"});
    expect_error<InputError>(
        [&] {
            look_at({404, {{"x-error-code", "RevisionNotFound"}}});
        },
        {"plain/m has no revision 'main'"});
    expect_error<PassingError>([&] { look_at({500}); }, {"answers 500"});
    expect_error<PassingError>([&] { look_at({429}); }, {"answers 429, too many requests"});
    expect_error<InputError>([&] { look_at({451}); }, {"was taken down", "(451)"});
    expect_error<InputError>(
        [&] {
            look_at({418, {{"x-error-message", "a\nteapot"}}});
        },
        {"answers 418", "a\\nteapot"});
    try {
        look_at({503, {{"retry-after", "7"}}});
        FAIL("no error was thrown");
    } catch (const PassingError& error) {
        CHECK(error.wait_ms() == 7000.0);
    }
}

TEST_CASE("Each kind of failed connection has its line", "[hub]") {
    FakeHub hub;
    hub.add_model();
    HubSite site(FakeHub::access(), hub);
    const auto look_when = [&](HttpError::Kind kind) {
        hub.n_failures = 1;
        hub.failure = kind;
        site.look(kConfig);
    };
    expect_error<InputError>([&] { look_when(HttpError::Kind::kNoHost); },
                             {"cannot reach hub.test: it failed"});
    expect_error<InputError>([&] { look_when(HttpError::Kind::kCertificate); },
                             {"hub.test cannot prove that it is hub.test"});
    expect_error<InputError>([&] { look_when(HttpError::Kind::kOther); },
                             {"no answer from hub.test"});
    expect_error<InputError>([&] { look_when(HttpError::Kind::kProxy); },
                             {"cannot reach hub.test by a proxy: it failed"});
    expect_error<InputError>([&] { look_when(HttpError::Kind::kTrust); }, {"it failed"});
    expect_error<PassingError>([&] { look_when(HttpError::Kind::kBroken); }, {"broke"});
    CHECK_THROWS_AS(look_when(HttpError::Kind::kNoConnection), InputError);
    site.look(kConfig);
    // The network was there a moment ago, so it may come back.
    expect_error<PassingError>([&] { look_when(HttpError::Kind::kNoHost); }, {"cannot reach"});
}
