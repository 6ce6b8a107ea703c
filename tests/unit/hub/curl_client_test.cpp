// The library behind the door, as far as no connection is needed; the rest is
// tests/cli/fetch.cmake.

#include "hub/curl_client.hpp"

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;

TEST_CASE("A system without libcurl is told what to install", "[hub]") {
    CurlSettings settings;
    settings.library = "libcurl-that-nobody-has.so";
    expect_error<InputError>([&] { CurlClient client(settings); },
                             {"fetching needs libcurl", "libcurl-that-nobody-has.so"});
    try {
        CurlClient client(settings);
    } catch (const InputError& error) {
        CHECK(error.hint().find("apt install libcurl4") != std::string::npos);
    }
}

TEST_CASE("A file of certificates that is not there is named before anybody is asked", "[hub]") {
    CurlSettings settings;
    settings.ca_file = "/nope";
    settings.ca_from = "CURL_CA_BUNDLE";
    expect_error<InputError>([&] { CurlClient client(settings); },
                             {"CURL_CA_BUNDLE=/nope: there is no such file of certificates"});
}

TEST_CASE("A scheme that is not of the web is not spoken", "[hub]") {
    CurlClient client({"attnlab/test"});
    try {
        client.send({HttpRequest::Method::kGet, "file:///etc/hostname"}, {});
        FAIL("no error was thrown");
    } catch (const HttpError& error) {
        CHECK(error.kind() == HttpError::Kind::kOther);
    }
}
