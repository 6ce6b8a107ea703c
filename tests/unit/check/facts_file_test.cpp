// Files of facts: what is taken, and what is refused with file, fact and field.

#include "check/facts_file.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/facts.hpp"
#include "support/temporary_folder.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;
using attnlab::testing::fact_kinds;
using attnlab::testing::facts_of;
using attnlab::testing::sample_fact;
using attnlab::testing::TemporaryFolder;
using nlohmann::json;

namespace {

const std::string kSha256(64, 'a');

/// A sample with one field set to something else must be refused, naming fact and field.
void check_refused(const std::string& kind, const std::string& field, const json& value,
                   const char* expected) {
    json fact = sample_fact(kind);
    fact[field] = value;
    INFO(kind << ", " << field << ": " << value.dump());
    const std::string place = fmt::format("facts.json: fact 1, `{}`", kind);
    expect_error<InputError>([&] { facts_of({fact}); },
                             {place.c_str(), fmt::format("`{}`", field).c_str(), expected});
}

}  // namespace

TEST_CASE("A fact of each kind is read with what all facts have", "[check]") {
    std::vector<json> all;
    for (const std::string& kind : fact_kinds()) all.push_back(sample_fact(kind));
    const FactsFile file = facts_of(all);
    CHECK(file.model == "sample");
    REQUIRE(file.facts.size() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        CHECK(file.facts[i]->name == fact_kinds()[i]);
        CHECK(file.facts[i]->what == "Something");
        CHECK(file.facts[i]->source == "nobody");
    }
    CHECK(facts_of({}).facts.empty());
}

TEST_CASE("What is published of the files may be there in part", "[check]") {
    const Release none = facts_of({}).release;
    CHECK_FALSE(none.n_parameters);
    CHECK_FALSE(none.head_is_tied);
    CHECK_FALSE(none.sha256);
    const Release some = facts_of({}, {{"head_is_tied", false}, {"source", "s"}}).release;
    CHECK_FALSE(some.n_parameters);
    CHECK(some.head_is_tied == false);
    const Release all = facts_of({}, {{"n_parameters", 124439808},
                                      {"head_is_tied", true},
                                      {"sha256", kSha256},
                                      {"source", "s"}})
                            .release;
    CHECK(all.n_parameters == 124439808);
    CHECK(all.sha256 == kSha256);
    CHECK(all.source == "s");
}

TEST_CASE("A release with a wrong field is refused", "[check]") {
    const auto refuse = [](const json& release, const char* field, const char* expected) {
        expect_error<InputError>([&] { facts_of({}, release); },
                                 {"facts.json, in `release`", field, expected});
    };
    refuse({{"head_is_tied", true}}, "`source`", "got nothing");
    refuse({{"n_parameters", -1}, {"source", "s"}}, "`n_parameters`", "from 1 on");
    refuse({{"head_is_tied", 1}, {"source", "s"}}, "`head_is_tied`", "true or false");
    refuse({{"sha256", "abc"}, {"source", "s"}}, "`sha256`", "64 hexadecimal digits");
    refuse({{"sha1", "abc"}, {"source", "s"}}, "`sha1`", "no field");
    expect_error<InputError>([] { facts_of({}, json::array()); }, {"`release`", "an object"});
}

TEST_CASE("Each field that is missing is named", "[check]") {
    for (const std::string& kind : fact_kinds()) {
        const json whole = sample_fact(kind);
        for (const auto& [field, value] : whole.items()) {
            const bool may_be_absent =
                field == "head" || field == "above" || field == "control_below" || field == "name";
            if (may_be_absent) continue;
            json fact = whole;
            fact.erase(field);
            INFO(kind << " without " << field);
            expect_error<InputError>(
                [&] { facts_of({fact}); },
                {"facts.json: fact 1", fmt::format("`{}`", field).c_str(), "got nothing"});
        }
    }
}

TEST_CASE("Each field that may be absent is read without", "[check]") {
    for (const char* field : {"head", "above", "control_below"}) {
        json rows = sample_fact("attention_rows");
        json top = sample_fact("top_heads");
        rows.erase(field);
        top.erase(field);
        CHECK(facts_of({rows, top}).facts.size() == 2);
    }
}

