"""Files of tensors: reads those of torch.save and safetensors, either of them cut into shards;
writes safetensors, and a folder that is there whole or not at all.

Knows nothing of GPT-2.
Source of the safetensors format: its description in huggingface/safetensors.
"""

import json
import os
import shutil
import struct
from contextlib import contextmanager
from pathlib import Path

from exporting import pickles
from exporting.pickles import Inert, torch

SAVE_WEIGHTS = "save the weights alone: torch.save(model.state_dict(), FILE)"
LONGEST_HEADER = 100_000_000  # of safetensors, as its own reader bounds it


class ExportError(Exception):
    """One line that says what was wrong, what to do about it, and the exit code."""

    def __init__(self, message, hint="", code=1):
        super().__init__(message)
        self.hint, self.code = hint, code


def printable(text):
    """A text from outside, safe on a terminal and in one line."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(text))


def some(items, most=4):
    """The first of a list, in one line."""
    items = [printable(item) for item in items]
    more = f" and {len(items) - most} more" if len(items) > most else ""
    return ", ".join(items[:most]) + more


def load_pickle(path):
    """What torch.save wrote, on the CPU, and the names of the code in it that was not loaded."""
    try:
        return pickles.read(path)
    except (OSError, MemoryError):
        raise
    except Exception as error:  # a broken pickle raises anything
        is_ours = isinstance(error, pickles.BrokenFile)
        reason = printable(error) if is_ours else "it is no whole file of torch.save()"
        raise ExportError(f"{printable(path)} cannot be read: {reason}",
                          "incomplete download? a checkpoint is what torch.save() wrote") from error


def load_safetensors(path):
    """name -> tensor of a safetensors file."""
    types = {"F64": torch.float64, "F32": torch.float32, "F16": torch.float16,
             "BF16": torch.bfloat16, "I64": torch.int64, "I32": torch.int32, "I16": torch.int16,
             "I8": torch.int8, "U8": torch.uint8, "BOOL": torch.bool}
    tensors = {}
    with open(path, "rb") as file:
        try:
            length = struct.unpack("<Q", file.read(8))[0]
            if length > LONGEST_HEADER:
                raise ValueError("the header is too long")
            header = json.loads(file.read(length))
            header.pop("__metadata__", None)
            for name, entry in header.items():
                begin, end = entry["data_offsets"]
                file.seek(8 + length + begin)
                data = bytearray(file.read(end - begin))
                dtype = types[entry["dtype"]]
                flat = torch.frombuffer(data, dtype=dtype) if data else torch.empty(0, dtype=dtype)
                tensors[name] = flat.view(entry["shape"])
        except (struct.error, ValueError, KeyError, TypeError, AttributeError, RuntimeError) as bad:
            raise ExportError(f"{printable(path)} is no whole safetensors file",
                              "incomplete download?") from bad
    return tensors


def load_json(path):
    """The object in a JSON file."""
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ExportError(f"{printable(path)} is not JSON") from error
    if not isinstance(content, dict):
        raise ExportError(f"{printable(path)} holds no JSON object")
    return content


def load_shards(index):
    """The tensors of the files that an index names; as load_tensors."""
    places = load_json(index).get("weight_map")
    if not isinstance(places, dict) or not all(
            isinstance(name, str) and name == Path(name).name for name in places.values()):
        raise ExportError(f"{printable(index)} has no weight_map of tensors and files beside it")
    files = sorted(set(places.values()))
    missing = [name for name in files if not (index.parent / name).is_file()]
    if missing:
        raise ExportError(f"{len(missing)} of the {len(files)} files that {printable(index)} names "
                          f"are missing: {some(missing)}", "incomplete download?")
    unread, shards = [], {}
    for name in files:
        shards[name], unread_here = load_tensors(index.parent / name)
        unread += unread_here
    lost = [name for name, file in places.items() if name not in shards[file]]
    if lost:
        raise ExportError(f"tensors are not in the files that {printable(index)} names: "
                          f"{some(lost)}")
    return {name: shards[file][name] for name, file in places.items()}, unread


def load_tensors(path):
    """The dict in a file of weights, and the names of code in it that was not loaded."""
    if path.suffix == ".safetensors":
        return load_safetensors(path), []
    content, unread = load_pickle(path)
    if not isinstance(content, dict):
        what = "a whole module" if isinstance(content, Inert) else f"a {type(content).__name__}"
        raise ExportError(f"{printable(path)} holds {what}, expected a dict of tensors",
                          SAVE_WEIGHTS)
    return content, unread


# --- Writing -------------------------------------------------------------------------------------

def write_safetensors(path, tensors):
    """Writes tensors of F32, F16 and BF16, in their order; returns the size of the file."""
    types = {torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16"}
    header, offset = {"__metadata__": {"format": "pt"}}, 0
    for name, tensor in tensors.items():
        end = offset + tensor.numel() * tensor.element_size()
        header[name] = {"dtype": types[tensor.dtype], "shape": list(tensor.shape),
                        "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header, separators=(",", ":")).encode("utf-8")
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for tensor in tensors.values():
            # As whole numbers: NumPy has no BF16, and the bytes are the same.
            wide = tensor.element_size() == 4
            numbers = tensor.contiguous().view(torch.int32 if wide else torch.int16).numpy()
            file.write(memoryview(numbers.astype("<i4" if wide else "<i2", copy=False)).cast("B"))
        return file.tell()


@contextmanager
def new_folder(target, may_replace, our_files):
    """Gives a folder beside the target that takes its place at the end, and is gone if that fails.

    A target that is there is replaced if that is allowed and it holds nothing but `our_files`."""
    target = Path(os.path.realpath(target))
    shown = printable(target)
    if not target.parent.exists():
        raise ExportError(f"the folder {printable(target.parent)} does not exist",
                          "make it, or name a folder in one that is there", code=2)
    if not target.parent.is_dir():
        raise ExportError(f"{printable(target.parent)} is no folder to write into", code=2)
    if target.exists() or target.is_symlink():
        if not target.is_dir():
            raise ExportError(f"{shown} is there, and is no folder", code=2)
        if target == Path.cwd() or target in Path.cwd().parents:
            raise ExportError(f"{shown} is the folder you are in", "name a new one", code=2)
        held = sorted(path.name for path in target.iterdir())
        if held and not may_replace:
            raise ExportError(f"{shown} is there already", "--force replaces it", code=2)
        others = [name for name in held if name not in our_files]
        if others:
            raise ExportError(f"{shown} holds more than a model: {some(others)}",
                              "--force replaces only what this command writes", code=2)
    made = target.parent / f".{target.name}.new.{os.getpid()}"
    old = target.parent / f".{target.name}.old.{os.getpid()}"
    made.mkdir()
    try:
        yield made
        if target.exists():
            target.rename(old)
        try:
            made.rename(target)
        except BaseException:
            if old.exists():
                old.rename(target)
            raise
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(made, ignore_errors=True)
