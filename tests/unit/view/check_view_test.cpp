// A check as text and as JSON, from findings made by hand.

#include "view/check_view.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/unicode.hpp"
#include "support/catch.hpp"
#include "support/sample_maps.hpp"

using namespace attnlab;
using attnlab::testing::lines_of;
using attnlab::testing::sample_maps;
using attnlab::testing::tokens_of;
using nlohmann::json;

namespace {

CheckedFact agreed() {
    Finding finding;
    finding.published = "0.50000";
    finding.measured = "0.50002";
    finding.difference = 1.5e-5;
    finding.bound = 1e-4;
    finding.published_numbers = {0.5};
    finding.measured_numbers = {0.500015};
    return {"loss", "The loss of a text", "a paper", finding};
}

CheckedFact off() {
    CheckedFact fact = agreed();
    fact.name = "rows";
    fact.what = "Row of \x1b[31m";
    fact.finding.verdict = Verdict::kOff;
    fact.finding.difference = 0.25;
    fact.finding.remark = "The farthest is row 1.";
    return fact;
}

CheckedFact unpublished() {
    Finding finding;
    finding.verdict = Verdict::kUnpublished;
    finding.measured = "abc";
    return {"sha256", "SHA-256", "", finding};
}

CheckResult sample() {
    CheckResult result;
    result.model = sample_maps(tokens_of({"The"}), 1).model;
    result.facts = "gpt2";
    result.published = {agreed(), off()};
    result.every_model = {unpublished()};
    return result;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("Each fact is told with both numbers the distance and the source", "[view]") {
    const std::string text = check_text(sample(), {300, false});
    CHECK(has(text, "\nWhat is published of gpt2\n"));
    CHECK(has(text,
              "\n  agreed  The loss of a text: published 0.50000, measured 0.50002, 1.5e-05 apart, "
              "1e-04 allowed. [a paper]\n"));
    CHECK(has(text,
              "\n  OFF     Row of \\x1b[31m: published 0.50000, measured 0.50002, off by 2.5e-01, "
              "1e-04 allowed. The farthest is row 1. [a paper]\n"));
    CHECK(has(text, "\n  -       SHA-256: measured abc. Nothing is published of it here.\n"));
    CHECK(has(text, "\n3 facts: 1 agreed, 1 off, 1 with nothing to compare.\n"));
}

TEST_CASE("Counts are off by a number without a bound", "[view]") {
    CheckResult result = sample();
    result.published[1].finding.bound.reset();
    result.published[1].finding.difference = 5.0;
    CHECK(has(check_text(result, {300, false}), "measured 0.50002, off by 5. The"));
    result.published[0].finding.bound.reset();
    result.published[0].finding.difference = 0.0;
    CHECK(has(check_text(result, {300, false}), "measured 0.50002. [a paper]"));
}

TEST_CASE("A model of which nothing is published is said to be one", "[view]") {
    CheckResult result = sample();
    result.facts.clear();
    result.published.clear();
    const std::string text = check_text(result, {300, false});
    CHECK(has(text, "Nothing is published here of this model in particular."));
    CHECK(has(text, "--facts FILE"));
    result.others = {"gpt2", "trophy-tiny"};
    CHECK(
        has(check_text(result, {300, false}), "`--facts gpt2` or `--facts trophy-tiny` compares"));
    CHECK(has(text, "1 facts: 0 agreed, 0 off, 1 with nothing to compare."));
    CHECK(json::parse(check_json(result))["facts"].is_null());
}

TEST_CASE("What is off is painted and lines keep their width", "[view]") {
    const std::string text = check_text(sample(), {60, true});
    CHECK(has(text, "\n  \x1b[31mOFF   \x1b[0m  Row of"));
    for (const std::string& line : lines_of(check_text(sample(), {60, false}))) {
        CHECK(display_width(line) <= 60);
        CHECK(printable(line) == line);
    }
}

TEST_CASE("How many facts are off is told in a line and only then", "[view]") {
    CHECK(off_summary(sample()) == "1 of 3 facts is off");
    CheckResult result = sample();
    result.every_model[0].finding.verdict = Verdict::kOff;
    CHECK(off_summary(result) == "2 of 3 facts are off");
    result.published.pop_back();
    result.every_model.clear();
    CHECK(off_summary(result).empty());
}

TEST_CASE("What cannot be measured and a file that differs have words of their own", "[view]") {
    CheckResult result = sample();
    result.published[1].finding.verdict = Verdict::kCannot;
    result.every_model[0].finding.verdict = Verdict::kDiffers;
    const std::string text = check_text(result, {300, false});
    CHECK(has(text, "\n  agreed   The loss"));
    CHECK(has(text, "\n  cannot   Row of"));
    CHECK(has(text, "\n  differs  SHA-256"));
    CHECK(has(text, "1 agreed, 0 off, 1 cannot be measured on this model, 1 differs.\n"));
    CHECK(off_summary(result) == "1 of 3 facts cannot be measured on this model");
    result.published[0].finding.verdict = Verdict::kOff;
    CHECK(off_summary(result) == "1 of 3 facts is off, 1 cannot be measured on this model");
    result.published.clear();
    CHECK(off_summary(result).empty());
    const json dump = json::parse(check_json(result));
    CHECK(dump["n_cannot"] == 0);
    CHECK(dump["n_differs"] == 1);
    CHECK(dump["every_model"][0]["verdict"] == "differs");
}

TEST_CASE("No line of a check is wider than asked", "[view]") {
    CheckResult result = sample();
    result.every_model[0].finding.measured = std::string(64, 'a');
    for (const std::size_t width : {20U, 40U, 60U}) {
        std::size_t n_digits = 0;
        for (const std::string& line : lines_of(check_text(result, {width, false}))) {
            CAPTURE(width, line);
            CHECK(display_width(line) <= width);
            if (has(line, "aaaa"))
                n_digits += static_cast<std::size_t>(std::ranges::count(line, 'a'));
        }
        CHECK(n_digits >= 60);
    }
}

TEST_CASE("The JSON of a check has every finding whole", "[view]") {
    const json dump = json::parse(check_json(sample()));
    CHECK(dump["step"] == "check");
    CHECK(dump["facts"] == "gpt2");
    CHECK(dump["n_agreed"] == 1);
    CHECK(dump["n_off"] == 1);
    CHECK(dump["n_unpublished"] == 1);
    REQUIRE(dump["published"].size() == 2);
    CHECK(dump["published"][0] == json({{"name", "loss"},
                                        {"what", "The loss of a text"},
                                        {"verdict", "agreed"},
                                        {"published", "0.50000"},
                                        {"measured", "0.50002"},
                                        {"difference", 1.5e-5},
                                        {"bound", 1e-4},
                                        {"remark", nullptr},
                                        {"published_numbers", {0.5}},
                                        {"measured_numbers", {0.500015}},
                                        {"source", "a paper"}}));
    CHECK(dump["published"][1]["verdict"] == "off");
    CHECK(dump["every_model"][0]["published"].is_null());
    CHECK(dump["every_model"][0]["source"].is_null());
    CHECK(dump["every_model"][0]["published_numbers"] == json::array());
}
