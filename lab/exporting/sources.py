"""What a source holds: a GPT-2 of transformers, a nanoGPT or minGPT checkpoint, or a state dict.

Refuses to change a tensor. Sources for names and layouts: karpathy/nanoGPT and karpathy/minGPT
(train.py, chargpt.py, model.py), karpathy/build-nanogpt, huggingface/transformers.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from exporting.files import (ExportError, load_json, load_shards, load_tensors, printable, some,
                             torch)
from exporting.pickles import Inert

# minGPT's config.json names a type and leaves the sizes to its code.
MINGPT_HEADS = {"openai-gpt": 12, "gpt2": 12, "gpt2-medium": 16, "gpt2-large": 20, "gpt2-xl": 25,
                "gopher-44m": 16, "gpt-mini": 6, "gpt-micro": 4, "gpt-nano": 3}
SIZES = ("n_layer", "n_head", "n_embd", "n_positions", "vocab_size", "n_inner")


@dataclass
class Checkpoint:
    """What a source holds, as it is found."""
    kind: str  # what --format calls it
    tensors: dict
    settings: dict  # spelled as in Hugging Face's config.json; may be empty
    vocabulary: tuple = None  # the paths of its vocab.json and merges.txt
    report: list = field(default_factory=list)  # pairs: a word, a line about it
    is_old: bool = False  # the first minGPT


def has_tensors(content):
    """Whether it is a state dict."""
    return isinstance(content, dict) and any(torch.is_tensor(v) for v in content.values())


def settings_of(content):
    """A configuration of Hugging Face, nanoGPT or minGPT, spelled as Hugging Face does."""
    content = dict(content)
    if isinstance(content.get("model"), dict):  # minGPT: a section beside those of the training
        content = dict(content["model"])
        kind = content.pop("model_type", None)
        content["n_head"] = content.get("n_head") or MINGPT_HEADS.get(str(kind))
    content.setdefault("n_positions", content.get("block_size", content.get("n_ctx")))
    return {key: value for key, value in content.items() if value is not None}


def unread_lines(unread):
    """The report's lines about code that a pickle names."""
    return [("not loaded", f"code that the pickle names: {some(unread)}")] if unread else []


def read_file(path):
    """A file: a checkpoint with its settings, or tensors with those of a config.json beside it."""
    content, unread = load_tensors(path)
    state, settings, rest, report = content, {}, [], []
    used = [name for name in ("model", "state_dict", "model_state_dict")
            if has_tensors(content.get(name))][:1]
    if used:  # a checkpoint, which may have tensors of its own: nanoGPT's best_val_loss is one
        state = content[used[0]]
        for name in ("model_args", "config"):  # nanoGPT; build-nanogpt
            found = content.get(name)
            found = vars(found) if isinstance(found, Inert) else found
            if not settings and isinstance(found, dict) and found.get("n_head") is not None:
                used.append(name)
                settings = settings_of({key: found.get(key) for key in SIZES + ("block_size",)})
        rest = [name for name in content if name not in used]
    elif not has_tensors(content):
        raise ExportError(f"{printable(path)} holds no tensors, but {some(content) or 'nothing'}",
                          "expected a state dict, or a checkpoint with one under 'model'")
    kind = "nanogpt" if settings else "state-dict"
    beside = path.parent / "config.json"
    if not settings and beside.is_file():
        settings = settings_of(load_json(beside))
        report.append(("settings", f"of {printable(beside)}"))
    if rest:
        report.append(("left out", f"{some(rest, most=8)} of the checkpoint"))
    return Checkpoint(kind, state, settings, None, report + unread_lines(unread))


def read_folder(folder):
    """A folder of transformers, nanoGPT or minGPT."""
    config = load_json(folder / "config.json") if (folder / "config.json").is_file() else {}
    if "model_type" in config:
        for name, load in (("model.safetensors", load_tensors), ("pytorch_model.bin", load_tensors),
                           ("model.safetensors.index.json", load_shards),
                           ("pytorch_model.bin.index.json", load_shards)):
            if (folder / name).is_file():
                paths = folder / "vocab.json", folder / "merges.txt"
                tensors, unread = load(folder / name)
                return Checkpoint("transformers", tensors, settings_of(config),
                                  paths if any(path.is_file() for path in paths) else None,
                                  unread_lines(unread))
    for name in ("ckpt.pt", "model.pt"):
        if (folder / name).is_file():
            return read_file(folder / name)
    raise ExportError(f"{printable(folder)} holds no model that is known here",
                      "expected config.json with model.safetensors or pytorch_model.bin (or the "
                      "index of their shards), ckpt.pt of nanoGPT, or model.pt of minGPT")


def refuse_other_models(settings, gelu):
    """Refuses what attnlab refuses: the same weights would mean another computation."""
    if settings.get("model_type", "gpt2") != "gpt2":
        raise ExportError(f"it is a model of type {printable(settings['model_type'])}, "
                          "expected gpt2")
    for name in ("add_cross_attention", "pruned_heads", "quantization_config"):
        if settings.get(name):
            raise ExportError(f"its configuration has {name}, which plain GPT-2 has not")
    activation = settings.get("activation_function", "gelu_new")
    if activation == "gelu" and gelu != "tanh":
        refuse_erf("its configuration says activation_function gelu")
    if activation not in ("gelu", "gelu_new", "gelu_pytorch_tanh"):
        raise ExportError(f"its activation_function is {printable(activation)}, expected gelu_new")


def refuse_erf(how_known):
    """Refuses a model that is known to use the other GELU."""
    raise ExportError(f"{how_known}: the erf form of GELU, and attnlab computes the tanh form",
                      "--gelu tanh exports it all the same; each GELU is then off by up to 4.7e-4, "
                      "and what the layers after it see, too")


def read_by_name(name):
    """A model that transformers knows by its name, from its cache or the network."""
    try:
        import transformers  # pylint: disable=import-outside-toplevel
    except ImportError as error:
        raise ExportError(f"there is no file or folder {printable(name)}, and a model is found by "
                          "name with transformers, which is not there",
                          "pip install transformers", code=2) from error
    try:
        settings = settings_of(transformers.AutoConfig.from_pretrained(name).to_dict())
        refuse_other_models(settings, "tanh")
        tensors = transformers.GPT2LMHeadModel.from_pretrained(name).state_dict()
    except ExportError:
        raise
    except Exception as error:  # it is another's code: a network, a token, a file may be wrong
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise ExportError(f"transformers cannot load {printable(name)}: {printable(reason)}",
                          code=2) from error
    try:
        vocabulary = tuple(Path(transformers.utils.cached_file(name, file))
                           for file in ("vocab.json", "merges.txt"))
    except (OSError, TypeError):  # it has none
        vocabulary = None
    return Checkpoint("transformers", tensors, settings, vocabulary)


def read_source(source):
    """Whatever --from names."""
    if Path(source).is_dir():
        return read_folder(Path(source))
    if Path(source).is_file():
        return read_file(Path(source))
    if Path(source).exists():
        raise ExportError(f"{printable(source)} is no regular file", code=2)
    looks_like_file = Path(source).suffix in (".pt", ".pth", ".bin", ".ckpt", ".safetensors")
    if looks_like_file or not re.fullmatch(r"\w[\w.-]*(/\w[\w.-]*)?", source):
        raise ExportError(f"there is no file or folder {printable(source)}", code=2)
    return read_by_name(source)
