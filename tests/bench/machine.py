"""What the benchmark runs on: for bench.json, and for the choice of PyTorch's kernels."""

import os
import pathlib
import platform


def _first_line(name):
    """The value of the first line of /proc/cpuinfo with this name; empty where there is none."""
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith(name)), "")


def processor_flags():
    """The instruction sets that the kernel names; none on systems that do not tell."""
    return frozenset(_first_line("flags").split())


def usable_cores():
    """How many cores this process may use: fewer than there are where someone pinned it."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def describe():
    """The machine as it is now."""
    return {
        "processor": _first_line("model name") or platform.processor(),
        "cores": os.cpu_count(),
        "usable_cores": usable_cores(),
        "architecture": platform.machine(),
        "system": f"{platform.system()} {platform.release()}",
        "load_before": os.getloadavg()[0],
    }
