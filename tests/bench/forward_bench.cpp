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
    void on_head(const HeadView& head) override {
        benchmark::DoNotOptimize(head.weights.row(head.weights.rows - 1).data());
        ++n_maps;
    }

    std::size_t n_maps = 0;
};

/// Runs the first layers on the first ids, and says what that needs at least.
void run_layers(benchmark::State& state, std::size_t n_layers, const Work& work) {
    const Gpt2& model = shared_model().model();
    const std::vector<TokenId> input = ids(static_cast<std::size_t>(state.range(0)));
    ForwardOptions options;
    options.threads = hardware_threads();
    options.n_layers = n_layers;
    // Pages and threads are paid for once in a process, by a short text: whole-process runs show
    // it.
    model.forward(std::span(input).first(14), options);
    Spectator spectator;
    for (auto _ : state) {
        benchmark::DoNotOptimize(model.forward(input, options, &spectator).values().data());
    }
    const auto n_runs = static_cast<std::size_t>(state.iterations());
    if (spectator.n_maps != n_runs * n_layers * model.config().n_head) {
        state.SkipWithError("not every map was shown");
    }
    state.counters["bytes"] = work.bytes;
    state.counters["operations"] = work.operations;
}

void all_maps(benchmark::State& state) {
    const Config& config = shared_model().model().config();
    run_layers(state, config.n_layer,
               work_of_all_layers(config, static_cast<std::size_t>(state.range(0))));
}

/// As far as `attnlab gpt2 --layer 5` needs it: a map in the middle.
void one_map(benchmark::State& state) {
    constexpr std::size_t kLayer = 5;
    const Config& config = shared_model().model().config();
    run_layers(state, kLayer + 1,
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
