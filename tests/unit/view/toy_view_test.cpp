#include "view/toy_view.hpp"

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "base/unicode.hpp"
#include "support/catch.hpp"

using attnlab::Matrix;
using attnlab::random_input;
using attnlab::run_toy;
using attnlab::toy_json;
using attnlab::toy_text;
using attnlab::ToyInput;
using attnlab::ToyOptions;
using attnlab::ToyResult;
using attnlab::written_input;
using nlohmann::json;

namespace {

ToyOptions everything(bool causal) {
    ToyOptions options;
    options.causal = causal;
    options.lookup = true;
    options.tie_qk = true;
    return options;
}

/// The text with every run of white space as one space, so that line breaks do not matter.
std::string words(const std::string& text) {
    std::istringstream stream(text);
    std::string joined;
    for (std::string word; stream >> word;) joined += word + " ";
    return joined;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// The numbers of a dumped matrix are those of the result, to the bit.
void check_matrix(const json& rows, const Matrix& matrix) {
    REQUIRE(rows.size() == matrix.rows());
    for (std::size_t i = 0; i < matrix.rows(); ++i) {
        REQUIRE(rows[i].size() == matrix.columns());
        for (std::size_t j = 0; j < matrix.columns(); ++j) {
            CHECK(rows[i][j].get<float>() == matrix(i, j));
        }
    }
}

}  // namespace

TEST_CASE("The toy text says with both numbers who looks at whom") {
    const std::string text = words(toy_text(run_toy(written_input(), {}), 3, {100, false}));
    CHECK(
        has(text, "`it` looks at `trophy` with 0.920, and `trophy` looks back at `it` with 0.040"));
    CHECK(has(text, "divided by sqrt(4) = 2"));
    CHECK(has(text, "4 x 2 + 1 x 0 + 0 x 0 + 0 x 0 = 8."));
    CHECK(has(text, "e^4 / (e^0 + e^4 + e^1 + e^0) = 54.598 / 59.316 = 0.920."));
}

TEST_CASE("The toy text says when nothing is divided") {
    ToyOptions options;
    options.divide = false;
    const std::string text = words(toy_text(run_toy(written_input(), options), 3, {100, false}));
    CHECK(has(text, "Not divided"));
    CHECK_FALSE(has(text, "every score divided"));
    CHECK(has(text, "e^8"));
}

TEST_CASE("The toy text explains blank cells where there are some and only there") {
    CHECK(has(words(toy_text(run_toy(written_input(), everything(true)), 3, {100, false})),
              "A closed cell is blank"));
    CHECK_FALSE(has(words(toy_text(run_toy(written_input(), everything(false)), 3, {100, false})),
                    "blank"));
}

TEST_CASE("The two demonstrations say what they show") {
    const std::string text =
        words(toy_text(run_toy(written_input(), everything(false)), 3, {100, false}));
    CHECK(has(text, "no key is equal to it, and a database returns nothing"));
    CHECK(
        has(text, "one key is equal to it, that of `fit`, and its value comes back: (0, 0, 4, 0)"));
    CHECK(has(text, "all 100.0%"));
    CHECK(has(text, "soft lookup has become hard lookup, and `fit` wins alone"));
    CHECK(has(text, "Largest |S - S^T| = 8: `it` to `trophy` 8, `trophy` to `it` 0."));
    CHECK(has(text, "Largest |S - S^T| = 0: `it` to `trophy` 7, `trophy` to `it` 7."));
}

TEST_CASE("No line of the toy text is wider than asked") {
    ToyInput strange = random_input(9, 5, 3);
    strange.tokens = {
        "\xE6\x97\xA5\xE6\x9C\xAC", "e\xCC\x81", "\x1b[2J", "", "a", "a", "\xFF", "\xE2\x80\xAE",
        std::string(300, 'x')};
    for (const ToyInput& input : {written_input(), random_input(40, 30, 1), strange}) {
        for (const bool causal : {false, true}) {
            const ToyResult result = run_toy(input, everything(causal));
            for (const std::size_t width : {20U, 33U, 60U, 100U}) {
                std::istringstream text(toy_text(result, 3, {width, false}));
                for (std::string line; std::getline(text, line);) {
                    INFO("width " << width << ": " << line);
                    // A name between backticks is one word, and a word is never broken.
                    if (line.find(' ') == std::string::npos) continue;
                    CHECK(attnlab::display_width(line) <= width);
                }
            }
        }
    }
}

TEST_CASE("Nothing that harms a terminal reaches the toy text") {
    ToyInput input = random_input(2, 2, 1);
    input.origin = ToyInput::Origin::kFile;
    input.file = "a\x1b]0;b\x07.json";
    input.tokens = {"\x1b[31m", "\r\xE2\x80\xAE"};
    for (const char byte : toy_text(run_toy(input, everything(false)), 3, {100, false})) {
        CHECK((static_cast<unsigned char>(byte) >= 0x20 || byte == '\n'));
    }
}

TEST_CASE("The toy dump holds every matrix to the bit") {
    const ToyResult result = run_toy(random_input(5, 3, 18446744073709551615U), everything(false));
    const json dump = json::parse(toy_json(result));
    CHECK(dump.at("schema") == "attention-lab/1");
    CHECK(dump.at("step") == "toy");
    CHECK(dump.at("options").at("seed") == 18446744073709551615U);
    CHECK(dump.at("options").at("origin") == "random");
    CHECK(dump.at("options").at("file").is_null());
    check_matrix(dump.at("Q"), result.input.Q);
    check_matrix(dump.at("K"), result.input.K);
    check_matrix(dump.at("V"), result.input.V);
    check_matrix(dump.at("dot_products"), result.dot_products);
    check_matrix(dump.at("scores"), result.attention.scores);
    check_matrix(dump.at("weights"), result.attention.weights);
    check_matrix(dump.at("output"), result.attention.output);
    check_matrix(dump.at("tie_qk").at("tied").at("dot_products"), result.tied->tied_scores);
    CHECK(dump.at("tie_qk").at("tied").at("largest_asymmetry") == 0.0);
    CHECK(dump.at("lookup").at("soft").size() == result.lookup->steps.size());
}

TEST_CASE("Scores are null in the dump exactly where the mask hides the key") {
    ToyInput input = random_input(4, 2, 1);
    input.visible = Matrix(4, 4);
    for (std::size_t i = 0; i < 4; ++i) (*input.visible)(i, 3 - i) = 1.0F;
    const json dump = json::parse(toy_json(run_toy(input, {})));
    CHECK(dump.at("options").at("mask") == "given");
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            const bool is_open = j == 3 - i;
            CHECK(dump.at("scores")[i][j].is_null() == !is_open);
            CHECK(dump.at("visible")[i][j] == is_open);
            CHECK(dump.at("weights")[i][j] == (is_open ? 1.0 : 0.0));
        }
    }
}

TEST_CASE("The demonstrations are in the dump only when asked for") {
    const json dump = json::parse(toy_json(run_toy(written_input(), {})));
    CHECK_FALSE(dump.contains("lookup"));
    CHECK_FALSE(dump.contains("tie_qk"));
}
