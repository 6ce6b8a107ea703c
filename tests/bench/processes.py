"""Runs programs from outside: how long they take, and how much memory they hold at most.

It judges nothing, and shows what a program wrote only when it failed.
"""

import os
import subprocess
import tempfile
import time

HAS_PROC = os.path.exists("/proc/self/status")


class BenchError(Exception):
    """Something did not run or does not agree: the benchmark fails with this one line."""


def _start(command, environment, stdout, stderr):
    try:
        return subprocess.Popen(command, env={**os.environ, **environment}, stdout=stdout,
                                stderr=stderr, stdin=subprocess.DEVNULL)
    except OSError as error:
        raise BenchError(f"cannot run {command[0]}: {error.strerror}") from error


def _require_success(process, command, stderr):
    if process.returncode != 0:
        stderr.seek(0)
        lines = stderr.read().decode(errors="replace").strip().splitlines() or ["it said nothing"]
        said = next((line for line in lines if line.startswith("error:")), lines[-1])
        name = " ".join(str(part) for part in command[:2])
        raise BenchError(f"{name} ended with exit code {process.returncode}: {said}")


def output_of(command, environment=None):
    """What a program writes on stdout."""
    with tempfile.TemporaryFile() as stderr:
        process = _start(command, environment or {}, subprocess.PIPE, stderr)
        output, _ = process.communicate()
        _require_success(process, command, stderr)
    return output.decode()


def seconds_of(command, environment=None):
    """The time from starting a program to its end; its stdout is thrown away."""
    with tempfile.TemporaryFile() as stderr:
        begin = time.perf_counter()
        process = _start(command, environment or {}, subprocess.DEVNULL, stderr)
        process.wait()
        seconds = time.perf_counter() - begin
        _require_success(process, command, stderr)
    return seconds


def seconds_and_memory_of(command, interval):
    """Time and peak memory in bytes of a program, looked at every `interval` seconds.

    The memory is what the kernel cannot drop: anonymous and shared pages. The peak that the kernel
    itself keeps (ru_maxrss, VmHWM) counts the pages of mapped files, too, which here are most, and
    it keeps none of these two. So they are read while the program runs. A look can only miss what
    is touched for the first time and given back before the next one; filling a buffer of some
    megabytes takes longer than `interval`, and so does using it. The largest of several runs is
    what counts. The kernel's counts may lag behind by some hundred kilobytes.
    The memory is None on a system that has no /proc.
    """
    peak = 0 if HAS_PROC else None
    with tempfile.TemporaryFile() as stderr:
        begin = time.perf_counter()
        # When Popen returns, the program runs: the pages are its own and not Python's.
        process = _start(command, {}, subprocess.DEVNULL, stderr)
        if HAS_PROC:
            with open(f"/proc/{process.pid}/status", "rb", buffering=0) as status:
                while process.poll() is None:
                    peak = max(peak, _unreclaimable(os.pread(status.fileno(), 8192, 0)))
                    time.sleep(interval)
        process.wait()
        seconds = time.perf_counter() - begin
        _require_success(process, command, stderr)
    return seconds, peak


def _unreclaimable(status):
    """RssAnon and RssShmem of a /proc/PID/status in bytes; 0 once the process has ended."""
    total = 0
    for line in status.splitlines():
        if line.startswith((b"RssAnon:", b"RssShmem:")):
            total += int(line.split()[1]) * 1024
    return total
