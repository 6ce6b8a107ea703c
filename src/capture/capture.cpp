#include "capture/capture.hpp"

#include <numeric>
#include <optional>
#include <utility>

namespace attnlab {
namespace {

AttentionRun run_of(const TextModel& model, const TokenizedText& input,
                    const CaptureOptions& options) {
    return {model.info(), input, options.causal, options.selection.layers, options.selection.heads};
}

/// What the options ask for of a head of the running model.
HeadView asked_of(const HeadView& head, const CaptureOptions& options) {
    HeadView map{head.layer, head.head, head.weights};
    if (options.scores) map.scores = head.scores;
    if (options.tensors) {
        map.q = head.q;
        map.k = head.k;
        map.v = head.v;
    }
    return map;
}

/// Runs the model up to the layer of the last chosen head.
void run(const TextModel& model, const TokenizedText& input, const CaptureOptions& options,
         const UseHead& use) {
    const std::vector<HeadId> chosen = options.selection.ids();
    ForwardOptions forward;
    forward.causal = options.causal;
    forward.scores = options.scores;
    forward.threads = options.threads;
    forward.n_layers = chosen.empty() ? 0 : chosen.back().layer + 1;
    forward.only_heads = true;
    std::size_t n_used = 0;
    ChosenHeads observer(chosen, [&](const HeadView& head, std::size_t) {
        use(asked_of(head, options));
        report(options.on_progress,
               static_cast<double>(++n_used) / static_cast<double>(chosen.size()));
    });
    model.model().forward(ids_of(input), forward, &observer);
}

}  // namespace

std::vector<std::size_t> all_of(std::size_t n) {
    std::vector<std::size_t> numbers(n);
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    return numbers;
}

MapStream capture(std::shared_ptr<const TextModel> model, const TokenizedText& input,
                  const CaptureOptions& options) {
    model->model().require_ids(ids_of(input));
    AttentionRun about = run_of(*model, input, options);
    return {std::move(about), options.scores, options.tensors,
            [model = std::move(model), input, options](const UseHead& use) {
                run(*model, input, options, use);
            }};
}

AttentionMaps capture_best(const TextModel& model, const TokenizedText& input,
                           const CaptureOptions& options, const HeadScore& score) {
    std::optional<HeadMap> best;
    double best_score = 0.0;
    run(model, input, options, [&](const HeadView& map) {
        const double value = score(map.weights);
        if (best && value <= best_score) return;
        best.reset();  // two copies are one too many
        best = copy_of(map);
        best_score = value;
    });
    AttentionMaps maps{run_of(model, input, options), {}};
    if (best) {
        maps.layers = {best->layer};
        maps.heads = {best->head};
        maps.maps.push_back(std::move(*best));
    }
    return maps;
}

}  // namespace attnlab
