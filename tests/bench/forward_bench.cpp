// The forward pass, with every map shown to an observer, and as far as one map needs it.
// The counters say what each run needs at least (work.hpp).

#include <benchmark/benchmark.h>

#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "bench/bench_model.hpp"
#include "bench/work.hpp"

namespace attnlab::bench {
namespace {

/// Sees every map and keeps none.
class Spectator : public Observer {
  public:
    void on_head(const HeadView& head, std::size_t /*text*/) override {
        benchmark::DoNotOptimize(head.weights.row(head.weights.rows - 1).data());
        ++n_maps;
    }

    std::size_t n_maps = 0;
};

/// Runs layers on the first ids, and says what that needs at least.
void run_layers(benchmark::State& state, ForwardOptions options, const Work& work) {
    const Gpt2& model = shared_model().model();
    const std::vector<TokenId> input = ids(static_cast<std::size_t>(state.range(0)));
    options.threads = hardware_threads();
    options.scores = false;  // as PyTorch, which shows the weights
    // A short text pays for what comes once in a process, pages and threads: whole runs show it.
    model.forward(std::span(input).first(14), options);
    Spectator spectator;
    for (auto _ : state) {
        const Matrix hidden = model.forward(input, options, &spectator);
        benchmark::DoNotOptimize(hidden.values().data());
    }
    const auto n_runs = static_cast<std::size_t>(state.iterations());
    if (spectator.n_maps != n_runs * options.n_layers * model.config().n_head) {
        state.SkipWithError("not every map was shown");
    }
    state.counters["bytes"] = work.bytes;
    state.counters["operations"] = work.operations;
}

void all_maps(benchmark::State& state) {
    const Config& config = shared_model().model().config();
    ForwardOptions options;
    options.n_layers = config.n_layer;
    run_layers(state, options,
               work_of_all_layers(config, static_cast<std::size_t>(state.range(0))));
}

/// As far as `attnlab gpt2 --layer 5` needs it: a map in the middle.
void one_map(benchmark::State& state) {
    constexpr std::size_t kLayer = 5;
    const Config& config = shared_model().model().config();
    ForwardOptions options;
    options.n_layers = kLayer + 1;
    options.only_heads = true;
    run_layers(state, options,
               work_up_to_maps_of(config, kLayer, static_cast<std::size_t>(state.range(0))));
}

BENCHMARK(all_maps)
    ->Name("forward/all_maps")
    ->Arg(14)
    ->Arg(128)
    ->Arg(1024)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(one_map)->Name("forward/one_map")->Arg(14)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace attnlab::bench
