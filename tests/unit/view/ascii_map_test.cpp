// The drawn map: what is dark, what is closed, and that its columns stay where they are.

#include "view/ascii_map.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/unicode.hpp"
#include "support/catch.hpp"
#include "support/sample_maps.hpp"

using namespace attnlab;
using attnlab::testing::lines_of;
using attnlab::testing::tokens_of;
using attnlab::testing::tokens_of_ids;
using attnlab::testing::trophy_words;
using Lines = std::vector<std::string>;

namespace {

const std::string kRamp = ".:-=+*#%@";

Matrix matrix_of(std::size_t n, const std::vector<float>& weights) {
    Matrix matrix(n, n);
    std::copy(weights.begin(), weights.end(), matrix.values().begin());
    return matrix;
}

Lines drawn(const Matrix& weights, const std::vector<Token>& tokens, const MapStyle& style,
            std::size_t width = 100) {
    return grid_lines(map_grid(weights, tokens, style), width, "tokens");
}

/// The sign of a weight in a map of one token.
char sign_of(double weight, Scale scale) {
    MapStyle style;
    style.scale = scale;
    const Matrix map = matrix_of(1, {static_cast<float>(weight)});
    return drawn(map, tokens_of({"x"}), style).at(1).back();
}

}  // namespace

TEST_CASE("A map has a row a query and a column a key", "[view]") {
    const Matrix map = matrix_of(3, {1, 0, 0, 0.25F, 0.75F, 0, 0.001F, 0.6F, 0.399F});
    CHECK(drawn(map, tokens_of({"The", " cat", "."}), {}) == Lines{
                                                                 "        0 1 2",
                                                                 "  0:The @",
                                                                 "  1:cat - #",
                                                                 "  2:.   . * =",
                                                             });
}

TEST_CASE("Closed cells are blank and small ones are not", "[view]") {
    const Matrix map = matrix_of(2, {1, 0, 1, 0});  // row 1 gives nothing to itself
    MapStyle style;
    CHECK(drawn(map, tokens_of({"a", "b"}), style)[1] == "  0:a @");
    CHECK(drawn(map, tokens_of({"a", "b"}), style)[2] == "  1:b @ .");
    style.causal = false;
    CHECK(drawn(map, tokens_of({"a", "b"}), style)[1] == "  0:a @ .");
}

TEST_CASE("Values are drawn as numbers where they are asked for", "[view]") {
    const Matrix map = matrix_of(2, {1, 0, 0.126F, 0.874F});
    MapStyle style;
    style.values = true;
    CHECK(drawn(map, tokens_of({"a", "b"}), style) == Lines{
                                                          "         0    1",
                                                          "  0:a 1.00",
                                                          "  1:b 0.13 0.87",
                                                      });
}

TEST_CASE("Each scale has its nine equal steps", "[view]") {
    for (int step = 0; step < 9; ++step) {
        const double middle = (step + 0.5) / 9.0;
        const char sign = kRamp[static_cast<std::size_t>(step)];
        CHECK(sign_of(middle, Scale::kLinear) == sign);
        CHECK(sign_of(middle * middle, Scale::kSqrt) == sign);
        CHECK(sign_of(std::pow(10.0, (middle - 1.0) * 4.0), Scale::kLog) == sign);
    }
    for (const Scale scale : {Scale::kLinear, Scale::kSqrt, Scale::kLog}) {
        CHECK(sign_of(0.0, scale) == '.');
        CHECK(sign_of(1e-30, scale) == '.');
        CHECK(sign_of(1.0, scale) == '@');
        CHECK(sign_of(1.0000001, scale) == '@');  // a rounding above 1
    }
}

