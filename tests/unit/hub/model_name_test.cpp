#include "hub/model_name.hpp"

#include <string>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"

using namespace attnlab;
using namespace attnlab::testing;

TEST_CASE("Names of models at Hugging Face are told from what is none", "[hub]") {
    for (const char* name : {"gpt2", "openai-community/gpt2-xl", "a/b", "A_b.c-1/x.y", "_a/b_"}) {
        INFO(name);
        CHECK(fault_of_model_name(name).empty());
        CHECK_NOTHROW(require_model_name(name));
    }
    for (const char* name : {"",       "/",       "a/",   "/a",   "a/b/c",
                             ".",      "..",      "../a", "a/..", "a..b",
                             "a--b/c", "a/b--c",  "-a/b", "a/b-", "a/.b",
                             "a.",     "a/b.git", "a b",  "a\\b", "caf\xC3\xA9/b",
                             "a/b\n",  "~"}) {
        INFO(name);
        CHECK_FALSE(fault_of_model_name(name).empty());
        expect_error<UsageError>([&] { require_model_name(name); }, {"no name of a model"});
    }
    CHECK_FALSE(fault_of_model_name(std::string_view("a\0b", 3)).empty());
    CHECK(fault_of_model_name("a/" + std::string(96, 'x')).empty());
    CHECK_FALSE(fault_of_model_name("a/" + std::string(97, 'x')).empty());
    std::string long_organisation(1000, 'x');
    long_organisation += "/a";
    CHECK_FALSE(fault_of_model_name(long_organisation).empty());
}

TEST_CASE("A name that is none is shown without its control characters", "[hub]") {
    expect_error<UsageError>([] { require_model_name("a\x1b[31m/b\n"); }, {"'a\\x1b[31m/b\\n'"});
}

TEST_CASE("A short name is found at its home and under its old name", "[hub]") {
    using Names = std::vector<std::string>;
    CHECK(homes_of("gpt2") == Names{"openai-community/gpt2", "gpt2"});
    CHECK(homes_of("openai-community/gpt2") == Names{"openai-community/gpt2", "gpt2"});
    CHECK(homes_of("distilgpt2") == Names{"distilbert/distilgpt2", "distilgpt2"});
    CHECK(homes_of("someone/gpt2") == Names{"someone/gpt2"});
    CHECK(short_names().size() == 5);
    for (const ShortName& known : short_names()) {
        CHECK(fault_of_model_name(known.home).empty());
        CHECK(homes_of(std::string(known.name)).front() == known.home);
    }
}

TEST_CASE("Revisions that would lead out of their folder are none", "[hub]") {
    for (const char* revision : {"main", "refs/pr/1", "v1.0", "feature/a-b", "a@b"}) {
        INFO(revision);
        CHECK(fault_of_revision(revision).empty());
        CHECK_NOTHROW(require_revision(revision));
    }
    for (const char* revision : {"", "/", "/main", "main/", "a//b", ".", "..", "../main", "a/../b",
                                 "a/./b", "a b", "a\\b", "a\x7f", "\x1b", "\xC3\xA9"}) {
        INFO(revision);
        CHECK_FALSE(fault_of_revision(revision).empty());
        expect_error<UsageError>([&] { require_revision(revision); }, {"is no revision"});
    }
    CHECK_FALSE(fault_of_revision(std::string_view("a\0b", 3)).empty());
    CHECK_FALSE(fault_of_revision(std::string(256, 'a')).empty());
}

TEST_CASE("A commit is forty small hexadecimal digits", "[hub]") {
    const std::string commit = "607a30d783dfa663caf39e06633721c8d4cfcd7e";
    CHECK(is_commit(commit));
    CHECK_FALSE(is_commit(commit.substr(1)));
    CHECK_FALSE(is_commit(commit + "0"));
    CHECK_FALSE(is_commit("G" + commit.substr(1)));
    CHECK_FALSE(is_commit("A" + commit.substr(1)));
    CHECK_FALSE(is_commit(""));
}
