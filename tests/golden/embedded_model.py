"""The embedded model's tensors for reference.py, read from its file by the format's description
(huggingface/safetensors, README.md). It loads no code of the program nor of the training.
"""

import json
import pathlib

import numpy as np

from random_weights import LAYER_TENSORS, Sizes

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "data" / "models" / "trophy-tiny"


class EmbeddedModel:
    """As RandomModel, with the weights of a file; the head is tied."""

    def __init__(self):
        config = json.loads((FOLDER / "config.json").read_text(encoding="utf-8"))
        self.sizes = Sizes(config["n_layer"], config["n_head"], config["n_embd"],
                           config["n_positions"], config["vocab_size"], tied=True,
                           epsilon=config["layer_norm_epsilon"])
        self.end_of_text = config["eos_token_id"]
        content = (FOLDER / "model.safetensors").read_bytes()
        start = 8 + int.from_bytes(content[:8], "little")
        self._tensors = {}
        for name, entry in json.loads(content[8:start]).items():
            if name == "__metadata__":
                continue
            begin, end = entry["data_offsets"]
            values = np.frombuffer(content[start + begin : start + end], "<f4")
            self._tensors[name.removeprefix("transformer.")] = values.reshape(entry["shape"])

    def wte(self):
        return self._tensors["wte.weight"]

    def wpe(self):
        return self._tensors["wpe.weight"]

    def layer(self, l):
        return {name: self._tensors[f"h.{l}.{name}"].astype(float) for name in LAYER_TENSORS}

    def ln_f(self):
        return {name: self._tensors[name].astype(float) for name in ("ln_f.weight", "ln_f.bias")}

    def head(self):
        return self.wte()
