// Both views of a result made by hand: the counts are counted, the times are invented.

#include "view/cost_view.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "base/unicode.hpp"
#include "support/catch.hpp"
#include "support/sample_maps.hpp"

using namespace attnlab;
using attnlab::testing::lines_of;
using nlohmann::json;

namespace {

/// Lengths from 64 to `max_n`; each takes four times as long as the one before, the first 0.25 ms.
CostResult result_of(std::size_t max_n, const LayerSizes& sizes) {
    CostResult result;
    result.sizes = sizes;
    double ms = 0.25;
    for (const std::size_t n : doubling_lengths(max_n)) {
        HeadRow row;
        row.cost = head_cost(n, result.d_k);
        row.time = {ms, 1000 / n + 3};
        if (!result.head.empty()) row.ratio = 4.0;
        result.head.push_back(row);
        result.layer.push_back({layer_cost(n, sizes)});
        ms *= 4.0;
    }
    return result;
}

const LayerSizes kGpt2Small = {"GPT-2 small", 768, 3072, 1024};

/// A model of 128 positions ran: what is longer was not measured.
CostResult measured_result() {
    CostResult result = result_of(256, {"small one", 64, 100, 128});
    result.is_measured = true;
    result.layer[0].measured = LayerTiming{0.5, 1.5, 12};
    result.layer[1].measured = LayerTiming{2.0, 3.0, 7};
    return result;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::string blocks(std::size_t n) {
    std::string text;
    for (std::size_t i = 0; i < n; ++i) text += "\xE2\x96\x88";
    return text;
}

}  // namespace

TEST_CASE("The cost text has a line for each length with its counts") {
    const std::string text = cost_text(result_of(4096, kGpt2Small), {100, false});
    CHECK(has(text, "a dot product of d_k = 64 numbers"));
    CHECK(has(text, "\n    64       4,096        2,080        262,144        262,144   16 KiB\n"));
    CHECK(has(text, "\n  1024   1,048,576      524,800     67,108,864     67,108,864    4 MiB\n"));
    CHECK(has(text, "\n  4096  16,777,216    8,390,656  1,073,741,824  1,073,741,824   64 MiB\n"));
    CHECK(has(text, "n = 1024 makes 1,048,576 of them"));
}

TEST_CASE("Times stand beside the predicted ratio and bars grow with them") {
    const std::string text = cost_text(result_of(256, kGpt2Small), {100, false});
    CHECK(has(text, "\n    n     ms  runs  ratio  predicted\n"));
    CHECK(has(text, "\n   64  0.250    18      -          -  " + blocks(2) + "\xE2\x96\x8C\n"));
    CHECK(has(text, "\n  128  1.000    10   4.00          4  " + blocks(10) + "\n"));
    CHECK(has(text, "\n  256  4.000     6   4.00          4  " + blocks(40) + "\n"));
}

TEST_CASE("The share of a layer is counted and says when attention overtakes") {
    const std::string text = cost_text(result_of(1024, kGpt2Small), {100, false});
    CHECK(has(text, "3. Attention in a whole layer of GPT-2 small, counted\n"));
    CHECK(has(text, "\n  1024  7,247,757,312  1,610,612,736  18.2%  " + blocks(7)));
    CHECK(has(text, "n = 2 C + F = 6 C = 4,608, more than the 1,024 tokens"));
    CHECK(has(text, "With --model NAME"));
    CHECK_FALSE(has(text, "4. The same, measured"));
}

TEST_CASE("A measured layer has its times and a dash where the model takes no such text") {
    const std::string text = cost_text(measured_result(), {100, false});
    CHECK(has(text, "4. The same, measured\n"));
    CHECK(has(text, "\n   64         0.500    1.500  25.0%    21.9%  " + blocks(10) + "\n"));
    CHECK(has(text, "\n  128         2.000    3.000  40.0%    36.0%  " + blocks(16) + "\n"));
    CHECK(has(text, "\n  256             -        -      -    52.9%\n"));
    CHECK(has(text, "-: not run, small one takes 128 tokens at most."));
    CHECK(has(text, "n = 2 C + F = 228, more than the 128 tokens"));
    CHECK_FALSE(has(text, "6 C"));
    CHECK_FALSE(has(text, "With --model NAME"));
}

TEST_CASE("What the model takes whole is not excused") {
    CostResult result = measured_result();
    result.head.pop_back();
    result.layer.pop_back();
    CHECK_FALSE(has(cost_text(result, {100, false}), "not run"));
    result.sizes.n_positions = 1000;
    CHECK_FALSE(has(cost_text(result, {100, false}), "more than the"));
}

TEST_CASE("No line of the cost text is wider than asked") {
    for (const CostResult& result : {result_of(16384, kGpt2Small), measured_result()}) {
        for (std::size_t width = 20; width <= 120; width += 5) {
            for (const std::string& line : lines_of(cost_text(result, {width, false}))) {
                INFO("width " << width << ": " << line);
                CHECK(display_width(line) <= width);
            }
        }
    }
}

TEST_CASE("A model's name is shown so that it can do a terminal no harm") {
    CostResult result = measured_result();
    result.sizes.model = "a\x1b[31mb";
    CHECK_FALSE(has(cost_text(result, {100, false}), "\x1b"));
    CHECK(json::parse(cost_json(result)).at("layer").at("model") == "a\x1b[31mb");
}

TEST_CASE("The cost dump has the numbers of the result") {
    const CostResult result = measured_result();
    const json dump = json::parse(cost_json(result));
    CHECK(dump.at("schema") == "attention-lab/1");
    CHECK(dump.at("step") == "cost");
    const json& head = dump.at("head");
    CHECK(head.at("d_k") == 64);
    CHECK(head.at("mask") == "none");
    CHECK(head.at("threads") == 1);
    CHECK(head.at("predicted_ratio") == 4);
    REQUIRE(head.at("rows").size() == 3);
    const json& row = head.at("rows").at(1);
    CHECK(row.at("n") == 128);
    CHECK(row.at("entries") == 16384);
    CHECK(row.at("dot_products") == 16384);
    CHECK(row.at("causal_entries") == 8256);
    CHECK(row.at("scores_multiplications") == 1048576);
    CHECK(row.at("output_multiplications") == 1048576);
    CHECK(row.at("map_bytes") == 65536);
    CHECK(row.at("cpu_ms") == 1.0);
    CHECK(row.at("runs") == 10);
    CHECK(row.at("ratio") == 4.0);
    CHECK(head.at("rows").at(0).at("ratio").is_null());

    const json& layer = dump.at("layer");
    CHECK(layer.at("model") == "small one");
    CHECK(layer.at("n_embd") == 64);
    CHECK(layer.at("n_inner") == 100);
    CHECK(layer.at("n_positions") == 128);
    CHECK(layer.at("equal_at_n") == 228);
    CHECK(layer.at("is_measured") == true);
    const json& first = layer.at("rows").at(0);
    CHECK(first.at("linear_multiplications") == 64 * 29184);
    CHECK(first.at("attention_multiplications") == 524288);
    CHECK(first.at("attention_share") == result.layer[0].cost.attention_share());
    CHECK(first.at("measured").at("attention_cpu_ms") == 0.5);
    CHECK(first.at("measured").at("rest_cpu_ms") == 1.5);
    CHECK(first.at("measured").at("attention_share") == 0.25);
    CHECK(first.at("measured").at("runs") == 12);
    CHECK(layer.at("rows").at(2).at("measured").is_null());
}

TEST_CASE("A layer that no model ran is null in every row of the dump") {
    const json dump = json::parse(cost_json(result_of(128, kGpt2Small)));
    CHECK(dump.at("layer").at("is_measured") == false);
    for (const json& row : dump.at("layer").at("rows")) CHECK(row.at("measured").is_null());
}
