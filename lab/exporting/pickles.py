"""Reads what torch.save wrote, in its zip format and in the one before PyTorch 1.6, and runs no
code that the file names. Tensors and plain Python data come out; an object of any other class
comes out as its plain attributes.

torch.load is not used. It runs what a file names, unless weights_only is set; and that fails with
PyTorch 1.13 at a number like 0.1, which every nanoGPT checkpoint holds, and with later ones at a
configuration that is an object. A pickle_module of one's own is ignored by PyTorch 1.13.
Source of both formats: PyTorch, torch/serialization.py (_save, _load, _legacy_save, _legacy_load).
"""

import collections
import os
import pickle
import struct
import zipfile

try:
    import torch
except ImportError:  # the command says so
    torch = None

OLD_MAGIC_NUMBER = 0x1950A86A20F9469CFC6C
STORAGES = {"Double": "float64", "Float": "float32", "Half": "float16", "BFloat16": "bfloat16",
            "Long": "int64", "Int": "int32", "Short": "int16", "Char": "int8", "Byte": "uint8",
            "Bool": "bool", "Untyped": "uint8"}


class BrokenFile(Exception):
    """What is wrong with a file, in words of this project."""


class Inert:
    """Stands for an object of a class that is not loaded: keeps its plain attributes, such as a
    configuration's n_head, and does nothing."""

    def __new__(cls, *_, **__):
        return object.__new__(cls)

    def __init__(self, *_, **__):
        pass

    def __setstate__(self, state):
        if isinstance(state, dict):
            self.__dict__.update({k: v for k, v in state.items() if isinstance(k, str)})

    def __setitem__(self, key, value):
        pass

    def append(self, _):
        """What a list or set of another's class holds is not kept."""

    extend = add = append


def rebuild_tensor(storage, offset, size, stride, *_):
    """A tensor as a view of its storage; PyTorch refuses one that leaves it."""
    return storage.as_strided(size, stride, offset)


def rebuild_parameter(tensor, *_):
    """A parameter is a tensor here."""
    return tensor


def rebuild_with_attributes(rebuild, _, arguments, *__):
    """A tensor that carries attributes, which are not kept."""
    return rebuild(*arguments)


KNOWN = {("collections", "OrderedDict"): collections.OrderedDict, ("torch", "Size"): tuple,
         ("torch._utils", "_rebuild_tensor"): rebuild_tensor,
         ("torch._utils", "_rebuild_tensor_v2"): rebuild_tensor,
         ("torch._utils", "_rebuild_parameter"): rebuild_parameter,
         ("torch._utils", "_rebuild_parameter_with_state"): rebuild_parameter,
         ("torch._tensor", "_rebuild_from_type_v2"): rebuild_with_attributes}


class Unpickler(pickle.Unpickler):
    """Takes names for what is known here, or for an Inert; nothing is imported."""

    def __init__(self, file, largest, fill=None):
        super().__init__(file, encoding="utf-8")
        self.largest, self.fill = largest, fill  # bytes of a storage; called to read one
        self.storages = {}  # key -> (bytes, 1-D tensor over them)
        self.unread = set()

    def find_class(self, module_name, global_name):
        if (module_name, global_name) in KNOWN:
            return KNOWN[module_name, global_name]
        kind = STORAGES.get(global_name.removesuffix("Storage"))
        if kind and module_name in ("torch", "torch.cuda", "torch.storage"):
            return getattr(torch, kind)
        self.unread.add(f"{module_name}.{global_name}")
        return Inert

    def persistent_load(self, pid):
        """The storage that an id names: ("storage", type, key, where it was, number of values)."""
        _, dtype, key, _, count = pid[:5]
        if not isinstance(dtype, torch.dtype) or any(pid[5:]):
            raise BrokenFile("it holds tensors of a kind that is not known here")
        if key not in self.storages:
            size = count * torch.empty(0, dtype=dtype).element_size()
            if not 0 <= size <= self.largest:
                raise BrokenFile("a tensor is larger than the file")
            data = bytearray(size)
            if self.fill:
                self.fill(key, data)
            flat = torch.frombuffer(data, dtype=dtype) if size else torch.empty(0, dtype=dtype)
            self.storages[key] = data, flat
        return self.storages[key][1]


def read_exactly(file, data):
    """Fills `data` from a file."""
    if file.readinto(data) != len(data):
        raise BrokenFile("it ends in the midst of a tensor")


def read_zip(file, largest):
    """The zip format: data.pkl is the object, data/KEY a storage."""
    with zipfile.ZipFile(file) as archive:
        roots = [name for name in archive.namelist() if name.endswith("/data.pkl")]
        if len(roots) != 1:
            raise BrokenFile("it is a zip file, and not of torch.save")
        root = roots[0][:-len("data.pkl")]
        if root + "byteorder" in archive.namelist() and (
                archive.read(root + "byteorder") != b"little"):
            raise BrokenFile("it is of a machine with the other byte order")

        def fill(key, data):
            with archive.open(f"{root}data/{key}") as storage:
                read_exactly(storage, data)

        with archive.open(roots[0]) as pickled:
            unpickler = Unpickler(pickled, largest, fill)
            return unpickler.load(), unpickler.unread


def read_old(file, largest):
    """The old format: five pickles, the fourth is the object; then size and bytes of storages."""
    if Unpickler(file, 0).load() != OLD_MAGIC_NUMBER:
        raise BrokenFile("it is not of torch.save")
    for _ in ("version", "machine"):
        Unpickler(file, 0).load()
    unpickler = Unpickler(file, largest)
    content = unpickler.load()
    for key in Unpickler(file, 0).load():
        data, flat = unpickler.storages[key]
        count = struct.unpack("<q", file.read(8))[0]
        if count != flat.numel():
            raise BrokenFile("a tensor has another size than it says")
        read_exactly(file, data)
    return content, unpickler.unread


def read(path):
    """The object in a file of torch.save, and the names of the code that was not loaded.

    Errors: BrokenFile where it can be said what is wrong, else any exception, for a file that is
    no such file or not whole."""
    with open(path, "rb") as file:
        is_zip = file.read(4) == b"PK\x03\x04"
        file.seek(0)
        content, unread = (read_zip if is_zip else read_old)(file, os.path.getsize(path))
    return content, sorted(unread)
