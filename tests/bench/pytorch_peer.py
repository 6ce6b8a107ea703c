"""The peer: PyTorch runs the same GPT-2 on the same ids, as `output_attentions=True` computes it.

Every step is an eager PyTorch call and every map is kept: matmul, divide, where(mask), softmax,
matmul, as in Hugging Face's `GPT2Attention._attn`, which is not needed here. The weights are mapped
from model.safetensors; no vocabulary is read. It prints a JSON list, an object for each text, and
with --once nothing. Whoever starts it chooses the kernels and threads of the BLAS by the
environment.

torch.addmm is the fastest that PyTorch 1.13 has for a linear layer: measured with 14, 128 and 1024
tokens on an AVX-512 machine, OpenBLAS with its kernels for it, against F.linear, 1 x 1 convolutions
and oneDNN's mkldnn_linear, which are as fast at best (the last takes up to 1.7 times as long).
"""

import argparse
import json
import pathlib
import struct
import sys
import time

import torch
import torch.nn.functional as F

# The largest difference between a weight of ours and PyTorch's that counts as agreement.
# Measured: 1.7e-6 with 14 and with 128 tokens; both sum floats, in orders of their own.
LARGEST_DIFFERENCE = 1e-5


class Gpt2:
    """The weights as views of the mapped file, and the forward pass."""

    def __init__(self, folder):
        config = json.loads((folder / "config.json").read_text())
        self.n_head, self.n_layer = config["n_head"], config["n_layer"]
        self.epsilon = config["layer_norm_epsilon"]
        tensors = map_tensors(folder / "model.safetensors")
        self.wte, self.wpe = tensors["wte.weight"], tensors["wpe.weight"]
        self.ln_f = tensors["ln_f.weight"], tensors["ln_f.bias"]
        names = ("ln_1", "attn.c_attn", "attn.c_proj", "ln_2", "mlp.c_fc", "mlp.c_proj")
        self.blocks = [
            [(tensors[f"h.{layer}.{name}.weight"], tensors[f"h.{layer}.{name}.bias"])
             for name in names] for layer in range(self.n_layer)]
        n_positions = self.wpe.shape[0]
        # A buffer of the model in Hugging Face's code, too: not made anew in each run.
        self.mask = torch.ones(n_positions, n_positions, dtype=torch.bool).tril()

    def forward(self, ids):
        """ids [T] -> hidden [T, C] and the maps of all layers, L times [1, H, T, T]."""
        C = self.wte.shape[1]
        h = self.wte[ids] + self.wpe[:len(ids)]
        maps = []
        for ln_1, c_attn, attn_c_proj, ln_2, c_fc, mlp_c_proj in self.blocks:
            x = F.layer_norm(h, (C,), *ln_1, self.epsilon)
            x, weights = self.attend(linear(x, c_attn))
            maps.append(weights)
            h = h + linear(x, attn_c_proj)
            x = F.layer_norm(h, (C,), *ln_2, self.epsilon)
            # One call of PyTorch's own; the four that Hugging Face's NewGELU makes are slower.
            h = h + linear(F.gelu(linear(x, c_fc), approximate="tanh"), mlp_c_proj)
        return F.layer_norm(h, (C,), *self.ln_f, self.epsilon), maps

    def attend(self, qkv):
        """qkv [T, 3C] -> output [T, C] and the map [1, H, T, T]."""
        T, C = qkv.shape[0], qkv.shape[1] // 3
        D = C // self.n_head
        q, k, v = (part.view(1, T, self.n_head, D).transpose(1, 2) for part in qkv.split(C, dim=1))
        scores = torch.matmul(q, k.transpose(-1, -2)) / torch.full([], D**0.5)
        lowest = torch.full([], torch.finfo(scores.dtype).min)
        weights = F.softmax(torch.where(self.mask[:T, :T], scores, lowest), dim=-1)
        output = torch.matmul(weights, v)
        return output.transpose(1, 2).contiguous().view(T, C), weights


def linear(x, weight_and_bias):
    """x [T, in] -> [T, out]: Hugging Face's Conv1D."""
    weight, bias = weight_and_bias
    return torch.addmm(bias, x, weight)


def map_tensors(path):
    """The F32 tensors of a safetensors file, none copied, without `transformer.`."""
    with path.open("rb") as file:
        length = struct.unpack("<Q", file.read(8))[0]
        header = json.loads(file.read(length))
    if length % 4 != 0:
        raise SystemExit(f"error: {path}: the data begins at byte {8 + length}, no multiple of 4")
    floats = torch.from_file(str(path), shared=False, size=path.stat().st_size // 4)
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        begin, end = ((8 + length + offset) // 4 for offset in entry["data_offsets"])
        tensors[name.removeprefix("transformer.")] = floats[begin:end].view(entry["shape"])
    return tensors


def largest_difference(maps, ours):
    """The largest |PyTorch - ours| over all maps; `ours` is the JSON that attnlab wrote."""
    theirs = torch.cat(maps)
    weights = torch.tensor(ours["attention"])
    if weights.shape != theirs.shape:
        raise SystemExit(f"error: ours has maps of {list(weights.shape)}, "
                         f"PyTorch of {list(theirs.shape)}")
    return (weights - theirs).abs().max().item()


def timed_runs(model, ids, n_runs, seconds):
    """The times of at least `n_runs` runs that take at least `seconds` together."""
    times = []
    while len(times) < n_runs or sum(times) < seconds:
        begin = time.perf_counter()
        model.forward(ids)
        times.append(time.perf_counter() - begin)
    return times


def look_at(model, ids, arguments):
    """Runs one text: not timed at first, then timed. Returns what is to be told about it."""
    _, maps = model.forward(ids)
    result = {"torch": torch.__version__, "tokens": len(ids)}
    if arguments.agree:
        difference = largest_difference(maps, json.loads(arguments.agree.read_text()))
        result["largest_difference"] = difference
        result["bound"] = LARGEST_DIFFERENCE
        result["agrees"] = difference <= LARGEST_DIFFERENCE
    result["seconds"] = timed_runs(model, ids, arguments.runs, arguments.seconds)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=pathlib.Path, help="a folder in Hugging Face's format")
    parser.add_argument("--ids", nargs="+", required=True, help="texts as ids between commas")
    parser.add_argument("--threads", type=int, default=1, help="PyTorch's own threads")
    parser.add_argument("--runs", type=int, default=3, help="timed runs of each text, at least")
    parser.add_argument("--seconds", type=float, default=0.0, help="time to run, at least")
    parser.add_argument("--once", action="store_true", help="run once, print nothing")
    parser.add_argument("--agree", type=pathlib.Path, help="compare with this JSON of attnlab's")
    arguments = parser.parse_args()

    torch.set_num_threads(arguments.threads)
    texts = [torch.tensor([int(number) for number in text.split(",")]) for text in arguments.ids]
    model = Gpt2(arguments.model)
    with torch.inference_mode():
        if arguments.once:
            model.forward(texts[0])
        else:
            json.dump([look_at(model, ids, arguments) for ids in texts], sys.stdout)


if __name__ == "__main__":
    main()
