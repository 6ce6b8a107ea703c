// What the writer makes is JSON, and its numbers read back to the same bits.

#include "view/json_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "support/catch.hpp"
#include "support/sample_maps.hpp"
#include "view/json_number.hpp"

using namespace attnlab;
using namespace std::string_literals;
using nlohmann::json;

namespace {

template <class T>
std::string written(const T& value) {
    JsonWriter writer;
    writer.value(value);
    return writer.take();
}

/// A float through the writer and a reader of JSON, which knows doubles only.
float read_back(float number) { return json::parse(written(number)).get<float>(); }

bool same_bits(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

bool same_bits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}  // namespace

TEST_CASE("Floats of any bits read back to the same bits", "[view]") {
    Random random(1);
    std::size_t n_wrong = 0;
    std::size_t n_tried = 0;
    while (n_tried < 20000) {
        const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(random.bits()));
        if (!std::isfinite(number)) continue;
        ++n_tried;
        const std::string text = written(number);
        if (!same_bits(std::strtof(text.c_str(), nullptr), number)) ++n_wrong;
        if (!same_bits(read_back(number), number)) ++n_wrong;
    }
    CHECK(n_wrong == 0);
}

TEST_CASE("Doubles of any bits read back to the same bits", "[view]") {
    Random random(2);
    std::size_t n_wrong = 0;
    std::size_t n_tried = 0;
    while (n_tried < 5000) {
        const auto number = std::bit_cast<double>(random.bits());
        if (!std::isfinite(number)) continue;
        ++n_tried;
        if (!same_bits(json::parse(written(number)).get<double>(), number)) ++n_wrong;
    }
    CHECK(n_wrong == 0);
}

TEST_CASE("Floats at the ends of their range read back to the same bits", "[view]") {
    using Limits = std::numeric_limits<float>;
    for (const float number :
         {0.0F, -0.0F, 1.0F, 0.1F, 16777216.0F, Limits::max(), Limits::lowest(), Limits::min(),
          Limits::denorm_min(), 1e20F, 123456789.0F}) {
        CHECK(same_bits(read_back(number), number));
    }
    CHECK(same_bits(json::parse(written(-0.0)).get<double>(), -0.0));
}

TEST_CASE("Numbers are written as short as they can be", "[view]") {
    CHECK(written(0.1F) == "0.1\n");
    CHECK(written(1.0F) == "1\n");
    CHECK(written(0.0F) == "0\n");
    CHECK(written(0.30000001192092896F) == "0.3\n");
    CHECK(written(0.1) == "0.1\n");
    CHECK(written(std::numeric_limits<std::size_t>::max()) == "18446744073709551615\n");
    CHECK(written(std::numeric_limits<std::int32_t>::min()) == "-2147483648\n");
    CHECK(written(true) == "true\n");
    CHECK(written(false) == "false\n");
}

TEST_CASE("A number that is not finite is a bug and no JSON", "[view]") {
    const float infinity = std::numeric_limits<float>::infinity();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const float number : {infinity, -infinity, nan}) {
        CHECK_THROWS_AS(written(number), std::logic_error);
        CHECK_THROWS_AS(written(static_cast<double>(number)), std::logic_error);
        Matrix matrix(2, 2);
        matrix(1, 0) = number;
        CHECK_THROWS_AS(JsonWriter().matrix(matrix), std::logic_error);
        CHECK_THROWS_AS(JsonWriter().lower_triangle(matrix), std::logic_error);
        CHECK_THROWS_AS(JsonWriter().list(std::vector<float>{number}), std::logic_error);
    }
}

TEST_CASE("Strings of any bytes are valid JSON", "[view]") {
    for (const std::string& text :
         {""s, "it"s, "say \"it\""s, "C:\\it\\"s, "\x1b[31m\n\t\0"s, "\xE2\x80\xAE"s,
          "\xE6\x97\xA5\xE6\x9C\xAC \xF0\x9F\x8F\x86"s}) {
        CHECK(json::parse(written(std::string_view(text))) == text);
    }
    CHECK(written("\x1b\xE2\x80\xAE") == "\"\\u001b\\u202e\"\n");
    CHECK(json::parse(written("half \xE2\x80")) == "half \xEF\xBF\xBD\xEF\xBF\xBD");
    JsonWriter writer;
    writer.begin_object().member("a \"key\"\n", std::string_view("x")).end_object();
    CHECK(json::parse(writer.take()).at("a \"key\"\n") == "x");
}

TEST_CASE("A document is laid out a member and a row a line", "[view]") {
    Matrix matrix(2, 2);
    std::iota(matrix.values().begin(), matrix.values().end(), 1.0F);
    JsonWriter writer;
    writer.begin_object();
    writer.member("name", "x");
    writer.key("list").list(std::vector<std::size_t>{3, 1, 2});
    writer.key("matrix").matrix(matrix);
    writer.key("empty").begin_array().end_array();
    writer.key("none").null();
    writer.key("inner").begin_object().member("flag", true).end_object();
    writer.end_object();
    CHECK(writer.take() ==
          "{\n"
          " \"name\": \"x\",\n"
          " \"list\": [3, 1, 2],\n"
          " \"matrix\": [\n"
          "  [1, 2],\n"
          "  [3, 4]\n"
          " ],\n"
          " \"empty\": [],\n"
          " \"none\": null,\n"
          " \"inner\": {\n"
          "  \"flag\": true\n"
          " }\n"
          "}\n");
}