TEST_CASE("A legend says from which weight on a sign is drawn", "[view]") {
    const std::vector<Token> tokens = tokens_of({"a"});
    MapStyle style;
    const std::string linear = map_legend(tokens, style, {100, false});
    CHECK(linear.find("Weight: .<0.11 :<0.22 -<0.33 =<0.44 +<0.56 *<0.67 #<0.78 %<0.89 @") !=
          std::string::npos);
    style.scale = Scale::kSqrt;
    const std::string root = map_legend(tokens, style, {100, false});
    CHECK(root.find("square-root") != std::string::npos);
    CHECK(root.find(".<0.012 :<0.049 -<0.11") != std::string::npos);
    style.scale = Scale::kLog;
    const std::string logarithm = map_legend(tokens, style, {100, false});
    CHECK(logarithm.find("logarithmic") != std::string::npos);
    CHECK(logarithm.find(".<0.00028 :<0.00077 -<0.0022") != std::string::npos);
    style.values = true;  // numbers need no ramp
    CHECK(map_legend(tokens, style, {100, false}).find("Weight") == std::string::npos);
}

TEST_CASE("A legend speaks of what the map shows", "[view]") {
    const Style wide{400, false};
    MapStyle style;
    const std::string plain = map_legend(tokens_of({"a"}), style, wide);
    CHECK(plain.find("Blank") != std::string::npos);
    CHECK(plain.find("`>`") == std::string::npos);
    CHECK(plain.find("`~`") == std::string::npos);
    style.causal = false;
    style.focus = 0;
    const std::string marked = map_legend(tokens_of({"\xE2\x80"}), style, wide);
    CHECK(marked.find("Blank") == std::string::npos);
    CHECK(marked.find("`>`") != std::string::npos);
    CHECK(marked.find("`~`") != std::string::npos);
}

TEST_CASE("Row labels name index and token and mark parts of characters", "[view]") {
    CHECK(row_label({9, 340, " it"}, 14) == " 9:it");
    CHECK(row_label({9, 340, " it"}, 10) == "9:it");
    CHECK(row_label({9, 340, " it"}, 1) == "9:it");
    CHECK(row_label({3, 447, "\xE2\x80"}, 16) == " 3:\xEF\xBF\xBD\xEF\xBF\xBD~");
    CHECK(row_label({0, 13, std::nullopt}, 3) == "0:#13");
}

TEST_CASE("One token is one dark cell", "[view]") {
    CHECK(drawn(matrix_of(1, {1}), tokens_of({"Hi"}), {}) == Lines{"       0", "  0:Hi @"});
}

TEST_CASE("Columns stay aligned beside labels of any width", "[view]") {
    const std::vector<Token> tokens =
        tokens_of({"The", " \xE6\x97\xA5\xE6\x9C\xAC", "\xF0\x9F\x8F\x86", " e\xCC\x81", "\xCC\x81",
                   "\xE2\x80", "\x1b[31m", " \xE2\x80\xAE", "   ", "\n",
                   " \xE6\x97\xA5\xE6\x9C\xAC\xE6\x97\xA5\xE6\x9C\xAC\xE6\x97\xA5\xE6\x9C\xAC\xE6"
                   "\x97\xA5\xE6\x9C\xAC"});
    Matrix map(tokens.size(), tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) map(i, 0) = 1.0F;  // a dark first column
    MapStyle style;
    for (const bool has_values : {false, true}) {
        style.values = has_values;
        for (const std::size_t width : {24U, 40U, 80U, 200U}) {
            const Lines lines = drawn(map, tokens, style, width);
            std::vector<std::size_t> columns;
            for (const std::string& line : lines) {
                CHECK(printable(line) == line);
                const std::size_t cell = line.find(has_values ? "1.00" : "@");
                if (cell != std::string::npos)
                    columns.push_back(display_width(line.substr(0, cell)));
            }
            INFO("width " << width);
            CHECK(columns.size() >= 2);
            CHECK(std::ranges::count(columns, columns.front()) ==
                  static_cast<std::ptrdiff_t>(columns.size()));
        }
    }
}

TEST_CASE("Tokens without a vocabulary are drawn by their ids", "[view]") {
    const Matrix map = matrix_of(2, {1, 0, 0.5F, 0.5F});
    CHECK(drawn(map, tokens_of_ids({464, 7}), {})[1] == "  0:#464 @");
    CHECK(drawn(map, tokens_of_ids({464, 7}), {})[2] == "  1:#7   + +");
}
