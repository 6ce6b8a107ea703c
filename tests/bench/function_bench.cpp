// The parts of a run beside the forward pass: softmax, tokenizer, loading, JSON.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "bench/bench_model.hpp"
#include "bench/english_text.hpp"
#include "math/rows.hpp"
#include "view/json_writer.hpp"

namespace attnlab::bench {
namespace {

/// Scores like those of a head, [T, T].
Matrix random_scores(std::size_t T) {
    Matrix scores(T, T);
    Random(1).fill_normal(scores.values());
    return scores;
}

/// The map of a head, [T, T]: lower triangle, each row sums to 1.
Matrix random_map(std::size_t T) {
    Matrix map = random_scores(T);
    for (std::size_t i = 0; i < T; ++i) {
        softmax(map.row(i).first(i + 1));
        for (float& masked : map.row(i).subspan(i + 1)) masked = 0.0F;
    }
    return map;
}

/// Rows of T scores, copied from fresh ones each time: a row that was done is no scores any more.
void softmax_rows(benchmark::State& state) {
    const auto T = static_cast<std::size_t>(state.range(0));
    const Matrix scores = random_scores(T);
    Matrix weights(T, T);
    for (auto _ : state) {
        for (std::size_t i = 0; i < T; ++i) {
            std::copy_n(scores.row(i).begin(), T, weights.row(i).begin());
            softmax(weights.row(i));
        }
        benchmark::DoNotOptimize(weights.values().data());
    }
    state.counters["numbers"] = static_cast<double>(T * T);
}

Tokenizer load_tokenizer() {
    return Tokenizer::load(model_folder() / "vocab.json", model_folder() / "merges.txt");
}

void tokenize_english(benchmark::State& state) {
    const Tokenizer tokenizer = load_tokenizer();
    const std::string text = english_text(tokenizer, static_cast<std::size_t>(state.range(0)));
    std::size_t n_tokens = 0;
    for (auto _ : state) n_tokens = tokenizer.encode(text).size();
    state.counters["bytes"] = static_cast<double>(text.size());
    state.counters["tokens"] = static_cast<double>(n_tokens);
}

void tokenize_run(benchmark::State& state) {
    const Tokenizer tokenizer = load_tokenizer();
    const std::string text(static_cast<std::size_t>(state.range(0)), '^');
    for (auto _ : state) benchmark::DoNotOptimize(tokenizer.encode(text).data());
    state.counters["bytes"] = static_cast<double>(text.size());
}

/// Model and vocabulary, from the page cache.
void load(benchmark::State& state) {
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            TextModel::load(model_folder(), "random", "", hardware_threads()).has_vocabulary());
    }
}

/// A map as it goes into a file of many: in pieces, with all threads.
void write_json(benchmark::State& state) {
    const Matrix map = random_map(static_cast<std::size_t>(state.range(0)));
    std::size_t n_bytes = 0;
    for (auto _ : state) {
        n_bytes = 0;
        JsonWriter json([&](std::string_view piece) { n_bytes += piece.size(); },
                        hardware_threads());
        json.matrix(map).finish();
    }
    state.counters["bytes"] = static_cast<double>(n_bytes);
}

constexpr int kMegabyte = 1'000'000;

BENCHMARK(softmax_rows)->Name("softmax")->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(tokenize_english)
    ->Name("tokenizer/english")
    ->Arg(kMegabyte)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(tokenize_run)
    ->Name("tokenizer/run")
    ->Arg(kMegabyte / 4)
    ->Arg(kMegabyte)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(load)->Name("load")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(write_json)->Name("json/matrix")->Arg(1024)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace attnlab::bench