TEST_CASE("Right of the diagonal a lower triangle is null", "[view]") {
    Matrix matrix(3, 3);
    std::iota(matrix.values().begin(), matrix.values().end(), 1.0F);
    JsonWriter writer;
    writer.lower_triangle(matrix);
    const json parsed = json::parse(writer.take());
    CHECK(parsed == json::parse("[[1, null, null], [4, 5, null], [7, 8, 9]]"));
}

TEST_CASE("Matrices without rows or columns are written as they are", "[view]") {
    JsonWriter writer;
    writer.begin_array().matrix(Matrix(0, 3)).matrix(Matrix(2, 0)).end_array();
    CHECK(json::parse(writer.take()) == json::parse("[[], [[], []]]"));
}

TEST_CASE("What may be missing is null where it is", "[view]") {
    JsonWriter writer;
    writer.begin_array();
    writer.optional(std::optional<std::size_t>());
    writer.optional(std::optional<std::size_t>(7));
    writer.optional(std::optional<std::string>("x"));
    writer.end_array();
    CHECK(json::parse(writer.take()) == json::parse("[null, 7, \"x\"]"));
}

TEST_CASE("A document can hold another one", "[view]") {
    JsonWriter inner;
    inner.begin_object().member("a", true).end_object();
    const std::string document = inner.take();
    JsonWriter outer;
    outer.begin_object();
    outer.key("steps").begin_array().document(document).document(document).end_array();
    outer.member("last", false);
    outer.end_object();
    const json parsed = json::parse(outer.take());
    CHECK(parsed == json::parse(R"({"steps": [{"a": true}, {"a": true}], "last": false})"));
}

TEST_CASE("A document in pieces is the document in one", "[view]") {
    const Matrix large = testing::random_map(300, 1);
    const auto write = [&](JsonWriter& writer) {
        writer.begin_object().member("name", "x");
        writer.key("matrix").matrix(large);
        writer.key("rows").begin_array().lower_triangle(large).matrix(Matrix(0, 3)).end_array();
        writer.key("small").matrix(Matrix(2, 3));
        writer.key("list").list(std::vector<float>(200000, 0.125F));
        writer.member("last", true).end_object();
    };
    JsonWriter whole;
    write(whole);
    const std::string wanted = whole.take();
    for (const std::size_t threads : std::vector<std::size_t>{1, 2, 5, 100}) {
        std::string text;
        std::size_t n_pieces = 0;
        JsonWriter writer(
            [&](std::string_view piece) {
                text += piece;
                ++n_pieces;
            },
            threads);
        write(writer);
        CHECK(text.size() < wanted.size());  // the end is still to come
        writer.finish();
        CHECK(text == wanted);
        CHECK(n_pieces > 1);
    }
}

TEST_CASE("A row that is not finite is found by any number of threads", "[view]") {
    Matrix large = testing::random_map(300, 1);
    large(299, 7) = std::numeric_limits<float>::infinity();
    for (const std::size_t threads : std::vector<std::size_t>{1, 3}) {
        JsonWriter writer([](std::string_view) {}, threads);
        CHECK_THROWS_AS(writer.matrix(large), std::logic_error);
    }
}

TEST_CASE("A document is taken once and whole", "[view]") {
    JsonWriter writer;
    writer.begin_array();
    CHECK_THROWS_AS(writer.take(), std::logic_error);
    writer.end_array();
    CHECK(writer.take() == "[]\n");
    writer.value(true);
    CHECK(writer.take() == "true\n");
}

TEST_CASE("Numbers look as format strings make them", "[view]") {
    Random random(3);
    std::size_t n_wrong = 0;
    std::size_t n_tried = 0;
    while (n_tried < 20000) {
        const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(random.bits()));
        if (!std::isfinite(number) || number == 0.0F) continue;
        ++n_tried;
        if (written(number) != fmt::format("{}\n", number)) ++n_wrong;
    }
    const Matrix map = testing::random_map(100, 1, false);
    for (const float weight : map.values()) {
        if (written(weight) != fmt::format("{}\n", weight)) ++n_wrong;
    }
    CHECK(n_wrong == 0);
}

TEST_CASE("No number takes more room than it is given", "[view]") {
    std::size_t longest = 0;
    for (const double number :
         {-2.2250738585072014e-308, -1.7976931348623157e308, -4.9406564584124654e-324,
          -0.00012345678901234567, -1234567890123456.7, -9007199254740993.0}) {
        longest = std::max(longest, written(number).size());
    }
    for (const float number : {-1.17549435e-38F, -3.40282347e38F, -1.40129846e-45F,
                               -0.000123456789F, -1234567890123456.0F, -9007199254740992.0F}) {
        longest = std::max(longest, written(number).size());
    }
    CHECK(longest + 2 <= kLongestNumber);  // with a comma and a space
}
