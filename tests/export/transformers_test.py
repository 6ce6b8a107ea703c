"""Exports of transformers' GPT-2, made from the embedded model: its pickles, its shards, and by
name. transformers itself is not needed; a few lines stand in for what is called of it.
"""

import contextlib
import json
import shutil
import sys
import types
import unittest

import torch

from export_case import DATA, ExportCase, load_safetensors

MODEL = DATA / "models" / "trophy-tiny"
CONFIG = json.loads((MODEL / "config.json").read_text(encoding="utf-8"))


class TransformersTest(ExportCase):
    """The embedded model, exported, must be the embedded model to the bit."""

    def setUp(self):
        super().setUp()
        self.state = load_safetensors(MODEL / "model.safetensors")
        self.source = self.folder / "source"
        self.source.mkdir()

    def write_source(self, *names, **changes):
        """The source's files beside its weights."""
        (self.source / "config.json").write_text(json.dumps({**CONFIG, **changes}))
        for name in names:
            shutil.copyfile(MODEL / name, self.source / name)

    def is_the_embedded_model(self):
        """Every tensor is the same, and so is all that attnlab says of it."""
        written = self.tensors()
        self.assertEqual(set(written), set(self.state))
        for name, tensor in self.state.items():
            self.assertTrue(torch.equal(written[name], tensor), name)
        ours, theirs = (self.attnlab("compare", "--model", model) for model in (self.out, MODEL))
        self.assertEqual(ours["model"].pop("name"), "out")
        self.assertEqual(theirs["model"].pop("name"), "trophy-tiny")
        self.assertEqual(ours, theirs)

    def test_a_pickle_of_either_format(self):
        self.write_source("vocab.json", "merges.txt")
        for is_zip in (True, False):
            with self.subTest(is_zip=is_zip):
                buffers = {"transformer.h.0.attn.bias": torch.ones(1, 1, 64, 64),
                           "transformer.h.0.attn.masked_bias": torch.tensor(-1e4)}
                torch.save({**self.state, **buffers,
                            "lm_head.weight": self.state["transformer.wte.weight"]},
                           self.source / "pytorch_model.bin", _use_new_zipfile_serialization=is_zip)
                report = self.export(self.source, "--force")
                self.is_the_embedded_model()
                self.assertRegex(report["source"], "^a GPT-2 of transformers")
                self.assertEqual(report["skipped"], "2 mask buffers, which are no weights")
                self.assertRegex(report["head"], "^tied")
                self.assertNotIn("turned", report)

    def test_a_pickle_in_shards(self):
        self.write_source("vocab.json", "merges.txt")
        names = sorted(self.state)
        files = {"a.bin": names[:15], "b.bin": names[15:]}
        for file, held in files.items():
            torch.save({name: self.state[name] for name in held}, self.source / file)
        index = self.source / "pytorch_model.bin.index.json"
        index.write_text(json.dumps({"weight_map": {
            name: file for file, held in files.items() for name in held}}))
        self.export(self.source)
        self.is_the_embedded_model()

        shutil.rmtree(self.out)
        places = json.loads(index.read_text())["weight_map"]
        index.write_text(json.dumps({"weight_map": {**places, names[0]: "b.bin"}}))
        self.fails(1, f"not in the files that .* names: {names[0]}", "", self.source)
        index.write_text(json.dumps({"weight_map": {**places, names[0]: "../a.bin"}}))
        self.fails(1, "has no weight_map of tensors and files beside it", "", self.source)
        index.write_text(json.dumps({"weight_map": places}))
        (self.source / "b.bin").unlink()
        self.fails(1, "1 of the 2 files .* are missing: b.bin", "incomplete", self.source)

    def test_safetensors_and_other_types(self):
        self.write_source("vocab.json", "merges.txt", "model.safetensors")
        self.export(self.source)
        self.is_the_embedded_model()
        for name, dtype in (("F16", torch.float16), ("BF16", torch.bfloat16)):
            with self.subTest(name=name):
                report = self.export(self.source, "--dtype", name, "--force")
                self.assertEqual(report["numbers"], f"{name}, converted from float32")
                for key, tensor in self.tensors().items():
                    self.assertTrue(torch.equal(tensor, self.state[key].to(dtype)), key)
                dump = self.attnlab("gpt2", "--model", self.out)
                self.assertEqual(dump["model"]["storage_type"], name)

    def test_rows_that_are_no_tokens_are_cut(self):
        self.write_source("vocab.json", "merges.txt", vocab_size=1273)
        wte = self.state["transformer.wte.weight"]
        torch.save({**self.state, "transformer.wte.weight": torch.cat([wte, wte[:1]])},
                   self.source / "pytorch_model.bin")
        report = self.export(self.source)
        self.assertRegex(report["cut"], "1 rows .* 1273 -> 1272")
        self.is_the_embedded_model()

    def test_the_embedded_model_by_way_of_nanogpt(self):
        """From safetensors to a padded nanoGPT checkpoint and back."""
        turned = ("c_attn.weight", "c_proj.weight", "c_fc.weight")
        state = {name: tensor.t() if name.endswith(turned) else tensor
                 for name, tensor in self.state.items()}
        wte = state["transformer.wte.weight"]
        padded = torch.cat([wte, torch.zeros(8, wte.shape[1])])
        state.update({"transformer.wte.weight": padded, "lm_head.weight": padded})
        torch.save({"model": {f"_orig_mod.{name}": tensor for name, tensor in state.items()},
                    "model_args": {"n_layer": 3, "n_head": 4, "n_embd": 64, "block_size": 64,
                                   "vocab_size": 1280, "bias": True, "dropout": 0.0}},
                   self.source / "ckpt.pt")
        self.export(self.source / "ckpt.pt", "--vocabulary", MODEL)
        self.is_the_embedded_model()

    def test_settings_that_change_what_is_computed(self):
        self.write_source("model.safetensors", scale_attn_by_inverse_layer_idx=True,
                          layer_norm_epsilon=1e-3)
        self.export(self.source)
        self.assertTrue(self.config()["scale_attn_by_inverse_layer_idx"])
        self.assertEqual(self.config()["layer_norm_epsilon"], 1e-3)
        for changes, error, hint in (
                ({"activation_function": "relu"}, "activation_function is relu", ""),
                ({"activation_function": "gelu"}, "the erf form of GELU", "--gelu tanh"),
                ({"add_cross_attention": True}, "has add_cross_attention", ""),
                ({"pruned_heads": {"0": [1]}}, "has pruned_heads", ""),
                ({"model_type": "bert"}, "of type bert, expected gpt2", ""),
                ({"tie_word_embeddings": False}, "lm_head.weight is missing", ""),
                ({"n_layer": 12}, "n_layer 12 against 3", "")):
            with self.subTest(error=error):
                self.write_source("model.safetensors", **changes)
                self.fails(1, error, hint, self.source, "--force")
        self.write_source("model.safetensors", activation_function="gelu")
        self.export(self.source, "--gelu", "tanh", "--force")
        self.assertEqual(self.config()["activation_function"], "gelu_new")

    def test_by_name(self):
        state, source = self.state, self.source
        self.write_source("vocab.json", "merges.txt")

        class StandIn:
            """Answers for AutoConfig, GPT2LMHeadModel and utils."""

            @classmethod
            def from_pretrained(cls, name):
                """Knows one name."""
                if name != "someone/small":
                    raise OSError(f"{name} is not a local folder\nand more lines")
                return cls()

            def to_dict(self):
                """The configuration."""
                return CONFIG

            def state_dict(self):
                """The weights, with the tied head."""
                return {**state, "lm_head.weight": state["transformer.wte.weight"]}

            @staticmethod
            def cached_file(_, file):
                """Where a file of the model lies."""
                return str(source / file)

        with stand_in(types.SimpleNamespace(AutoConfig=StandIn, GPT2LMHeadModel=StandIn,
                                            utils=StandIn)):
            self.export("someone/small")
            self.is_the_embedded_model()
            self.fails(2, "cannot load someone/other: someone/other is not a local folder", "",
                       "someone/other", "--force")
        with stand_in(None):
            self.fails(2, "no file or folder gpt2, .* with transformers, which is not there",
                       "pip install", "gpt2", "--force")


@contextlib.contextmanager
def stand_in(module):
    """What `import transformers` gives; None: it is not there."""
    before = sys.modules.get("transformers")
    sys.modules["transformers"] = module
    try:
        yield
    finally:
        del sys.modules["transformers"]
        if before is not None:
            sys.modules["transformers"] = before


if __name__ == "__main__":
    unittest.main()