TEST_CASE("A field that is wrong is named with what was expected", "[check]") {
    check_refused("greedy_continuation", "kind", "greedy", "one of greedy_continuation, ");
    check_refused("greedy_continuation", "what", "", "a text");
    check_refused("greedy_continuation", "source", 7, "a text");
    check_refused("greedy_continuation", "ids", json::array(), "a list of token ids, 1 or more");
    check_refused("greedy_continuation", "ids", {1, -2}, "a list of token ids");
    check_refused("greedy_continuation", "ids", {1, 2147483648U}, "a list of token ids");
    check_refused("greedy_continuation", "published", {1.5}, "a list of token ids");
    check_refused("next_token_loss", "ids", {1}, "2 or more");
    check_refused("next_token_loss", "published", "5.5", "a number");
    check_refused("next_token_loss", "bound", 0, "a number above 0");
    check_refused("next_token_loss", "bound", -1, "a number above 0");
    check_refused("attention_rows", "layer", -1, "a whole number from 0 on");
    check_refused("attention_rows", "head", 1.5, "a whole number");
    check_refused("attention_rows", "queries", {2, 0}, "ascending");
    check_refused("attention_rows", "queries", {2, 2}, "ascending");
    check_refused("attention_rows", "queries", {0, 3}, "below 3");
    check_refused("attention_rows", "queries", json::array(), "a list of whole numbers");
    check_refused("attention_rows", "published", {{1.0}}, "2 rows, one for each query");
    check_refused("attention_rows", "published", {{1.0}, {0.5, 0.5}}, "3 weights in row 2, not 2");
    check_refused("attention_rows", "published", {{1.0}, {"a"}}, "rows of numbers");
    check_refused("attention_rows", "published", {1.0, 2.0}, "rows of numbers");
    check_refused("mean_weight", "on", "token_0", "one of previous_token, first_token");
    check_refused("top_heads", "score", "inductive", "one of previous_token, ");
    check_refused("top_heads", "heads", {"5"}, "a list of heads");
    check_refused("top_heads", "heads", {"0.1", "1.0x"}, "a list of heads");
    check_refused("top_heads", "heads", {"0.1", 1.0}, "a list of heads");
    check_refused("top_heads", "heads", json::array(), "a list of heads");
    check_refused("top_heads", "among_first", 1, "from 2 on");  // two heads among the first one
    check_refused("top_heads", "above", "much", "a number");
    check_refused("top_heads", "tokens", 5, "an object");
    check_refused("top_heads", "tokens", {{"seed", 1}, {"sequences", 0}, {"length", 5}},
                  "from 1 on");
    check_refused("one_above_another", "higher", "The", "a token id");
}

TEST_CASE("Previous tokens have no control", "[check]") {
    json fact = sample_fact("top_heads");
    fact["score"] = "previous_token";
    expect_error<InputError>([&] { facts_of({fact}); },
                             {"`control_below`: got 0.01", "without repetition"});
    fact.erase("control_below");
    CHECK(facts_of({fact}).facts.size() == 1);
}

TEST_CASE("A field that nobody knows is refused wherever it stands", "[check]") {
    for (const std::string& kind : fact_kinds()) {
        json fact = sample_fact(kind);
        fact["bounds"] = 1;
        expect_error<InputError>([&] { facts_of({fact}); },
                                 {"fact 1", kind.c_str(), "no field `bounds`"});
    }
    json fact = sample_fact("top_heads");
    fact["tokens"]["lenght"] = 5;
    expect_error<InputError>([&] { facts_of({fact}); }, {"in `tokens`", "no field `lenght`"});
}

TEST_CASE("Two facts of one name are refused", "[check]") {
    const json fact = sample_fact("next_token_loss");
    expect_error<InputError>(
        [&] {
            facts_of({fact, fact});
        },
        {"fact 2", "`name`", "no fact before it has"});
}

TEST_CASE("What is no file of facts is refused in one line", "[check]") {
    const auto refuse = [](const std::string& text, std::initializer_list<const char*> pieces) {
        INFO(text);
        expect_error<InputError>([&] { parse_facts(text, "f.json"); }, pieces);
    };
    refuse("", {"f.json: not JSON at byte 1"});
    refuse("{", {"f.json: not JSON at byte 2"});
    refuse(std::string("{}\0", 3), {"f.json: not JSON: byte 2 is NUL"});
    refuse("{\"a\": 1e999}", {"f.json: a number is too large"});
    refuse("{\"a\": \"\xff\"}", {"f.json", "not JSON"});
    refuse("[]", {"f.json", "expected an object"});
    refuse("{}", {"f.json", "`schema`", "attention-lab/facts/1"});
    refuse(R"({"schema": "attention-lab/facts/2"})", {"`schema`"});
    refuse(R"({"schema": "attention-lab/facts/1"})", {"`model`"});
    refuse(R"({"schema": "attention-lab/facts/1", "model": "m"})", {"`facts`", "a list"});
    refuse(R"({"schema": "attention-lab/facts/1", "model": "m", "facts": [], "fact": 1})",
           {"no field `fact`"});
    refuse(R"({"schema": "attention-lab/facts/1", "model": "m", "facts": [3]})",
           {"fact 1", "got 3, expected an object"});
    refuse(R"({"schema": "attention-lab/facts/1", "model": "m", "facts": [{"name": "a\nb"}]})",
           {"fact 1, `a\\nb`", "`kind`"});
}

TEST_CASE("The project's own files of facts can be read", "[check]") {
    const std::filesystem::path folder = std::filesystem::path(ATTNLAB_DATA_DIR) / "facts";
    CHECK(load_facts(folder / "gpt2.json").facts.size() == 19);
    CHECK(load_facts(folder / "trophy-tiny.json").facts.size() == 17);
    const TemporaryFolder empty;
    expect_error<InputError>([&] { load_facts(empty.path() / "none.json"); }, {"none.json"});
}
