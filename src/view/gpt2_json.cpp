#include <array>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/transform.hpp"
#include "attention/entropy.hpp"
#include "base/parallel.hpp"
#include "base/spool.hpp"
#include "view/continuation_view.hpp"
#include "view/dump.hpp"
#include "view/gpt2_view.hpp"

namespace attnlab {
namespace {

constexpr std::array<std::string_view, 4> kMapDims = {"layer", "head", "query", "key"};
constexpr std::array<std::string_view, 3> kMeanDims = {"layer", "query", "key"};
constexpr std::array<std::string_view, 4> kTensorDims = {"layer", "head", "token", "d_k"};

/// The entropy of each row of a map.
std::vector<double> entropies_of(MatrixView weights, std::size_t threads) {
    constexpr std::size_t kOperationsAWeight = 16;  // a logarithm
    std::vector<double> entropies(weights.rows);
    const std::size_t operations = weights.rows * weights.columns * kOperationsAWeight;
    parallel_for(weights.rows, worthwhile_threads(operations, threads),
                 [&](std::size_t i) { entropies[i] = entropy_bits(weights.row(i)); });
    return entropies;
}

void write_choice(JsonWriter& json, const std::optional<Choice>& choice) {
    json.key("choice");
    if (!choice) {
        json.null();
        return;
    }
    json.begin_object();
    json.member("query", choice->target.query);
    json.key("keys").list(choice->target.keys);
    json.key("words").begin_array();
    for (const std::string& word : choice->target.words) json.value(std::string_view(word));
    json.end_array();
    json.member("weight", choice->weight);
    json.member("n_heads", choice->n_heads);
    json.end_object();
}

}  // namespace

/// A member that is as large as all maps, which is written while the one before it is.
struct Gpt2Json::LargeMember {
    Spool spool;
    JsonWriter writer;
    UseHead add;

    explicit LargeMember(const JsonWriter& json)
        : writer(json.branch([this](std::string_view piece) { spool.write(piece); })) {}
};

Gpt2Json::Gpt2Json(const Gpt2Result& result, TextSink sink, std::size_t threads)
    : result_(result), threads_(threads), json_(std::move(sink), threads) {
    const MapStream& maps = result.maps;
    const std::size_t n_generated = result.continuation ? result.continuation->tokens.size() : 0;
    begin_dump(json_, "gpt2");
    write_model(json_, maps.model);
    write_input(json_, maps.input);
    json_.member("n_prompt", maps.input.tokens.size() - n_generated);
    json_.key("generated");
    write_continuation(json_, result.continuation);
    write_mask(json_, maps.causal);
    json_.key("focus").optional(result.focus);
    write_choice(json_, result.choice);
    json_.key("layers").list(maps.layers);
    json_.key("heads").list(maps.heads);
    json_.key("dims").list(kMapDims);
    if (result.mean) add_mean();
    if (maps.has_scores) {
        add_later("scores", [causal = maps.causal](JsonWriter& json, const HeadView& head) {
            if (causal) {
                json.lower_triangle(head.scores);
            } else {
                json.matrix(head.scores);
            }
        });
    }
    if (maps.has_tensors) {
        add_later("q", [](JsonWriter& json, const HeadView& head) { json.matrix(head.q); });
        add_later("k", [](JsonWriter& json, const HeadView& head) { json.matrix(head.k); });
        add_later("v", [](JsonWriter& json, const HeadView& head) { json.matrix(head.v); });
    }
    json_.key("attention").begin_array();
    add_attention_ =
        in_layers(json_, [](JsonWriter& json, const HeadView& head) { json.matrix(head.weights); });
}

Gpt2Json::~Gpt2Json() = default;

UseHead Gpt2Json::in_layers(JsonWriter& json, const WriteHead& write_head) const {
    return [&json, &heads = result_.maps.heads, write_head](const HeadView& head) {
        if (head.head == heads.front()) json.begin_array();
        write_head(json, head);
        if (head.head == heads.back()) json.end_array();
    };
}

void Gpt2Json::add_later(std::string_view name, const WriteHead& write_head) {
    LargeMember& member = *later_.emplace_back(std::make_unique<LargeMember>(json_));
    if (name == "q") member.writer.key("tensor_dims").list(kTensorDims);
    member.writer.key(name).begin_array();
    member.add = in_layers(member.writer, write_head);
}

void Gpt2Json::add_mean() {
    LargeMember& member = *later_.emplace_back(std::make_unique<LargeMember>(json_));
    member.writer.key("mean_dims").list(kMeanDims);
    member.writer.key("mean_attention").begin_array();
    member.add = mean_over_heads(
        result_.maps.heads.size(),
        [&json = member.writer](std::size_t, MatrixView mean) { json.matrix(mean); });
}

void Gpt2Json::add(const HeadView& head) {
    add_attention_(head);
    entropies_.push_back(entropies_of(head.weights, threads_));
    for (const auto& member : later_) member->add(head);
}

void Gpt2Json::finish() {
    json_.end_array();
    json_.key("entropy_bits").begin_array();
    auto next = entropies_.begin();
    for (std::size_t l = 0; l < result_.maps.layers.size(); ++l) {
        json_.begin_array();
        for (std::size_t h = 0; h < result_.maps.heads.size(); ++h) json_.list(*next++);
        json_.end_array();
    }
    json_.end_array();
    for (const auto& member : later_) {
        member->writer.end_array();
        member->writer.end_branch();
        member->spool.write_to([&](std::string_view piece) { json_.join(piece); });
    }
    json_.end_object();
    json_.finish();
}

}  // namespace attnlab
