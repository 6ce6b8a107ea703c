// Numbers and lists on the command line: what is taken, and what is refused with its range.

#include "option_values.hpp"

#include <string>
#include <vector>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"

using namespace attnlab;
using namespace attnlab::lab;
using attnlab::testing::expect_error;
using Set = std::vector<std::size_t>;
using List = std::vector<std::uint64_t>;

TEST_CASE("A number is whole and in its range", "[lab]") {
    CHECK(parse_number("--n", "0", {0, 5}) == 0);
    CHECK(parse_number("--n", "5", {0, 5}) == 5);
    CHECK(parse_number("--n", "007", {1, 10}) == 7);
    CHECK(parse_number("--seed", "18446744073709551615", {0, UINT64_MAX}) == UINT64_MAX);
    for (const std::string text : {"", " ", "6", "-1", "+1", "1.0", "1e1", "0x1", " 1", "1 ", "one",
                                   "18446744073709551616", "1,2", "1\x1b"}) {
        INFO(text);
        expect_error<UsageError>(
            [&] {
                parse_number("--n", text, {0, 5});
            },
            {"--n is `", "a whole number, 0 to 5"});
    }
    expect_error<UsageError>([] { parse_number("--n", "\x1b[31m", {0, 5}); }, {"`\\x1b[31m`"});
    expect_error<UsageError>([] { parse_number("--n", "2", {1, 1}); }, {"a whole number, 1"});
}

TEST_CASE("A set of numbers is ascending with each once", "[lab]") {
    const Range range{0, 11};
    CHECK(parse_number_set("--layer", "3", range) == Set{3});
    CHECK(parse_number_set("--layer", "0-2,5", range) == Set{0, 1, 2, 5});
    CHECK(parse_number_set("--layer", "5,0-2,1,5", range) == Set{0, 1, 2, 5});
    CHECK(parse_number_set("--layer", "4-4", range) == Set{4});
    CHECK(parse_number_set("--layer", "all", {0, 2}) == Set{0, 1, 2});
    CHECK(parse_number_set("--layer", "all", {0, 0}) == Set{0});
    CHECK(parse_number_set("--layer", "11", range) == Set{11});
}

TEST_CASE("A set that cannot be read is refused with the range", "[lab]") {
    for (const std::string text : {"",
                                   "12",
                                   "-1",
                                   "3-1",
                                   "0-12",
                                   "0-",
                                   "-",
                                   "1,,2",
                                   "1,",
                                   ",1",
                                   "a",
                                   "all-2",
                                   "0-all",
                                   "1,all",
                                   "all,1",
                                   "ALL",
                                   "1-2-3",
                                   "1 2",
                                   "99999999999999999999",
                                   "0-99999999999999999999"}) {
        INFO(text);
        expect_error<UsageError>(
            [&] {
                parse_number_set("--layer", text, {0, 11});
            },
            {"--layer is `", "0 to 11", "`all`"});
    }
}

TEST_CASE("A list of numbers keeps its order and its repeats", "[lab]") {
    CHECK(parse_number_list("--ids", "5,3,5", {0, 9}) == List{5, 3, 5});
    CHECK(parse_number_list("--ids", "0", {0, 0}) == List{0});
    for (const std::string text : {"", ",", "1,", "1-2", "all", "10", "-1", "1, 2"}) {
        INFO(text);
        expect_error<UsageError>(
            [&] {
                parse_number_list("--ids", text, {0, 9});
            },
            {"--ids ", "0 to 9", "between commas"});
    }
}

TEST_CASE("Options hand over what was read and refuse the rest", "[lab]") {
    CLI::App app;
    std::uint64_t number = 0;
    std::string choice = "linear";
    add_number_option(app, "--n", {1, 4}, "", [&](std::uint64_t value) { number = value; });
    add_choice_option(app, "--scale", {"linear", "sqrt"}, "", choice);
    app.parse("--n 3 --scale sqrt");
    CHECK(number == 3);
    CHECK(choice == "sqrt");
    expect_error<UsageError>([&] { app.parse("--n 5"); }, {"--n is `5`", "1 to 4"});
    expect_error<UsageError>([&] { app.parse("--scale log"); },
                             {"--scale is `log`", "linear or sqrt"});
}
