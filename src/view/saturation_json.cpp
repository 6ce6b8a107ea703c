// The saturation step's dump: the options that made it, a row for each d_k, the example, the ratio.

#include <string_view>
#include <vector>

#include "view/dump.hpp"
#include "view/saturation_view.hpp"

namespace attnlab {
namespace {

using Names = std::vector<std::string_view>;

void write_mean(JsonWriter& json, std::string_view name, const Mean& mean) {
    json.key(name).begin_object();
    json.member("mean", mean.value);
    json.key("standard_error").optional(mean.standard_error);
    json.end_object();
}

void write_sharpness(JsonWriter& json, std::string_view name, const Sharpness& sharpness) {
    json.key(name).begin_object();
    write_mean(json, "entropy_bits", sharpness.entropy_bits);
    json.key("entropy_share").optional(sharpness.entropy_share);
    write_mean(json, "largest_weight", sharpness.largest_weight);
    write_mean(json, "jacobian_norm", sharpness.jacobian_norm);
    write_mean(json, "share_without_gradient", sharpness.share_without_gradient);
    json.end_object();
}

void write_rows(JsonWriter& json, const std::vector<SaturationRow>& rows) {
    json.key("rows").begin_array();
    for (const SaturationRow& row : rows) {
        json.begin_object();
        json.member("d_k", row.d_k);
        write_mean(json, "variance", row.variance);
        json.member("predicted_variance", row.d_k);
        write_sharpness(json, "undivided", row.undivided);
        write_sharpness(json, "divided", row.divided);
        json.end_object();
    }
    json.end_array();
}

void write_way(JsonWriter& json, std::string_view name, const std::vector<float>& scores,
               const std::vector<float>& weights, double entropy_bits) {
    json.key(name).begin_object();
    json.key("scores").list(scores);
    json.key("weights").list(weights);
    json.member("entropy_bits", entropy_bits);
    json.end_object();
}

void write_example(JsonWriter& json, const SaturationExample& example) {
    json.key("example").begin_object();
    json.member("d_k", example.d_k);
    json.member("trial", std::size_t{0});
    json.member("query", example.query);
    json.key("keys").list(example.keys);
    write_way(json, "undivided", example.scores, example.undivided_weights,
              example.undivided_entropy_bits);
    write_way(json, "divided", example.divided_scores, example.divided_weights,
              example.divided_entropy_bits);
    json.end_object();
}

}  // namespace

std::string saturation_json(const SaturationResult& result) {
    JsonWriter json;
    begin_dump(json, "saturation");
    json.key("options").begin_object();
    json.key("d_k").list(result.options.d_ks);
    json.member("n", result.options.n);
    json.member("trials", result.options.trials);
    json.member("seed", static_cast<std::size_t>(result.options.seed));
    json.end_object();
    json.key("dims").begin_object();
    json.key("rows").list(Names{"d_k"});
    json.key("scores").list(Names{"key"});
    json.key("weights").list(Names{"key"});
    json.end_object();
    json.member("uniform_entropy_bits", result.uniform_entropy_bits);
    json.key("theory_entropy_bits").optional(result.theory_entropy_bits);
    json.member("no_gradient_below", kNoGradient);
    write_rows(json, result.rows);
    write_example(json, result.example);
    json.key("ratio").begin_object();
    json.member("score", result.ratio.score);
    json.member("divisor", result.ratio.divisor);
    json.member("undivided", result.ratio.undivided);
    json.member("divided", result.ratio.divided);
    json.end_object();
    json.end_object();
    return json.take();
}

}  // namespace attnlab
