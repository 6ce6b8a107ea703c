// The benchmarks of functions as one program, with Google Benchmark's own options.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "bench/bench_model.hpp"
#include "bench/limit_bench.hpp"

int main(int n_arguments, char** arguments) {
    benchmark::Initialize(&n_arguments, arguments);
    if (benchmark::ReportUnrecognizedArguments(n_arguments, arguments)) return 2;
    try {
        attnlab::bench::shared_model();
        benchmark::AddCustomContext("onednn", attnlab::bench::onednn_version());
        benchmark::RunSpecifiedBenchmarks();
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "error: {}\n", error.what());
        return 1;
    }
}
