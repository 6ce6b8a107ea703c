"""Exports of state dicts alone, of broken files, and what is left in the target's folder."""

import os
import signal
import subprocess
import sys
import unittest

import torch

import torch_models
from export_case import DATA, SCRIPT, ExportCase, export_weights

SIZES = {"n_layer": 2, "n_head": 2, "n_embd": 16, "block_size": 16, "vocab_size": 65}


class StateDictTest(ExportCase):
    """A tied model of nanoGPT's kind, saved in many ways."""

    def setUp(self):
        super().setUp()
        self.model = torch_models.randomise(torch_models.Gpt(SIZES))
        self.state = self.model.state_dict()
        self.path = self.folder / "weights.pt"

    def save(self, content):
        """Writes the one source."""
        torch.save(content, self.path)

    def as_transformers(self):
        """The same model with [in, out] weights and no prefix."""
        return {name.removeprefix("transformer."): tensor.t() if ".c_" in name and tensor.dim() == 2
                else tensor for name, tensor in self.state.items()}

    def test_either_way_the_weights_lie(self):
        for state, n_turned in ((self.state, "8"), (self.as_transformers(), None)):
            with self.subTest(n_turned=n_turned):
                self.save(state)
                report = self.export(self.path, "--n-head", "2", "--force")
                self.agrees(self.model)
                self.assertRegex(report["source"], "^a state dict")
                self.assertEqual(report.get("turned", "None").split()[0], str(n_turned))
                self.assertRegex(report["gelu"], "does not tell")

    def test_parameters_and_wrapped_state_dicts(self):
        marked = {name: tensor.clone() for name, tensor in self.state.items()}
        marked["lm_head.weight"].note = "a tensor with an attribute"
        for content in (dict(self.model.named_parameters()), {"state_dict": self.state, "epoch": 3},
                        marked,
                        {"model_state_dict": {f"model.{k}": v for k, v in self.state.items()}}):
            with self.subTest(content=list(content)[0]):
                self.save(content)
                self.export(self.path, "--n-head", "2", "--force")
                self.agrees(self.model)

    def test_a_format_that_is_told(self):
        self.save(self.state)
        report = self.export(self.path, "--n-head", "2", "--format", "mingpt")
        self.assertEqual(report["gelu"], "the tanh form, as attnlab computes it")
        self.save(self.as_transformers())
        self.fails(2, "--format nanogpt: the source looks like state-dict", "", self.path,
                   "--n-head", "2", "--format", "nanogpt", "--force")

    def test_types_of_numbers(self):
        for dtype, option, written in ((torch.float64, "keep", "F32, converted from float64"),
                                       (torch.bfloat16, "keep", "BF16, as they were"),
                                       (torch.float16, "F32", "F32, converted from float16")):
            with self.subTest(written=written):
                self.save({name: tensor.to(dtype) for name, tensor in self.state.items()})
                report = self.export(self.path, "--n-head", "2", "--dtype", option, "--force")
                self.assertEqual(report["numbers"], written)
                self.agrees(self.rounded(dtype))

    def rounded(self, dtype):
        """The model with its weights as a type holds them."""
        model = torch_models.Gpt(SIZES)
        model.load_state_dict({name: tensor.to(dtype) for name, tensor in self.state.items()})
        return model

    def test_refusals(self):
        wte, fc = "transformer.wte.weight", "transformer.h.1.mlp.c_fc.weight"
        without = dict(self.state)
        del without[wte]
        for content, error, hint in (
                ({**self.state, fc: self.state[fc].t()}, "c_attn.weight is .out, in. and h.1.mlp",
                 ""),
                (without, "no GPT-2: it has no matrix wte.weight", "its tensors: wpe.weight"),
                ({"wte.weight": torch.ones(3, 4), "wpe.weight": torch.ones(5, 4)},
                 "no c_attn or c_fc tells", "its tensors"),
                ({**self.state, wte: self.state[wte].to(torch.int8)},
                 "wte.weight holds int8", "quantised"),
                ({"a": 1, "b\x1b\n": 2}, r"holds no tensors, but a, b\\x1b\\n", "state dict"),
                ({}, "holds no tensors, but nothing", "state dict"),
                ([1, 2], "holds a list, expected a dict", "save the weights alone"),
                (torch.nn.Linear(2, 2), "holds a whole module", "save the weights alone")):
            with self.subTest(error=error):
                self.save(content)
                self.fails(1, error, hint, self.path, "--n-head", "2")
        large = {**self.state, "transformer.ln_f.bias": torch.full((16,), 7e4)}
        self.save(large)
        self.fails(1, r"ln_f.bias has 7e\+04, which F16 cannot hold", "BF16", self.path,
                   "--n-head", "2", "--dtype", "F16")
        self.save(self.state)
        self.fails(2, "n_head is 3, which does not divide n_embd 16", "", self.path, "--n-head",
                   "3")

    def test_files_that_are_broken(self):
        self.save(self.state)
        whole = self.path.read_bytes()
        torch.save(self.state, self.path, _use_new_zipfile_serialization=False)
        old = self.path.read_bytes()
        for content in (b"", b"hello", whole[:100], whole[:-200], old[:10], old[:500], old[:-1],
                        b"PK\x03\x04" + bytes(100), b"\x80\x02}.",
                        old.replace(b"OrderedDict", b"OrderedDic_")):
            with self.subTest(size=len(content)):
                self.path.write_bytes(content)
                self.fails(1, "weights.pt (cannot be read: (it is|it ends in|a tensor) |holds)",
                           ".", self.path, "--n-head", "2")
        traced = torch.jit.trace(torch.nn.Linear(2, 2), torch.ones(1, 2))
        traced.save(str(self.path))
        self.fails(1, "weights.pt (cannot be read|holds a whole module)", ".", self.path)
        for content in (b"", bytes(8), b"\x02" + bytes(7) + b"[]", b"\xff" * 16,
                        (DATA / "models/trophy-tiny/model.safetensors").read_bytes()[:-1]):
            with self.subTest(size=len(content)):
                path = self.folder / "weights.safetensors"
                path.write_bytes(content)
                self.fails(1, "is no whole safetensors file|holds no tensors", ".", path)
                path.unlink()

    def test_every_shorter_file_is_refused_in_one_line(self):
        small = {"wte.weight": torch.ones(2, 2)}
        for is_zip in (True, False):
            torch.save(small, self.path, _use_new_zipfile_serialization=is_zip)
            whole = self.path.read_bytes()
            for size in range(0, len(whole), 37):
                self.path.write_bytes(whole[:size])
                code, _, stderr = self.run_export("--from", self.path, "--to", self.out)
                self.assertEqual(code, 1, stderr)
                self.assertRegex(stderr, "^error: [^\n]*\n(hint: [^\n]*\n)?$")

    def test_options_that_are_wrong(self):
        self.save(self.state)
        self.fails(2, "there is no file or folder .*/none.pt", "", self.folder / "none.pt")
        self.fails(2, "there is no .*none/vocab.json", "--vocabulary", self.path, "--n-head", "2",
                   "--vocabulary", self.folder / "none")
        for heads in ("0", "-1", "two", "1.5", "9" * 5000):
            self.fails(2, f"--n-head: got {heads}, expected a whole number from 1 on", "--help",
                       self.path, f"--n-head={heads}")
        self.fails(2, "/dev/null is no regular file", "", "/dev/null")
        self.fails(2, "invalid choice: 'F8'", "--help", self.path, "--dtype", "F8")
        (self.folder / "empty").mkdir()
        self.fails(1, "empty holds no model that is known here", "ckpt.pt", self.folder / "empty")
        (self.folder / "config.json").write_text("{")
        self.fails(1, "config.json is not JSON", "", self.path)

    def test_what_is_there_is_kept(self):
        self.save(self.state)
        options = (self.path, "--n-head", "2")
        self.out.mkdir()
        self.export(*options)  # an empty folder is no loss
        before = (self.out / "model.safetensors").read_bytes()
        self.fails(2, "out is there already", "--force", *options)
        self.export(*options, "--force", "--dtype", "F16")
        self.assertLess((self.out / "model.safetensors").stat().st_size, len(before))
        (self.out / "thesis.tex").write_text("years of work")
        self.fails(2, "out holds more than a model: thesis.tex", "only what", *options, "--force")
        self.out = self.path
        self.fails(2, "weights.pt is there, and is no folder", "", *options, "--force")
        self.out = self.path / "such"
        self.fails(2, "weights.pt is no folder to write into", "", *options)
        self.out = self.folder / "no" / "such"
        self.fails(2, "the folder .*/no does not exist", "make it", *options)

    def test_from_outside(self):
        """As users run it: the exit code, both streams, a path with blanks and letters."""
        self.path = self.folder / "modèle à moi.pt"
        self.save(self.state)
        command = [sys.executable, SCRIPT, "--from", self.path, "--to", "neu ü"]
        done = subprocess.run([*command, "--n-head", "2"], cwd=self.folder, capture_output=True,
                              check=False, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, "\ntry +attnlab gpt2 --model './neu ü' --ids 0,1,2\n$")
        done = subprocess.run([*command, "--force"], cwd=self.folder, capture_output=True,
                              check=False, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, "^error: [^\n]*\nhint: [^\n]*\n$")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([*command, "--n-head", "2", "--force"], cwd=self.folder,
                                  stdout=full, stderr=subprocess.PIPE, check=False, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "^error: the model is written, and [^\n]*\n$")

    def test_a_run_that_is_ended_leaves_nothing(self):
        self.save(self.state)

        def end(*_):
            os.kill(os.getpid(), signal.SIGTERM)

        write, export_weights.write_safetensors = export_weights.write_safetensors, end
        self.addCleanup(setattr, export_weights, "write_safetensors", write)
        with self.assertRaises(SystemExit) as ended:
            self.run_export("--from", self.path, "--to", self.out, "--n-head", "2")
        self.assertEqual(ended.exception.code, 143)
        self.assertEqual(list(self.folder.iterdir()), [self.path])


if __name__ == "__main__":
    unittest.main()
