#include "view/compare_view.hpp"
#include "view/dump.hpp"
#include "view/json_writer.hpp"

namespace attnlab {
namespace {

void write_focus(JsonWriter& json, const CompareResult& result) {
    if (!result.focus) {
        json.null();
        return;
    }
    const FocusRows& focus = *result.focus;
    json.begin_object();
    json.member("text", std::string_view(focus.text));
    json.key("indices").list(focus.indices);
    json.member("layer", focus.layer);
    json.member("head", focus.head);
    json.key("rows").begin_array();
    for (const std::vector<float>& row : focus.rows) json.list(row);
    json.end_array();
    json.end_object();
}

void write_heads(JsonWriter& json, const std::vector<HeadDifference>& heads) {
    json.begin_array();
    for (const HeadDifference& head : heads) {
        json.begin_object();
        json.member("layer", head.layer);
        json.member("head", head.head);
        json.member("js_divergence_bits", head.js_divergence_bits);
        json.member("max_difference", head.max_difference);
        json.end_object();
    }
    json.end_array();
}

void write_next(JsonWriter& json, const CompareResult& result) {
    if (!result.next) {
        json.null();
        return;
    }
    const AnswerPair& next = *result.next;
    json.begin_object();
    json.member("cue", std::string_view(next.cues[0]));
    json.key("candidates").list(next.candidates);
    json.key("continuations").list(next.continuations[0]);
    const std::vector<std::string_view> dims = {"variant", "candidate"};
    json.key("dims").list(dims);
    json.key("probabilities").begin_array();
    for (const Answer& answer : next.answers) json.list(answer.probabilities);
    json.end_array();
    json.key("heads");
    write_heads(json, next.heads);
    json.key("last_rows").begin_array();
    for (const Answer& answer : next.answers) {
        json.begin_object();
        write_input(json, answer.input);
        json.key("rows").begin_array();
        for (const LastRow& row : answer.rows) {
            json.begin_object();
            json.member("layer", row.layer);
            json.member("head", row.head);
            json.key("weights").list(row.weights);
            json.end_object();
        }
        json.end_array();
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

}  // namespace

std::string compare_json(const CompareResult& result) {
    const Comparison& comparison = result.comparison;
    JsonWriter json;
    begin_dump(json, "compare");
    write_model(json, result.variants[0].model);
    write_mask(json, result.variants[0].causal);
    json.key("variants").begin_array();
    for (const AttentionRun& variant : result.variants) {
        json.begin_object();
        write_input(json, variant.input);
        json.end_object();
    }
    json.end_array();
    json.key("alignment").begin_array();
    for (const auto& [a, b] : comparison.alignment.pairs) json.list(std::array{a, b});
    json.end_array();
    json.key("replaced").begin_array();
    for (const auto& [a, b] : comparison.alignment.replaced) json.list(std::array{a, b});
    json.end_array();
    json.key("first_difference").optional(comparison.alignment.first_difference);
    json.member("common_rows", comparison.common_rows);
    json.member("identical_rows", comparison.identical_rows);
    json.member("max_difference_in_identical_rows", comparison.max_difference_in_identical_rows);
    json.member("bit_identical", comparison.bit_identical);
    json.key("focus");
    write_focus(json, result);
    json.member("rows_compared", comparison.n_rows_compared);
    json.key("heads");
    write_heads(json, comparison.heads);
    json.key("next");
    write_next(json, result);
    json.end_object();
    return json.take();
}

}  // namespace attnlab
