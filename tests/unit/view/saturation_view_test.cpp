#include "view/saturation_view.hpp"

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "base/unicode.hpp"
#include "support/catch.hpp"

using attnlab::run_saturation;
using attnlab::saturation_bars;
using attnlab::saturation_json;
using attnlab::saturation_text;
using attnlab::SaturationExample;
using attnlab::SaturationOptions;
using attnlab::SaturationResult;
using nlohmann::json;

namespace {

SaturationResult small_run(std::size_t n, std::size_t trials) {
    SaturationOptions options;
    options.d_ks = {4, 64};
    options.n = n;
    options.trials = trials;
    return run_saturation(options);
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("The saturation text names sizes and errors and the arithmetic") {
    const std::string text = saturation_text(small_run(32, 3), {200, false});
    CHECK(has(text, "A trial is 32 queries and 32 keys"));
    CHECK(has(text, "a mean over 3 trials, \xC2\xB1 its standard error"));
    CHECK(has(text, "5.00 bits (log2 32)"));
    CHECK(has(text, "e^8 = 2981 to 1"));
    CHECK(has(text, "e^1 = 2.72 to 1"));
    CHECK(has(text, "log2 n - 0.72 bits (ln n - 1/2 nats), here 4.28;"));
}

TEST_CASE("Where theory or standard error has nothing to say the text is silent") {
    const std::string text = saturation_text(small_run(1, 1), {200, false});
    CHECK_FALSE(has(text, "\xC2\xB1"));
    CHECK_FALSE(has(text, "Theory, for many keys"));
    CHECK_FALSE(has(text, "nan"));
}

TEST_CASE("No line of the saturation text is wider than asked") {
    for (const std::size_t n : {1U, 5U, 64U}) {
        const SaturationResult result = small_run(n, 2);
        for (std::size_t width = 20; width <= 120; width += 5) {
            std::istringstream text(saturation_text(result, {width, false}));
            for (std::string line; std::getline(text, line);) {
                INFO("width " << width << ": " << line);
                CHECK(attnlab::display_width(line) <= width);
            }
        }
    }
}

TEST_CASE("Bars are as long as the weights are large and the rest is summed up") {
    SaturationExample example;
    for (std::size_t i = 0; i < 10; ++i) {
        example.keys.push_back(i);
        example.scores.push_back(10.0F - static_cast<float>(i));
        example.divided_scores.push_back(1.0F);
        example.undivided_weights.push_back(i == 0 ? 1.0F : 0.0F);
        example.divided_weights.push_back(0.1F);
    }
    // Score and weight take 12 of the 38 columns, which leaves 26 for a bar.
    const std::string text = saturation_bars(example, {38, false});
    std::string blocks;
    for (int i = 0; i < 26; ++i) blocks += "\xE2\x96\x88";
    CHECK(has(text, " 10.0 1.000 " + blocks + "\n"));
    CHECK(has(text, "  1.0 0.100 \xE2\x96\x88\xE2\x96\x88\xE2\x96\x8B\n"));  // 2.6 columns
    CHECK(has(text, " rest 0.000\n"));
    CHECK(has(text, " rest 0.200 "));
}

TEST_CASE("The saturation dump has the numbers of the result") {
    const SaturationResult result = small_run(16, 3);
    const json dump = json::parse(saturation_json(result));
    CHECK(dump.at("schema") == "attention-lab/1");
    CHECK(dump.at("step") == "saturation");
    CHECK(dump.at("options").at("d_k") == json::array({4, 64}));
    const json& row = dump.at("rows").at(1);
    CHECK(row.at("d_k") == 64);
    CHECK(row.at("predicted_variance") == 64);
    CHECK(row.at("variance").at("mean") == result.rows[1].variance.value);
    CHECK(row.at("variance").at("standard_error") == *result.rows[1].variance.standard_error);
    CHECK(row.at("undivided").at("entropy_bits").at("mean") ==
          result.rows[1].undivided.entropy_bits.value);
    CHECK(row.at("divided").at("jacobian_norm").at("mean") ==
          result.rows[1].divided.jacobian_norm.value);
    CHECK(dump.at("example").at("undivided").at("weights").size() == 16);
    CHECK(dump.at("ratio").at("divided") == result.ratio.divided);
}

TEST_CASE("What a single trial or a single key does not tell is null in the dump") {
    const json dump = json::parse(saturation_json(small_run(1, 1)));
    CHECK(dump.at("theory_entropy_bits").is_null());
    CHECK(dump.at("rows").at(0).at("variance").at("standard_error").is_null());
    CHECK(dump.at("rows").at(0).at("divided").at("entropy_share").is_null());
}
