// The limits: how fast this machine reads the weights that a run needs, and how fast it multiplies.
// The only file that knows oneDNN.

#include "bench/limit_bench.hpp"

#include <benchmark/benchmark.h>
#include <dnnl.h>
#include <fmt/format.h>

#include <stdexcept>
#include <vector>

#include "base/parallel.hpp"
#include "bench/bench_model.hpp"
#include "bench/read_once.hpp"

namespace attnlab::bench {
namespace {

/// Sums up the weights of all layers as they lie in the mapped file, with all threads.
void read_weights(benchmark::State& state) {
    const SafetensorsFile file(weights_file());
    const std::vector<std::span<const float>> pieces = layer_weights(file);
    double bytes = 0.0;
    for (const std::span<const float> piece : pieces) {
        bytes += static_cast<double>(piece.size_bytes());
    }
    benchmark::DoNotOptimize(read_once(pieces, hardware_threads()));  // all pages are mapped now
    for (auto _ : state) benchmark::DoNotOptimize(read_once(pieces, hardware_threads()));
    state.counters["bytes"] = bytes;
}

/// A product of square matrices by oneDNN, which uses all threads of OpenMP.
void sgemm(benchmark::State& state) {
    const dnnl_dim_t n = state.range(0);
    const auto size = static_cast<std::size_t>(n * n);
    const std::vector<float> a(size, 0.5F);
    const std::vector<float> b(size, 0.25F);
    std::vector<float> c(size);
    const auto multiply = [&] {
        const dnnl_status_t status =
            dnnl_sgemm('N', 'N', n, n, n, 1.0F, a.data(), n, b.data(), n, 0.0F, c.data(), n);
        if (status != dnnl_success) throw std::runtime_error("dnnl_sgemm failed");
        benchmark::DoNotOptimize(c.data());
    };
    multiply();  // the first call makes its code
    for (auto _ : state) multiply();
    state.counters["operations"] = 2.0 * static_cast<double>(n * n * n);
}

BENCHMARK(read_weights)->Name("limit/read")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(sgemm)->Name("limit/sgemm")->Arg(2048)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

std::string onednn_version() {
    const dnnl_version_t* version = dnnl_version();
    return fmt::format("{}.{}.{}", version->major, version->minor, version->patch);
}

}  // namespace attnlab::bench
