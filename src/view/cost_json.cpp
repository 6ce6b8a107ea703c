// The dump of the cost: one head and one layer, a row for each length, counted beside measured.

#include <string_view>
#include <vector>

#include "view/cost_view.hpp"
#include "view/dump.hpp"

namespace attnlab {
namespace {

void write_head(JsonWriter& json, const CostResult& result) {
    json.key("head").begin_object();
    json.member("d_k", result.d_k);
    json.member("mask", "none");
    json.member("threads", std::size_t{1});
    json.member("predicted_ratio", kPredictedRatio);
    json.key("rows").begin_array();
    for (const HeadRow& row : result.head) {
        json.begin_object();
        json.member("n", row.cost.n);
        json.member("entries", row.cost.entries);
        json.member("causal_entries", row.cost.causal_entries);
        json.member("dot_products", row.cost.entries);
        json.member("scores_multiplications", row.cost.scores_multiplications);
        json.member("output_multiplications", row.cost.output_multiplications);
        json.member("map_bytes", row.cost.map_bytes);
        json.member("cpu_ms", row.time.cpu_ms);
        json.member("runs", row.time.runs);
        json.key("ratio").optional(row.ratio);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

void write_timing(JsonWriter& json, const LayerTiming& timing) {
    json.begin_object();
    json.member("attention_cpu_ms", timing.attention_cpu_ms);
    json.member("rest_cpu_ms", timing.rest_cpu_ms);
    json.member("attention_share", timing.attention_share());
    json.member("runs", timing.runs);
    json.end_object();
}

void write_layer(JsonWriter& json, const CostResult& result) {
    json.key("layer").begin_object();
    json.member("model", std::string_view(result.sizes.model));
    json.member("n_embd", result.sizes.n_embd);
    json.member("n_inner", result.sizes.n_inner);
    json.member("n_positions", result.sizes.n_positions);
    json.member("equal_at_n", length_of_equal_cost(result.sizes));
    json.member("mask", "causal");
    json.member("threads", std::size_t{1});
    json.member("is_measured", result.is_measured);
    json.key("rows").begin_array();
    for (const LayerRow& row : result.layer) {
        json.begin_object();
        json.member("n", row.cost.n);
        json.member("linear_multiplications", row.cost.linear);
        json.member("attention_multiplications", row.cost.attention);
        json.member("attention_share", row.cost.attention_share());
        json.key("measured");
        if (row.measured) {
            write_timing(json, *row.measured);
        } else {
            json.null();
        }
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

}  // namespace

std::string cost_json(const CostResult& result) {
    JsonWriter json;
    begin_dump(json, "cost");
    json.key("dims").begin_object();
    json.key("rows").list(std::vector<std::string_view>{"n"});
    json.end_object();
    write_head(json, result);
    write_layer(json, result);
    json.end_object();
    return json.take();
}

}  // namespace attnlab
