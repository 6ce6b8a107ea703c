"""The models whose checkpoints are exported, as their projects write them: nanoGPT and the last
minGPT (`Gpt`), the first minGPT (`OldGpt`). Our own few lines, with the same names and layouts.

Refuses to be fast or to train: random weights, one text, and the attention maps come out.
Sources: karpathy/nanoGPT and karpathy/minGPT, model.py.
"""

import math

import torch
import torch.nn.functional as F
from torch import nn


def attend(q, k, v, n_head):
    """q, k, v [T, C] -> output [T, C] and the maps [H, T, T]."""
    T, C = q.shape
    q, k, v = (x.view(T, n_head, C // n_head).transpose(0, 1) for x in (q, k, v))
    scores = q @ k.transpose(1, 2) / math.sqrt(C // n_head)
    future = torch.ones(T, T, dtype=torch.bool).triu(1)
    weights = scores.masked_fill(future, -math.inf).softmax(-1)
    return (weights @ v).transpose(0, 1).reshape(T, C), weights


class LayerNorm(nn.Module):
    """With or without a bias."""

    def __init__(self, width, bias):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.bias = nn.Parameter(torch.zeros(width)) if bias else None

    def forward(self, x):
        """[T, C] -> [T, C]"""
        return F.layer_norm(x, self.weight.shape, self.weight, self.bias, 1e-5)


class Block(nn.Module):
    """A layer of `Gpt`."""

    def __init__(self, sizes, bias, has_mask):
        super().__init__()
        C = sizes["n_embd"]
        self.n_head = sizes["n_head"]
        self.ln_1, self.ln_2 = LayerNorm(C, bias), LayerNorm(C, bias)
        self.attn = nn.ModuleDict({"c_attn": nn.Linear(C, 3 * C, bias=bias),
                                   "c_proj": nn.Linear(C, C, bias=bias)})
        self.mlp = nn.ModuleDict({"c_fc": nn.Linear(C, 4 * C, bias=bias),
                                  "c_proj": nn.Linear(4 * C, C, bias=bias)})
        if has_mask:
            P = sizes["block_size"]
            self.attn.register_buffer("bias", torch.ones(P, P).tril().view(1, 1, P, P))

    def forward(self, x, gelu):
        """[T, C] -> [T, C] and the maps [H, T, T]"""
        q, k, v = self.attn["c_attn"](self.ln_1(x)).chunk(3, dim=1)
        output, weights = attend(q, k, v, self.n_head)
        x = x + self.attn["c_proj"](output)
        hidden = F.gelu(self.mlp["c_fc"](self.ln_2(x)), approximate=gelu)
        return x + self.mlp["c_proj"](hidden), weights


class Gpt(nn.Module):
    """nanoGPT (a tied head, biases or none), or the last minGPT (a head of its own, the mask)."""

    def __init__(self, sizes, bias=True, tied=True, has_mask=False, gelu="tanh"):
        super().__init__()
        self.gelu = gelu
        C = sizes["n_embd"]
        self.transformer = nn.ModuleDict({
            "wte": nn.Embedding(sizes["vocab_size"], C),
            "wpe": nn.Embedding(sizes["block_size"], C),
            "h": nn.ModuleList(Block(sizes, bias, has_mask) for _ in range(sizes["n_layer"])),
            "ln_f": LayerNorm(C, bias)})
        self.lm_head = nn.Linear(C, sizes["vocab_size"], bias=False)
        if tied:
            self.transformer["wte"].weight = self.lm_head.weight

    def forward(self, ids):
        """ids [T] -> the maps [L, H, T, T] and the logits [T, V]"""
        stack = self.transformer
        x = stack["wte"](ids) + stack["wpe"].weight[:len(ids)]
        maps = []
        for block in stack["h"]:
            x, weights = block(x, self.gelu)
            maps.append(weights)
        return torch.stack(maps), self.lm_head(stack["ln_f"](x))


class OldBlock(nn.Module):
    """A layer of `OldGpt`."""

    def __init__(self, sizes):
        super().__init__()
        C, P = sizes["n_embd"], sizes["block_size"]
        self.n_head = sizes["n_head"]
        self.ln1, self.ln2 = nn.LayerNorm(C), nn.LayerNorm(C)
        self.attn = nn.ModuleDict({name: nn.Linear(C, C)
                                   for name in ("key", "query", "value", "proj")})
        self.attn.register_buffer("mask", torch.ones(P, P).tril().view(1, 1, P, P))
        self.mlp = nn.Sequential(nn.Linear(C, 4 * C), nn.GELU(), nn.Linear(4 * C, C))

    def forward(self, x, gelu):
        """[T, C] -> [T, C] and the maps [H, T, T]"""
        y = self.ln1(x)
        output, weights = attend(*(self.attn[part](y) for part in ("query", "key", "value")),
                                 self.n_head)
        x = x + self.attn["proj"](output)
        return x + self.mlp[2](F.gelu(self.mlp[0](self.ln2(x)), approximate=gelu)), weights


class OldGpt(nn.Module):
    """The first minGPT."""

    def __init__(self, sizes, gelu="tanh"):
        super().__init__()
        self.gelu = gelu
        C = sizes["n_embd"]
        self.tok_emb = nn.Embedding(sizes["vocab_size"], C)
        self.pos_emb = nn.Parameter(torch.zeros(1, sizes["block_size"], C))
        self.blocks = nn.ModuleList(OldBlock(sizes) for _ in range(sizes["n_layer"]))
        self.ln_f = nn.LayerNorm(C)
        self.head = nn.Linear(C, sizes["vocab_size"], bias=False)

    def forward(self, ids):
        """ids [T] -> the maps [L, H, T, T] and the logits [T, V]"""
        x = self.tok_emb(ids) + self.pos_emb[0, :len(ids)]
        maps = []
        for block in self.blocks:
            x, weights = block(x, self.gelu)
            maps.append(weights)
        return torch.stack(maps), self.head(self.ln_f(x))


def randomise(model, seed=1):
    """Weights large enough that heads look somewhere and every bias counts."""
    generator = torch.Generator().manual_seed(seed)
    for name, parameter in model.named_parameters():
        centre = 1.0 if "ln" in name and name.endswith("weight") else 0.0
        width = 0.3 if parameter.dim() == 2 else 0.1
        parameter.data.normal_(centre, width, generator=generator)
    return model.eval()
