"""What the benchmark runs on, and whether it has the machine for itself.

For bench.json, the notes below the table, and the choice of PyTorch's kernels.
"""

import os
import pathlib
import platform
import time


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


class Disturbance:
    """How much of the machine others took since this was made."""

    def __init__(self):
        self._begin = self._now()

    @staticmethod
    def _now():
        """Seconds: passed; of all processors, busy and kept by the host; our own and our runs'."""
        try:
            line = pathlib.Path("/proc/stat").read_text(encoding="utf-8").splitlines()[0]
        except OSError:
            return None
        ticks = [int(number) for number in line.split()[1:9]]
        user, nice, system, _, _, irq, softirq, steal = (
            number / os.sysconf("SC_CLK_TCK") for number in ticks)
        return (time.monotonic(), user + nice + system + irq + softirq, steal,
                sum(os.times()[:4]))

    def shares(self):
        """Shares of all processors' time, 0 to 1; None where the system does not tell."""
        if self._begin is None:
            return None
        passed, busy, steal, own = (now - begin for now, begin in zip(self._now(), self._begin))
        whole = passed * os.cpu_count()
        return {"other_programs": max(0.0, busy - own) / whole, "host": steal / whole}
