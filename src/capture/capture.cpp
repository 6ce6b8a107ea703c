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
HeadMapView asked_of(const HeadView& head, const CaptureOptions& options) {
    HeadMapView map{head.layer, head.head, head.weights};
    if (options.scores) map.scores = head.scores;
    if (options.tensors) {
        map.q = head.q;
        map.k = head.k;
        map.v = head.v;
    }
    return map;
}

/// Runs the model up to the layer of the last of these heads, which ascend.
void run(const TextModel& model, const TokenizedText& input, const CaptureOptions& options,
         const std::vector<HeadId>& wanted, const MapStream::Use& use) {
    ForwardOptions forward;
    forward.causal = options.causal;
    forward.scores = options.scores;
    forward.threads = options.threads;
    forward.n_layers = wanted.empty() ? 0 : wanted.back().layer + 1;
    forward.only_heads = true;
    std::size_t n_shown = 0;
    ChosenHeads observer(wanted, [&](const HeadView& head) {
        use(asked_of(head, options));
        report(options.on_progress,
               static_cast<double>(++n_shown) / static_cast<double>(wanted.size()));
    });
    model.model().forward(ids_of(input), forward, &observer);
}

/// How many bytes the chosen maps take. As a double: a text may be far too long for any model.
double bytes_of(const TextModel& model, const TokenizedText& input, const CaptureOptions& options) {
    const auto T = static_cast<double>(input.tokens.size());
    double numbers = T * T;
    if (options.scores) numbers += T * T;
    if (options.tensors) numbers += 3.0 * T * static_cast<double>(model.info().d_k());
    const auto& [layers, heads] = options.selection;
    return numbers * static_cast<double>(layers.size() * heads.size() * sizeof(float));
}

}  // namespace

std::vector<std::size_t> all_of(std::size_t n) {
    std::vector<std::size_t> numbers(n);
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    return numbers;
}

MapStream capture(std::shared_ptr<const TextModel> model, const TokenizedText& input,
                  const CaptureOptions& options, std::size_t most_kept) {
    AttentionRun about = run_of(*model, input, options);
    if (bytes_of(*model, input, options) <= static_cast<double>(most_kept)) {
        AttentionMaps maps{std::move(about), {}};
        run(*model, input, options, options.selection.ids(),
            [&](const HeadMapView& map) { maps.maps.push_back(copy_of(map)); });
        return maps;
    }
    run(*model, input, options, {}, {});  // no layer, but the ids are looked at
    CaptureOptions silent = options;
    silent.on_progress = {};
    return {std::move(about), options.scores, options.tensors,
            [model = std::move(model), input, silent](const std::vector<HeadId>& wanted,
                                                      const MapStream::Use& use) {
                run(*model, input, silent, wanted, use);
            }};
}

AttentionMaps capture_best(const TextModel& model, const TokenizedText& input,
                           const CaptureOptions& options, const HeadScore& score) {
    std::optional<HeadMap> best;
    double best_score = 0.0;
    run(model, input, options, options.selection.ids(), [&](const HeadMapView& map) {
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
