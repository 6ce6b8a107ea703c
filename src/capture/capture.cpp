#include "capture/capture.hpp"

#include <numeric>
#include <optional>
#include <utility>

namespace attnlab {
namespace {

/// Copies what the options ask for out of the running model.
HeadMap keep(const HeadView& head, const CaptureOptions& options) {
    HeadMap map{head.layer, head.head, Matrix(head.weights), {}, {}, {}, {}};
    if (options.scores) map.scores = Matrix(head.scores);
    if (options.tensors) {
        map.q = Matrix(head.q);
        map.k = Matrix(head.k);
        map.v = Matrix(head.v);
    }
    return map;
}

void run(const TextModel& model, const TokenizedText& input, const CaptureOptions& options,
         std::function<void(const HeadView&)> use) {
    ForwardOptions forward;
    forward.causal = options.causal;
    forward.threads = options.threads;
    forward.n_layers = options.selection.layers.empty() ? 0 : options.selection.layers.back() + 1;
    ChosenHeads observer(options.selection, std::move(use));
    model.model().forward(ids_of(input), forward, &observer);
}

}  // namespace

std::vector<std::size_t> all_of(std::size_t n) {
    std::vector<std::size_t> numbers(n);
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    return numbers;
}

AttentionMaps capture(const TextModel& model, const TokenizedText& input,
                      const CaptureOptions& options) {
    const auto& [layers, heads] = options.selection;
    AttentionMaps maps{model.info(), input, options.causal, layers, heads, {}};
    maps.maps.reserve(layers.size() * heads.size());
    run(model, input, options,
        [&](const HeadView& head) { maps.maps.push_back(keep(head, options)); });
    return maps;
}

AttentionMaps capture_best(const TextModel& model, const TokenizedText& input,
                           const CaptureOptions& options, const HeadScore& score) {
    std::optional<HeadMap> best;
    double best_score = 0.0;
    run(model, input, options, [&](const HeadView& head) {
        const double value = score(head.weights);
        if (best && value <= best_score) return;
        best = keep(head, options);
        best_score = value;
    });
    AttentionMaps maps{model.info(), input, options.causal, {}, {}, {}};
    if (best) {
        maps.layers = {best->layer};
        maps.heads = {best->head};
        maps.maps.push_back(std::move(*best));
    }
    return maps;
}

}  // namespace attnlab
