"""The benchmark: runs all parts, prints one table, writes bench.json into the build folder.

    python3 tests/bench/run.py --build build/bench [--only PART ...]

Runs that are compared are taken in turn, so that they see the same machine, and medians are shown.
A bound that is missed is shown and is no failure, for machines are noisy; a run that fails, or maps
that differ from PyTorch's, end it with exit code 1. README.md beside this file says more.
"""

import argparse
import json
import pathlib
import sys
import time

import figures
import inputs
import machine
import table
from functions import add_samples
from peer import Peer
from processes import BenchError, output_of
from programs import Programs

DATA = pathlib.Path(__file__).resolve().parents[2] / "data" / "gpt2"
PARTS = ("forward", "output", "functions")
ROUNDS = 3
PROGRAM_RUNS = 5  # of each short command, in each round
PEER_PROGRAM_RUNS = 2


def say(text):
    """Progress is for those who watch; the table is the result."""
    print(f"bench: {text}", file=sys.stderr, flush=True)


def run_forward(places, programs, report):
    """Forward passes, their limits, PyTorch and short commands, in turn."""
    raw = report["raw"]
    peer = Peer(places.model)
    say("looking for the setting in which PyTorch is fastest")
    peer.choose(inputs.SIZES)
    raw["peer_tried"] = peer.tried
    raw["peer_settings"] = {size: peer.settings[size].as_dict() for size in inputs.SIZES}
    say("comparing the maps with PyTorch's")
    raw["agreement"] = {size: peer.check_agreement(places.attnlab, size, places.maps)
                        for size in inputs.SIZES[:2]}
    report["versions"]["pytorch"] = raw["agreement"][inputs.SIZES[0]]["torch"]
    times, peer_times = {}, {}
    for i in range(ROUNDS):
        say(f"forward passes and whole processes, round {i + 1} of {ROUNDS}")
        report["functions_context"] = add_samples(places.functions, "^(forward|limit)/", 3,
                                                  raw["functions"])
        peer.add_forward_passes(peer_times)
        for _ in range(PROGRAM_RUNS):
            programs.add_times(times)
        for _ in range(PEER_PROGRAM_RUNS):
            times.setdefault("pytorch", []).append(peer.whole_process())
    raw["peer"] = {str(size): seconds for size, seconds in peer_times.items()}
    raw["programs"] = times


def run_output(places, programs, report):
    """The largest output, and memory."""
    json_run, memory = {}, {}
    for i in range(ROUNDS):
        say(f"JSON and memory, round {i + 1} of {ROUNDS}")
        programs.add_memory(memory)
        programs.add_json(json_run, memory)
    report["raw"]["json"], report["raw"]["memory"] = json_run, memory


def run_functions(places, programs, report):
    """Everything else within the process."""
    say("softmax, tokenizer, loading, JSON")
    report["functions_context"] = add_samples(places.functions, "^(softmax|tokenizer|load|json)",
                                              5, report["raw"]["functions"])


def run_parts(places, parts):
    """Runs the parts that were asked for and returns the report for bench.json."""
    say("making the model, if it is not there")
    output_of([str(places.make_model), str(DATA), str(places.model)])
    programs = Programs(places)
    report = {"machine": machine.describe(), "versions": {"attnlab": programs.version()},
              "raw": {"functions": {}}}
    run = {"forward": run_forward, "output": run_output, "functions": run_functions}
    for part in PARTS:
        if part in parts:
            run[part](places, programs, report)
    return report


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True, help="the build folder")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, metavar="PART",
                        help=f"run these parts alone: {', '.join(PARTS)}")
    arguments = parser.parse_args()
    places = inputs.Places(arguments.build.resolve())
    begin = time.monotonic()
    disturbance = machine.Disturbance()
    try:
        report = run_parts(places, arguments.only)
    except BenchError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    rows = figures.rows_of(report["raw"])
    report["rows"] = [row.as_dict() for row in rows]
    report["seconds"] = time.monotonic() - begin
    report["disturbance"] = disturbance.shares()
    places.report.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print("\n".join(["", *table.lines_of(rows), "", *figures.notes_of(report),
                     f"It took {report['seconds']:.0f} s; every sample is in {places.report}."]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
