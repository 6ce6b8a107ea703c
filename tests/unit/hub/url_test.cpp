// Addresses: what is one, where a redirect leads, and who has the same origin.

#include "hub/url.hpp"

#include "support/catch.hpp"

using namespace attnlab;

TEST_CASE("An address is taken apart and put together", "[hub]") {
    const std::optional<Url> url = parse_url("HTTPS://Hub.Test:8443/a/b?x=1#part");
    REQUIRE(url);
    CHECK(url->scheme == "https");
    CHECK(url->host == "hub.test:8443");
    CHECK(url->path == "/a/b?x=1");
    CHECK(url->text() == "https://hub.test:8443/a/b?x=1");
    CHECK(parse_url("http://hub.test")->path == "/");
    CHECK(parse_url("http://hub.test?x")->text() == "http://hub.test/?x");
    CHECK(parse_url("http://[::1]:80/a")->host == "[::1]:80");
}

TEST_CASE("What is no address of the web is refused", "[hub]") {
    for (const char* text : {"",
                             "hub.test",
                             "ftp://hub.test/a",
                             "file:///etc/passwd",
                             "http://",
                             "http:///a",
                             "http://:80/",
                             "http://user:secret@hub.test/",
                             "http://hub.test/a b",
                             "http://hub.test/\n",
                             "http://hub.test:99999",
                             "http://hub.test:0",
                             "http://hub.test:",
                             "http://hub.test:8x",
                             "http://a:1:2",
                             "http://[::1",
                             "http://[::1]x",
                             "http://[::1]:99999",
                             "http://[hub]",
                             "http://hub]",
                             "http://hub.t\xC3\xA4st/",
                             "http://hub.test\\@other.test/"}) {
        INFO(text);
        CHECK_FALSE(parse_url(text));
    }
}

TEST_CASE("No user and no password is shown of an address", "[hub]") {
    CHECK(without_passwords("http://hub.test/a") == "http://hub.test/a");
    CHECK(without_passwords("http://u:p@hub.test/a") == "http://***@hub.test/a");
    CHECK(without_passwords("bad proxy in 'http://u:p/q r@h:x': no port") ==
          "bad proxy in 'http://***@h:x': no port");
    CHECK(without_passwords("bad proxy in 'u:p@h'") == "bad proxy in '***@h'");
    CHECK(without_passwords("u:p@x@h") == "***@h");
}

TEST_CASE("The same origin is the same scheme and host and port", "[hub]") {
    const auto origin = [](const char* text) { return parse_url(text)->origin(); };
    CHECK(origin("https://hub.test/a") == origin("https://HUB.test:443/b"));
    CHECK(origin("http://hub.test/a") == origin("http://hub.test:80"));
    CHECK(origin("https://hub.test") != origin("http://hub.test"));
    CHECK(origin("https://hub.test") != origin("https://hub.test:444"));
    CHECK(origin("https://hub.test") != origin("https://cdn.hub.test"));
    CHECK(origin("https://hub.test") != origin("https://hub.test.other"));
}

TEST_CASE("A redirect leads to an address or to a path on the same host", "[hub]") {
    const Url from = *parse_url("https://hub.test:8443/a/b");
    CHECK(redirected(from, "/c?d")->text() == "https://hub.test:8443/c?d");
    CHECK(redirected(from, "//cdn.test/c")->text() == "https://cdn.test/c");
    CHECK(redirected(from, "http://cdn.test")->text() == "http://cdn.test/");
    CHECK_FALSE(redirected(from, ""));
    CHECK_FALSE(redirected(from, "c/d"));
    CHECK_FALSE(redirected(from, "file:///etc/passwd"));
}

TEST_CASE("A part of a path has no sign that means something in an address", "[hub]") {
    CHECK(escaped_part("refs/pr/1") == "refs%2Fpr%2F1");
    CHECK(escaped_part("model-1_of.2~") == "model-1_of.2~");
    CHECK(escaped_part("a b?#%\xC3\xA4") == "a%20b%3F%23%25%C3%A4");
}
