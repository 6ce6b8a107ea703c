"""Exports of nanoGPT checkpoints: {'model', 'optimizer', 'model_args', ...}, as train.py saves."""

import pickle
import unittest

import torch

import torch_models
from export_case import DATA, LARGEST_DIFFERENCE, ExportCase

SIZES = {"n_layer": 3, "n_head": 4, "n_embd": 32, "block_size": 16, "vocab_size": 65}


def checkpoint_of(model, sizes):
    """What train.py saves, with numbers like 0.1 in it and an optimizer that has moved."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=6e-4, betas=(0.9, 0.95))
    model(torch.tensor([1, 2, 3]))[1].sum().backward()
    optimizer.step()
    return {"model": model.state_dict(), "optimizer": optimizer.state_dict(),
            "model_args": {**sizes, "bias": True, "dropout": 0.2}, "iter_num": 100,
            "best_val_loss": torch.tensor(1.5),
            "config": {"dataset": "shakespeare_char", "learning_rate": 6e-4, "n_head": 999,
                       "compile": True, "init_from": "scratch"}}


class GptConfig:  # as build-nanogpt keeps its own in a checkpoint
    """A configuration that is an object."""

    def __init__(self, sizes):
        self.__dict__.update(sizes)


class NanoGptTest(ExportCase):
    """Each test saves a checkpoint, exports it, and asks attnlab."""

    def save(self, content):
        """The path of a checkpoint."""
        torch.save(content, self.folder / "ckpt.pt")
        return self.folder / "ckpt.pt"

    def test_gives_the_attention_of_the_module(self):
        model = torch_models.randomise(torch_models.Gpt(SIZES))
        report = self.export(self.save(checkpoint_of(model, SIZES)))
        self.agrees(model)
        self.assertRegex(report["source"], "^a nanoGPT checkpoint: .*ckpt.pt$")
        self.assertEqual(report["turned"], "12 linear weights, from [out, in] to [in, out]")
        self.assertEqual(report["sizes"], "n_layer 3, n_head 4, n_embd 32, n_positions 16, "
                         "vocab_size 65, n_inner 128")
        self.assertRegex(report["head"], "^tied")
        self.assertRegex(report["gelu"], r"does not tell.*4\.7e-4")
        self.assertRegex(report["left"], "optimizer, iter_num, best_val_loss, config")
        self.assertEqual(report["numbers"], "F32, as they were")
        self.assertRegex(report["wrote"], "out: 40 tensors, 40768 parameters, [0-9]+ bytes$")

    def test_characters_have_no_vocabulary_and_run_by_ids(self):
        model = torch_models.randomise(torch_models.Gpt(SIZES))
        report = self.export(self.save(checkpoint_of(model, SIZES)))
        self.assertRegex(report["vocabulary"], "^none: a model of 65 tokens .* by ids$")
        self.assertRegex(report["try"], "--ids 0,1,2$")
        self.assertEqual(sorted(path.name for path in self.out.iterdir()),
                         ["config.json", "model.safetensors"])
        self.assertIsNone(self.config()["bos_token_id"])

    def test_a_folder_is_its_ckpt_pt(self):
        model = torch_models.randomise(torch_models.Gpt(SIZES))
        self.save(checkpoint_of(model, SIZES))
        self.export(self.folder)
        self.agrees(model)

    def test_a_model_without_biases_gets_zeros(self):
        model = torch_models.randomise(torch_models.Gpt(SIZES, bias=False))
        report = self.export(self.save(checkpoint_of(model, SIZES)))
        self.agrees(model)
        self.assertEqual(report["zeros"], "the model was made without biases: 19 of zeros")

    def test_prefixes_of_compile_and_ddp_are_taken_off(self):
        model = torch_models.randomise(torch_models.Gpt(SIZES, has_mask=True))
        wrapped = {f"module._orig_mod.{k}": v for k, v in model.state_dict().items()}
        report = self.export(self.save({**checkpoint_of(model, SIZES), "model": wrapped}))
        self.agrees(model)
        self.assertEqual(report["prefixes"], "_orig_mod. or module. taken off 44 names")
        self.assertEqual(report["skipped"], "3 mask buffers, which are no weights")

    def test_padding_is_cut_to_gpt2s_vocabulary(self):
        sizes = {"n_layer": 1, "n_head": 2, "n_embd": 8, "block_size": 16, "vocab_size": 50304}
        model = torch_models.randomise(torch_models.Gpt(sizes))
        report = self.export(self.save(checkpoint_of(model, sizes)))
        self.assertRegex(report["cut"], "^47 rows .*: 50304 -> 50257$")
        self.assertEqual(self.tensors()["transformer.wte.weight"].shape, (50257, 8))
        self.assertEqual(self.config()["vocab_size"], 50257)
        self.assertEqual(self.config()["bos_token_id"], 50256)
        dump = self.attnlab("gpt2", "The trophy", "--model", self.out)
        self.assertEqual([token["id"] for token in dump["tokens"]], [464, 16383])
        self.assertLess(self.largest_difference(model, (464, 16383, 50256)), LARGEST_DIFFERENCE)
        for name in ("vocab.json", "merges.txt"):
            self.assertEqual((self.out / name).read_bytes(), (DATA / "gpt2" / name).read_bytes())

    def test_what_the_erf_gelu_changes(self):
        """The report's warning, measured: the first layer's maps are the same, later ones not."""
        model = torch_models.randomise(torch_models.Gpt(SIZES, gelu="none"))
        self.export(self.save(checkpoint_of(model, SIZES)))
        difference = self.largest_difference(model)
        self.assertGreater(difference, LARGEST_DIFFERENCE)
        self.assertLess(difference, 1e-3)  # measured: 3.1e-4
        model.gelu = "tanh"
        self.agrees(model)

    def test_a_configuration_that_is_an_object_is_read_and_not_loaded(self):
        model = torch_models.randomise(torch_models.Gpt(SIZES))
        content = {"model": model.state_dict(), "config": GptConfig(SIZES), "val_loss": 1.5}
        report = self.export(self.save(content))
        self.agrees(model)
        self.assertRegex(report["not"], "^loaded +code that the pickle names: .*GptConfig$")

    def test_code_in_a_pickle_does_not_run(self):
        class Bomb:  # pylint: disable=too-few-public-methods
            """Unpickled the usual way it makes a file."""

            def __init__(self, path):
                self.path = path

            def __reduce__(self):
                return open, (str(self.path), "w")

        model = torch_models.randomise(torch_models.Gpt(SIZES))
        bomb = self.folder / "bomb"
        for is_zip in (True, False):
            with self.subTest(is_zip=is_zip):
                torch.save({**checkpoint_of(model, SIZES), "extra": Bomb(bomb)},
                           self.folder / "ckpt.pt", _use_new_zipfile_serialization=is_zip)
                report = self.export(self.folder / "ckpt.pt", "--force")
                self.assertFalse(bomb.exists())
                self.assertRegex(report["not"], "io.open$")
                self.agrees(model)
        pickle.loads(pickle.dumps(Bomb(bomb))).close()
        self.assertTrue(bomb.exists())  # it would have gone off

    def test_refusals(self):
        model = torch_models.randomise(torch_models.Gpt(SIZES))
        good = checkpoint_of(model, SIZES)
        torch.save(good, self.folder / "nano.pt")
        self.fails(2, "--format mingpt: the source looks like nanogpt", "",
                   self.folder / "nano.pt", "--format", "mingpt")
        (self.folder / "nano.pt").unlink()
        state = model.state_dict()
        cases = (
            ({"model_args": {**good["model_args"], "n_layer": 12}}, 1,
             "n_layer 12 against 3", ""),
            ({"model_args": {**good["model_args"], "n_head": 5}}, 2,
             "n_head is 5, which does not divide n_embd 32", ""),
            ({"model": {k: v for k, v in state.items() if "h.1." not in k}}, 1,
             "layers are missing: h.1", ""),
            ({"model": {k: v for k, v in state.items() if "h.1.ln_1.bias" not in k}}, 1,
             "h.1.ln_1.bias is missing", ""),
            ({"model": {**state, "transformer.h.0.lora.weight": torch.ones(2)}}, 1,
             "h.0.lora.weight has no place in it", ""),
            ({"model": {**state, "h.0.ln_1.bias": torch.ones(32)}}, 1, "stands there twice", ""),
            ({"model": {**state, "transformer.ln_f.weight": torch.full((32,), float("nan"))}}, 1,
             "ln_f.weight holds NaN or infinity", "training"),
            ({"model": {}, "best_val_loss": 1.5}, 1, "holds no tensors, but model, optimizer",
             "state dict"),
        )
        for changes, code, error, hint in cases:
            with self.subTest(error=error):
                path = self.save({**good, **changes})
                self.fails(code, error, hint, path)
        path = self.save(good)
        self.fails(2, "--n-head 8, but the source says n_head 4", "", path, "--n-head", "8")
        self.fails(2, "--format transformers: the source looks like nanogpt", "", path,
                   "--format", "transformers")
        self.fails(2, "the vocabulary has 50257 tokens and the model 65", "the model's own", path,
                   "--vocabulary", DATA / "gpt2")


if __name__ == "__main__":
    unittest.main()
