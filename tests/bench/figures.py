"""From samples to rows: medians, limits, and the bounds that each run is held to.

Pure functions of what run.py collected; a part that was not run has no rows.
"""

from statistics import median

from inputs import SIZES
from table import Row

# What is asked for: ours / limit at most, PyTorch / ours at least.
FORWARD_BOUNDS = {14: (2.0, 1.8), 128: (1.4, 1.5), 1024: (1.4, 2.0)}
PROCESS_BOUNDS = (4.0, 20.0)
ALL_SECONDS = 0.060
VERSION_SECONDS = 0.010
TOKENIZER_RATE = 20e6
JSON_RATE = 100e6
# Four times the length may cost this much more for each byte, for it leaves the nearest cache; what
# is quadratic costs 4 times as much.
LINEAR_BOUND = 1.5
# Bytes beyond the mapped weights, by the names of memory runs (programs.py).
MEMORY_BOUNDS = {"144 maps, T = 14": 40e6, "map 5.1, T = 1024": 120e6,
                 "JSON, 144 maps, T = 1024": 200e6}
# Threads that wait for one another lose most: what others take of the machine, as a share of it.
LARGEST_DISTURBANCE = 0.03


def read_rate(functions):
    """Bytes a second."""
    sample = functions["limit/read"]
    return sample["bytes"] / median(sample["seconds"])


def sgemm_rate(functions):
    """Floating-point operations a second."""
    sample = functions["limit/sgemm/2048"]
    return sample["operations"] / median(sample["seconds"])


def limit_of(functions, name):
    """The seconds that a run takes at least: to read its weights once, or to do its operations."""
    run = functions[name]
    return max(run["bytes"] / read_rate(functions), run["operations"] / sgemm_rate(functions))


def forward_rows(raw):
    """The forward passes within the process, each against the limit and PyTorch."""
    functions = raw["functions"]
    for size in SIZES:
        name = f"forward/all_maps/{size}"
        limit_bound, peer_bound = FORWARD_BOUNDS[size]
        yield Row(f"forward, 144 maps, T = {size}", "ms", median(functions[name]["seconds"]),
                  limit_of(functions, name), limit_bound,
                  median(raw["peer"][str(size)]), peer_bound)
    name = "forward/one_map/14"
    yield Row("forward, map 5.1, T = 14", "ms", median(functions[name]["seconds"]),
              limit_of(functions, name))


def program_rows(raw):
    """Whole processes."""
    programs = raw["programs"]
    yield Row("program gpt2, map 5.1, T = 14", "ms", median(programs["gpt2"]),
              limit_of(raw["functions"], "forward/one_map/14"), PROCESS_BOUNDS[0],
              median(programs["pytorch"]), PROCESS_BOUNDS[1])
    yield Row("program all", "ms", median(programs["all"]), ALL_SECONDS, 1.0)
    yield Row("program --version", "ms", median(programs["version"]), VERSION_SECONDS, 1.0)


def function_rows(raw):
    """Functions beside the forward pass."""
    def seconds(name):
        return median(raw["functions"][name]["seconds"])

    def rate(name, counter="bytes"):
        return raw["functions"][name][counter] / seconds(name)

    short, long = "tokenizer/run/250000", "tokenizer/run/1000000"
    yield Row("tokenizer, English, 1 MB", "MB/s", rate("tokenizer/english/1000000"),
              TOKENIZER_RATE, 1.0)
    yield Row("tokenizer, 1 MB of ^ to 250 kB", "ns/B", 1.0 / rate(long), 1.0 / rate(short),
              LINEAR_BOUND)
    yield Row("loading model and vocabulary", "ms", seconds("load"))
    yield Row("softmax, 1024 rows of 1024", "ms", seconds("softmax/1024"))
    yield Row("JSON of a map, T = 1024", "MB/s", rate("json/matrix/1024"))


def output_rows(raw):
    """The program's largest output, and what its runs hold in memory."""
    json_run = raw["json"]
    yield Row("program JSON, 144 maps, T = 1024", "MB/s",
              json_run["bytes"] / median(json_run["seconds"]), JSON_RATE, 1.0)
    for name, peaks in raw["memory"].items():
        yield Row(f"memory, {name}", "MB", max(peaks), MEMORY_BOUNDS[name], 1.0)


def rows_of(raw):
    """All rows of the parts that were run, in the order of the table."""
    parts = {"peer": forward_rows, "programs": program_rows, "json": output_rows}
    rows = [row for part, make in parts.items() if part in raw for row in make(raw)]
    if "load" in raw["functions"]:
        rows.extend(function_rows(raw))
    return rows


def notes_of(report):
    """How the limits came about and how much of the machine was used, a line each."""
    raw, machine = report["raw"], report["machine"]
    functions = raw["functions"]
    notes = [f"{machine['processor']}, {machine['usable_cores']} of {machine['cores']} cores."]
    if others := report["disturbance"]:
        share = others["other_programs"] + others["host"]
        notes.append(f"others took {share:.0%} of the machine meanwhile"
                     + (": too much, run it again." if share > LARGEST_DISTURBANCE else "."))
    if "peer" in raw:
        notes.append(f"limits: weights are read at {read_rate(functions) / 1e9:.1f} GB/s, sgemm "
                     f"runs at {sgemm_rate(functions) / 1e9:.0f} GFLOP/s; a run's limit is the "
                     "larger of its two times.")
        rates = []
        for size in SIZES:
            run = functions[f"forward/all_maps/{size}"]
            rates.append(f"{run['operations'] / median(run['seconds']) / 1e9:.0f} at T = {size}")
        notes.append("ours in GFLOP/s: " + ", ".join(rates) + "; counted are the linear layers and "
                     "the causal half of the attention.")
        for size, setting in raw["peer_settings"].items():
            notes.append(f"PyTorch, T = {size}: {setting['pytorch_threads']} of its threads, "
                         f"{setting['openblas_threads']} of OpenBLAS, kernels: "
                         f"{setting['openblas_core_type']}.")
    if "json" in raw and not raw["memory"]:
        notes.append("memory was not measured: this system has no /proc.")
    for size, result in raw.get("agreement", {}).items():
        notes.append(f"maps of T = {size}: largest difference from PyTorch "
                     f"{result['largest_difference']:.1e}, bound {result['bound']:.0e}.")
    return notes
