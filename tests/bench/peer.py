"""Finds the setting in which PyTorch is fastest here, runs it so, and checks that it agrees.

A fair peer gets the best that it can have: OpenBLAS does not know processors that are newer than
itself and falls back to slow kernels unless it is told which to take, and two threads are often
slower than one. So the kernels and the threads are tried out first.
"""

import itertools
import json
import os
import pathlib
import shutil
import subprocess
import sys

import inputs
from machine import processor_flags, usable_cores
from processes import BenchError, output_of, seconds_of

SCRIPT = pathlib.Path(__file__).with_name("pytorch_peer.py")


def find_python():
    """A Python that has PyTorch: the one that runs this, the system's, the first in PATH."""
    for python in dict.fromkeys((sys.executable, "/usr/bin/python3", shutil.which("python3"))):
        if python and os.path.exists(python):
            found = subprocess.run([python, "-c", "import torch"], capture_output=True, check=False)
            if found.returncode == 0:
                return python
    raise BenchError("no python3 here has PyTorch: run ./setup.sh --bench")


class Setting:
    """The kernels of OpenBLAS (empty: its own choice), its threads, and PyTorch's threads."""

    def __init__(self, core_type, blas_threads, torch_threads):
        self.core_type = core_type
        self.blas_threads = blas_threads
        self.torch_threads = torch_threads

    def environment(self):
        """PyTorch's threads are OpenMP's; OpenBLAS has its own."""
        core = {"OPENBLAS_CORETYPE": self.core_type} if self.core_type else {}
        return {**core, "OPENBLAS_NUM_THREADS": str(self.blas_threads),
                "OMP_NUM_THREADS": str(self.torch_threads)}

    def as_dict(self):
        """For bench.json."""
        return {"openblas_core_type": self.core_type or "its own choice",
                "openblas_threads": self.blas_threads, "pytorch_threads": self.torch_threads}


def core_types():
    """The kernels worth a try on this processor."""
    flags = processor_flags()
    return ["", *(["Haswell"] if "avx2" in flags else []),
            *(["SkylakeX"] if "avx512f" in flags else [])]


class Peer:
    """PyTorch with the model of the benchmark."""

    def __init__(self, model):
        self.python = find_python()
        self.model = model
        self.settings = {}  # number of tokens -> the fastest setting
        self.tried = []

    def _command(self, setting, all_ids, *options):
        return [self.python, str(SCRIPT), str(self.model), "--threads",
                str(setting.torch_threads), "--ids", *all_ids, *options]

    def _run(self, setting, sizes, *options):
        """Number of tokens -> the script's result."""
        command = self._command(setting, [inputs.ids(size) for size in sizes], *options)
        results = json.loads(output_of(command, setting.environment()))
        return {result["tokens"]: result for result in results}

    def _try(self, setting, sizes):
        """Number of tokens -> the best time of a short trial."""
        results = self._run(setting, sizes, "--runs", "1", "--seconds", "0.3")
        best = {size: min(result["seconds"]) for size, result in results.items()}
        self.tried.append({**setting.as_dict(), "seconds": best})
        return best

    def choose(self, sizes):
        """Tries kernels with one thread, then the best kernels with every choice of threads."""
        probe = sizes[len(sizes) // 2]
        core = min(core_types(), key=lambda name: self._try(Setting(name, 1, 1), [probe])[probe])
        threads = dict.fromkeys(itertools.product((1, usable_cores()), repeat=2))
        trials = [(setting, self._try(setting, sizes))
                  for setting in (Setting(core, *pair) for pair in threads)]
        for size in sizes:
            self.settings[size] = min(trials, key=lambda trial, size=size: trial[1][size])[0]

    def add_forward_passes(self, samples):
        """A few timed runs of each size in its fastest setting; samples: tokens -> seconds."""
        for setting in dict.fromkeys(self.settings.values()):
            sizes = [size for size, chosen in self.settings.items() if chosen is setting]
            results = self._run(setting, sizes, "--runs", "2", "--seconds", "0.5")
            for size, result in results.items():
                samples.setdefault(size, []).extend(result["seconds"])

    def whole_process(self):
        """Seconds from the start of Python to its end, with one run on the chapter's sentence."""
        setting = self.settings[min(self.settings)]
        return seconds_of(self._command(setting, [inputs.sentence_ids()], "--once"),
                          setting.environment())

    def check_agreement(self, attnlab, n_tokens, maps):
        """Compares all maps with those that attnlab writes; a BenchError if they differ."""
        output_of([str(attnlab), "gpt2", "--model", str(self.model), "--ids",
                   inputs.ids(n_tokens), "--layer", "all", "--head", "all", "--json", str(maps)])
        try:
            result = self._run(self.settings[n_tokens], [n_tokens], "--agree", str(maps),
                               "--runs", "0")[n_tokens]
        finally:
            maps.unlink()
        if not result["agrees"]:
            raise BenchError(f"the maps of {n_tokens} tokens differ from PyTorch's by "
                             f"{result['largest_difference']:.1e}, the bound is {result['bound']}")
        return result
