"""A model as a folder of files in Hugging Face's GPT-2 format: written by the training, read by
the evaluation, so that what is measured is what is shipped.

Refuses to hold figures, facts or prose: figures.json and the model card are the evaluation's.
"""

import json

import torch

import safetensors_file
from model import Config, Gpt2
from vocabulary import Vocabulary


def write(folder, model, vocabulary):
    """Writes config.json, model.safetensors, vocab.json and merges.txt."""
    folder.mkdir(parents=True, exist_ok=True)
    config = model.config
    fields = {
        "model_type": "gpt2",
        "architectures": ["GPT2LMHeadModel"],
        "activation_function": "gelu_new",
        "n_layer": config.n_layer,
        "n_head": config.n_head,
        "n_embd": config.n_embd,
        "n_positions": config.n_positions,
        "n_ctx": config.n_positions,
        "vocab_size": config.vocab_size,
        "layer_norm_epsilon": config.layer_norm_epsilon,
        "bos_token_id": vocabulary.end_of_text,
        "eos_token_id": vocabulary.end_of_text,
        "tie_word_embeddings": True,
    }
    (folder / "config.json").write_text(json.dumps(fields, indent=2) + "\n", encoding="utf-8")
    tensors = {name: value.numpy() for name, value in model.state_dict().items()}
    safetensors_file.write(folder / "model.safetensors", tensors)
    vocabulary.write(folder)


def read(folder):
    """The model and the vocabulary of a folder."""
    fields = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config = Config(**{name: fields[name] for name in Config.__dataclass_fields__})
    model = Gpt2(config)
    tensors = safetensors_file.read(folder / "model.safetensors")
    model.load_state_dict({name: torch.tensor(array) for name, array in tensors.items()})
    return model.eval(), Vocabulary.read(folder)
