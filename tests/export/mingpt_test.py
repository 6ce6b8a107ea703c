"""Exports of minGPT's state dicts: model.pt beside config.json, as its chargpt.py saves them."""

import json
import unittest

import torch

import torch_models
from export_case import ExportCase

SIZES = {"n_layer": 3, "n_head": 3, "n_embd": 48, "block_size": 16, "vocab_size": 65}


class MinGptTest(ExportCase):
    """The last minGPT and the first."""

    def save(self, model, kind=None):
        """The path of a state dict; beside it a config.json that names a kind of model."""
        torch.save(model.state_dict(), self.folder / "model.pt")
        if kind:
            sizes = dict.fromkeys(SIZES)
            (self.folder / "config.json").write_text(json.dumps(
                {"system": {"seed": 3407}, "model": {"model_type": kind, **sizes}}))
        return self.folder / "model.pt"

    def test_the_last_with_its_config(self):
        model = torch_models.randomise(torch_models.Gpt(SIZES, tied=False, has_mask=True))
        self.save(model, "gpt-nano")
        report = self.export(self.folder)
        self.agrees(model)
        self.assertRegex(report["source"], "^a minGPT state dict")
        self.assertRegex(report["settings"], "config.json$")
        self.assertRegex(report["head"], "^its own")
        self.assertEqual(report["gelu"], "the tanh form, as attnlab computes it")
        self.assertEqual(report["skipped"], "3 mask buffers, which are no weights")
        self.assertFalse(self.config()["tie_word_embeddings"])
        self.assertTrue(torch.equal(self.tensors()["lm_head.weight"], model.lm_head.weight))

    def test_the_last_without_its_config(self):
        model = torch_models.randomise(torch_models.Gpt(SIZES, tied=False))
        path = self.save(model)
        self.fails(2, "does not say how many heads it has", "64 per head is usual: --n-head 1",
                   path)
        self.export(path, "--n-head", "3")
        self.agrees(model)

    def test_a_config_given_by_name(self):
        model = torch_models.randomise(torch_models.Gpt(SIZES, tied=False))
        path = self.save(model)
        config = self.folder / "sizes.json"
        config.write_text('{"model": {"model_type": "gpt-mini", "n_head": 3}}')
        self.export(path, "--config", config)
        self.agrees(model)
        config.write_text('{"model": {"model_type": "gpt-micro", "n_embd": 128}}')
        self.fails(1, "n_embd 128 against 48", "", path, "--config", config, "--n-head", "4",
                   "--force")

    def test_the_first_is_known_to_have_the_erf_gelu(self):
        model = torch_models.randomise(torch_models.OldGpt(SIZES))
        path = self.save(model, "gpt-nano")
        self.fails(1, "the first minGPT has nn.GELU.*the tanh form", "--gelu tanh", path)
        report = self.export(path, "--gelu", "tanh")
        self.agrees(model)
        self.assertRegex(report["gelu"], "as asked")
        self.assertRegex(report["source"], "^a minGPT state dict")
        self.assertEqual(report["turned"], "12 linear weights, from [out, in] to [in, out]")

    def test_refusals(self):
        model = torch_models.randomise(torch_models.OldGpt(SIZES))
        path = self.save(model, "gpt-nano")
        self.fails(2, "--format nanogpt: the source looks like mingpt", "", path, "--format",
                   "nanogpt")
        state = model.state_dict()
        del state["blocks.1.attn.key.weight"]
        torch.save(state, path)
        self.fails(1, "h.1.attn.query.weight, h.1.attn.key.weight.* not three of one shape", "",
                   path)


if __name__ == "__main__":
    unittest.main()
