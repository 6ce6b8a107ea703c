"""Runs attnlab_bench, the benchmarks of functions within a process, and collects every sample."""

import json
import tempfile

from processes import BenchError, output_of

UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
COUNTERS = ("bytes", "operations", "numbers", "tokens")


def add_samples(program, pattern, repetitions, samples):
    """Runs the benchmarks whose names fit, in random order, and adds to `samples`.

    samples: name -> {"seconds": [...], and the counters that the benchmark has}.
    Returns the context that Google Benchmark reports: processors, caches, versions.
    """
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        output_of([program, f"--benchmark_filter={pattern}",
                   f"--benchmark_repetitions={repetitions}",
                   "--benchmark_enable_random_interleaving=true", "--benchmark_min_time=0.1",
                   f"--benchmark_out={file.name}", "--benchmark_out_format=json"])
        report = json.load(file)
    for run in report["benchmarks"]:
        if run.get("error_occurred"):
            raise BenchError(f"{run['name']}: {run['error_message']}")
        if run["run_type"] != "iteration":
            continue
        name = run["name"].removesuffix("/real_time")
        sample = samples.setdefault(name, {"seconds": []})
        sample["seconds"].append(run["real_time"] * UNITS[run["time_unit"]])
        sample.update({counter: run[counter] for counter in COUNTERS if counter in run})
    return report["context"]
