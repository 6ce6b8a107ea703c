"""What the tests of lab/export_weights.py share: running it, and asking attnlab what came out.

The environment names the program (ATTNLAB) and the project's data (ATTNLAB_DATA).
"""

import contextlib
import copy
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import torch

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "lab"))

import export_weights  # noqa: E402 pylint: disable=wrong-import-position
from exporting.files import load_safetensors  # noqa: E402 pylint: disable=wrong-import-position

SCRIPT = ROOT / "lab" / "export_weights.py"
DATA = ROOT / "data"
IDS = (3, 1, 4, 1, 5, 9, 2, 6)

# attnlab computes in floats and prints them so that they read back; the reference is the same
# weights in double precision. Measured: at most 1.4e-6 over all models of these tests, whose scores
# are larger than those of a trained model.
LARGEST_DIFFERENCE = 5e-6


class ExportCase(unittest.TestCase):
    """A folder of its own, exports into it, and attnlab on what they wrote."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        self.out = self.folder / "out"
        self.addCleanup(signal.signal, signal.SIGTERM, signal.getsignal(signal.SIGTERM))

    def run_export(self, *arguments):
        """Runs the command in this process: its exit code, stdout and stderr."""
        stdout, stderr = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
            code = export_weights.main([str(argument) for argument in arguments])
            stdout.flush()
            stderr.flush()
        return code, stdout.buffer.getvalue().decode(), stderr.buffer.getvalue().decode()

    def export(self, source, *options):
        """Exports; returns the report as a dict of word -> line, and nothing is on stderr."""
        code, stdout, stderr = self.run_export("--from", source, "--to", self.out, *options)
        self.assertEqual((code, stderr), (0, ""))
        self.assertEqual([path.name for path in self.folder.glob(".*")], [])
        return dict(line.split(maxsplit=1) for line in stdout.splitlines())

    def fails(self, code, error, hint, source, *options):
        """Exports in vain: one line of error and one of hint ("" for none), no folder left."""
        before = sorted(self.folder.rglob("*"))
        found, stdout, stderr = self.run_export("--from", source, "--to", self.out, *options)
        self.assertEqual((found, stdout), (code, ""), stderr)
        lines = stderr.splitlines()
        self.assertEqual(len(lines), 2 if hint else 1, stderr)
        self.assertRegex(lines[0], "^error: .*" + error)
        if hint:
            self.assertRegex(lines[1], "^hint: .*" + hint)
        self.assertEqual(sorted(self.folder.rglob("*")), before)

    def attnlab(self, *arguments):
        """What attnlab prints as JSON."""
        environment = {**os.environ, "ATTNLAB_DATA": str(DATA)}
        done = subprocess.run([os.environ["ATTNLAB"], *map(str, arguments), "--json", "-"],
                              capture_output=True, check=False, env=environment)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return json.loads(done.stdout)

    def config(self):
        """The config.json that was written."""
        return json.loads((self.out / "config.json").read_text(encoding="utf-8"))

    def tensors(self):
        """The tensors that were written."""
        return load_safetensors(self.out / "model.safetensors")

    def largest_difference(self, model, ids=IDS):
        """Between any attention weight of attnlab on the folder and of the module in doubles."""
        dump = self.attnlab("gpt2", "--model", self.out, "--layer", "all", "--head", "all",
                            "--ids", ",".join(map(str, ids)))
        with torch.no_grad():
            maps, _ = copy.deepcopy(model).double()(torch.tensor(ids))
        ours = torch.tensor(dump["attention"], dtype=torch.float64)
        self.assertEqual(ours.shape, maps.shape)
        return (ours - maps).abs().max().item()

    def agrees(self, model, bound=LARGEST_DIFFERENCE):
        """Asserts that attnlab sees the attention that the module computes."""
        self.assertLess(self.largest_difference(model), bound)
