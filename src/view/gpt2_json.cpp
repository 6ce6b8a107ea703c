#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/transform.hpp"
#include "attention/entropy.hpp"
#include "base/parallel.hpp"
#include "view/continuation_view.hpp"
#include "view/dump.hpp"
#include "view/gpt2_view.hpp"

namespace attnlab {
namespace {

using Dims = std::vector<std::string_view>;

/// The entropy of each row of a map.
std::vector<double> entropies_of(MatrixView weights, std::size_t threads) {
    constexpr std::size_t kOperationsAWeight = 16;  // a logarithm
    std::vector<double> entropies(weights.rows);
    const std::size_t operations = weights.rows * weights.columns * kOperationsAWeight;
    parallel_for(weights.rows, worthwhile_threads(operations, threads),
                 [&](std::size_t i) { entropies[i] = entropy_bits(weights.row(i)); });
    return entropies;
}

/// Writes what was asked for of every head. A member is as large as all maps together, and the next
/// one needs them from the first on, so each takes a showing of its own.
class HeadsWriter {
  public:
    HeadsWriter(JsonWriter& json, const Gpt2Result& result, std::size_t threads,
                const OnProgress& on_progress)
        : json_(json), maps_(result.maps), threads_(threads), on_progress_(on_progress) {
        std::size_t n_showings = 1;
        if (result.mean) n_showings += 1;
        if (maps_.has_scores()) n_showings += 1;
        if (maps_.has_tensors()) n_showings += 3;
        n_to_write_ = n_showings * maps_.layers.size() * maps_.heads.size();
    }

    /// `attention`, [layer][head][query][key], and `entropy_bits`, [layer][head][query]: small, and
    /// of the same maps, so that one showing serves both.
    void attention() {
        std::vector<std::vector<double>> entropies;  // a list a head
        each_head("attention", [&](const HeadMapView& map) {
            json_.matrix(map.weights);
            entropies.push_back(entropies_of(map.weights, threads_));
        });
        json_.key("entropy_bits").begin_array();
        auto next = entropies.begin();
        for (std::size_t l = 0; l < maps_.layers.size(); ++l) {
            json_.begin_array();
            for (std::size_t h = 0; h < maps_.heads.size(); ++h) json_.list(*next++);
            json_.end_array();
        }
        json_.end_array();
    }

    void mean() {
        json_.key("mean_dims").list(Dims{"layer", "query", "key"});
        json_.key("mean_attention").begin_array();
        mean_over_heads(maps_, [&](std::size_t, MatrixView mean) {
            json_.matrix(mean);
            have_written(maps_.heads.size());
        });
        json_.end_array();
    }

    void scores() {
        each_head("scores", [&](const HeadMapView& map) {
            if (maps_.causal) {
                json_.lower_triangle(map.scores);
            } else {
                json_.matrix(map.scores);
            }
        });
    }

    void tensors() {
        json_.key("tensor_dims").list(Dims{"layer", "head", "token", "d_k"});
        each_head("q", [&](const HeadMapView& map) { json_.matrix(map.q); });
        each_head("k", [&](const HeadMapView& map) { json_.matrix(map.k); });
        each_head("v", [&](const HeadMapView& map) { json_.matrix(map.v); });
    }

  private:
    /// A member with something of every head: [[..., ...], [..., ...]], a list a layer.
    void each_head(std::string_view name, const MapStream::Use& write) {
        json_.key(name).begin_array();
        maps_.show([&](const HeadMapView& map) {
            if (map.head == maps_.heads.front()) json_.begin_array();
            write(map);
            if (map.head == maps_.heads.back()) json_.end_array();
            have_written(1);
        });
        json_.end_array();
    }

    void have_written(std::size_t n_heads) {
        n_written_ += n_heads;
        report(on_progress_, static_cast<double>(n_written_) / static_cast<double>(n_to_write_));
    }

    JsonWriter& json_;
    const MapStream& maps_;
    std::size_t threads_;
    const OnProgress& on_progress_;
    std::size_t n_to_write_ = 0;  // heads, each as often as it is shown
    std::size_t n_written_ = 0;
};

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

void gpt2_json(const Gpt2Result& result, const TextSink& sink, std::size_t threads,
               const OnProgress& on_progress) {
    const MapStream& maps = result.maps;
    const std::size_t n_generated = result.continuation ? result.continuation->tokens.size() : 0;
    JsonWriter json(sink, threads);
    begin_dump(json, "gpt2");
    write_model(json, maps.model);
    write_input(json, maps.input);
    json.member("n_prompt", maps.input.tokens.size() - n_generated);
    json.key("generated");
    write_continuation(json, result.continuation);
    write_mask(json, maps.causal);
    json.key("focus").optional(result.focus);
    write_choice(json, result.choice);
    json.key("layers").list(maps.layers);
    json.key("heads").list(maps.heads);
    json.key("dims").list(Dims{"layer", "head", "query", "key"});
    HeadsWriter heads(json, result, threads, on_progress);
    heads.attention();
    if (result.mean) heads.mean();
    if (maps.has_scores()) heads.scores();
    if (maps.has_tensors()) heads.tensors();
    json.end_object();
    json.finish();
}

}  // namespace attnlab
