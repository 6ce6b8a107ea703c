"""Writes and reads safetensors files of F32 tensors.

Refuses every other type. Source: the format's description in huggingface/safetensors.
"""

import json
import struct

import numpy as np


def write(path, tensors):
    """Writes a dict of name -> float32 array, names in order, header padded to 8 bytes."""
    header, offset = {"__metadata__": {"format": "pt"}}, 0
    for name in sorted(tensors):
        array = tensors[name]
        if array.dtype != np.float32:
            raise ValueError(f"tensor {name} is {array.dtype}, expected float32")
        header[name] = {"dtype": "F32", "shape": list(array.shape),
                        "data_offsets": [offset, offset + array.nbytes]}
        offset += array.nbytes
    text = json.dumps(header, separators=(",", ":")).encode("utf-8")
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for name in sorted(tensors):
            file.write(np.ascontiguousarray(tensors[name], "<f4").tobytes())


def read(path):
    """Reads a file into a dict of name -> float32 array."""
    content = path.read_bytes()
    length = struct.unpack("<Q", content[:8])[0]
    header = json.loads(content[8:8 + length])
    header.pop("__metadata__", None)
    tensors = {}
    for name, entry in header.items():
        if entry["dtype"] != "F32":
            raise ValueError(f"{path}: tensor {name} is {entry['dtype']}, expected F32")
        start, end = entry["data_offsets"]
        data = np.frombuffer(content[8 + length + start:8 + length + end], "<f4")
        tensors[name] = data.reshape(entry["shape"])
    return tensors
