// What the environment says of the hub and the token.

#include "hub/hub_access.hpp"

#include <map>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;
using attnlab::testing::TemporaryFolder;

namespace {

Environment environment(std::map<std::string, std::string> variables) {
    return
        [variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
            const auto found = variables.find(name);
            if (found == variables.end()) return std::nullopt;
            return found->second;
        };
}

}  // namespace

TEST_CASE("The hub is Hugging Face's unless another is named", "[hub]") {
    CHECK(hub_access(environment({})).endpoint.text() == "https://huggingface.co");
    CHECK(hub_access(environment({{"HF_ENDPOINT", ""}})).endpoint.text() ==
          "https://huggingface.co");
    CHECK(
        hub_access(environment({{"HF_ENDPOINT", "http://hub.test:80/api/hf//"}})).endpoint.text() ==
        "http://hub.test:80/api/hf");
    for (const char* wrong : {"hub.test", "ftp://hub.test", "https://hub.test/?a",
                              "http://127.0.0.1:99999", "http://[::1", "http://hub.test:x"}) {
        expect_error<UsageError>(
            [&] {
                hub_access(environment({{"HF_ENDPOINT", wrong}}));
            },
            {"HF_ENDPOINT is '", wrong, "expected the address of a hub"});
    }
}

TEST_CASE("A password in the hub's address is refused and not shown", "[hub]") {
    for (const char* wrong : {"https://u:secret@hub.test", "u:secret@hub.test",
                              "http://u:se/cr@et@h", "https://secret@hub.test/?x"}) {
        try {
            hub_access(environment({{"HF_ENDPOINT", wrong}}));
            FAIL("no error was thrown");
        } catch (const UsageError& error) {
            const std::string text = error.what();
            INFO(text);
            CHECK(text.find("without a user and a password") != std::string::npos);
            CHECK(text.find("***@") != std::string::npos);
            CHECK(text.find("cr") == std::string::npos);
        }
    }
}

TEST_CASE("A named file of a token that is none is remarked on", "[hub]") {
    const TemporaryFolder folder;
    const std::string home = folder.path().string();
    CHECK(hub_access(environment({{"HF_HOME", home}})).remark.empty());
    for (const std::string& path : {home, home + "/none"}) {
        const HubAccess access = hub_access(environment({{"HF_TOKEN_PATH", path}}));
        CHECK(access.token.empty());
        CHECK(access.remark ==
              "HF_TOKEN_PATH names " + path + ", which is no file: without a token");
        CHECK(hub_access(environment({{"HF_TOKEN_PATH", path}, {"HF_TOKEN", "hf_v"}}))
                  .remark.empty());
    }
}

TEST_CASE("The token is the variable's and else that of a file", "[hub]") {
    const TemporaryFolder folder;
    const std::string home = folder.path().string();
    CHECK(hub_access(environment({{"HF_HOME", home}})).token.empty());
    folder.write("token", " hf_file\r\n");
    folder.write("other", "hf_other");
    const HubAccess of_file = hub_access(environment({{"HF_HOME", home}}));
    CHECK(of_file.token == "hf_file");
    CHECK(of_file.token_from == home + "/token");
    CHECK(hub_access(environment({{"HF_HOME", home}, {"HF_HUB_CACHE", "/elsewhere"}})).token ==
          "hf_file");
    CHECK(hub_access(environment({{"HF_HOME", home}, {"HF_TOKEN_PATH", home + "/other"}})).token ==
          "hf_other");
    const HubAccess of_variable =
        hub_access(environment({{"HF_HOME", home}, {"HF_TOKEN", "hf_v"}}));
    CHECK(of_variable.token == "hf_v");
    CHECK(of_variable.token_from == "HF_TOKEN");
}

TEST_CASE("A token that would change a header is refused and not shown", "[hub]") {
    for (const char* token : {"hf_a b", "hf_a\x01", "hf_\xC3\xA4"}) {
        try {
            hub_access(environment({{"HF_TOKEN", token}}));
            FAIL("no error was thrown");
        } catch (const UsageError& error) {
            CHECK(std::string(error.what()).find("hf_a") == std::string::npos);
            CHECK(std::string(error.what()).find("the token of HF_TOKEN") == 0);
        }
    }
}

TEST_CASE("Offline is what Hugging Face's tools take for it", "[hub]") {
    for (const char* yes : {"1", "ON", "yes", "True"}) {
        CHECK(is_offline(environment({{"HF_HUB_OFFLINE", yes}})));
    }
    CHECK(is_offline(environment({{"TRANSFORMERS_OFFLINE", "1"}})));
    CHECK_FALSE(is_offline(environment({})));
    CHECK_FALSE(is_offline(environment({{"HF_HUB_OFFLINE", "0"}})));
    CHECK_FALSE(is_offline(environment({{"HF_HUB_OFFLINE", ""}})));
}
