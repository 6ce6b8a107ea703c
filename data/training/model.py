"""GPT-2 in PyTorch, with its attention in the open.

`forward` returns the logits and, when asked, each layer's attention maps; it can leave out one
head, and lets a caller look at or replace the residual stream after each layer.

Refuses to differ from GPT-2: pre-norm, learned positions, gelu_new, Conv1D weights [in, out], tied
head. The parameters carry Hugging Face's names, so that a state dict is the file's content.

Letters: B rows, L layers, H heads, T tokens, C = n_embd, D = C / H, V vocabulary.
"""

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn


@dataclass(frozen=True)
class Config:
    """The sizes, spelled as in Hugging Face's config.json."""
    vocab_size: int
    n_layer: int = 3
    n_head: int = 4
    n_embd: int = 64
    n_positions: int = 64
    layer_norm_epsilon: float = 1e-5


class Conv1D(nn.Module):
    """x W + b with W [in, out], as GPT-2 stores it."""

    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(n_in, n_out))
        self.bias = nn.Parameter(torch.zeros(n_out))

    def forward(self, x):
        """[B, T, in] -> [B, T, out]"""
        flat = torch.addmm(self.bias, x.reshape(-1, x.shape[-1]), self.weight)
        return flat.view(*x.shape[:-1], -1)


class Attention(nn.Module):
    """Causal self-attention of one layer."""

    def __init__(self, config):
        super().__init__()
        self.n_head = config.n_head
        self.c_attn = Conv1D(config.n_embd, 3 * config.n_embd)
        self.c_proj = Conv1D(config.n_embd, config.n_embd)

    def forward(self, x, without_head=None):
        """[B, T, C] -> [B, T, C] and the maps [B, H, T, T], row = query, column = key."""
        rows, tokens, width = x.shape
        split = (rows, tokens, self.n_head, width // self.n_head)
        q, k, v = (part.reshape(split).transpose(1, 2) for part in self.c_attn(x).split(width, 2))
        scores = q @ k.transpose(-2, -1) / math.sqrt(split[-1])
        future = torch.ones(tokens, tokens, dtype=torch.bool).triu(1)
        weights = scores.masked_fill(future, -math.inf).softmax(-1)
        outputs = weights @ v
        if without_head is not None:
            outputs[:, without_head] = 0.0
        return self.c_proj(outputs.transpose(1, 2).reshape(x.shape)), weights


class Mlp(nn.Module):
    """The two linear layers of a block with gelu_new between."""

    def __init__(self, config):
        super().__init__()
        self.c_fc = Conv1D(config.n_embd, 4 * config.n_embd)
        self.c_proj = Conv1D(4 * config.n_embd, config.n_embd)

    def forward(self, x):
        """[B, T, C] -> [B, T, C]"""
        return self.c_proj(F.gelu(self.c_fc(x), approximate="tanh"))


class Block(nn.Module):
    """One layer: attention and MLP, each behind a layer norm, each added to the residual."""

    def __init__(self, config):
        super().__init__()
        self.ln_1 = nn.LayerNorm(config.n_embd, eps=config.layer_norm_epsilon)
        self.attn = Attention(config)
        self.ln_2 = nn.LayerNorm(config.n_embd, eps=config.layer_norm_epsilon)
        self.mlp = Mlp(config)

    def forward(self, x, without_head=None):
        """[B, T, C] -> [B, T, C] and the maps [B, H, T, T]"""
        attended, weights = self.attn(self.ln_1(x), without_head)
        x = x + attended
        return x + self.mlp(self.ln_2(x)), weights


class Transformer(nn.Module):
    """The stack from token ids to the last layer norm."""

    def __init__(self, config):
        super().__init__()
        self.wte = nn.Embedding(config.vocab_size, config.n_embd)
        self.wpe = nn.Embedding(config.n_positions, config.n_embd)
        self.h = nn.ModuleList(Block(config) for _ in range(config.n_layer))
        self.ln_f = nn.LayerNorm(config.n_embd, eps=config.layer_norm_epsilon)


class Gpt2(nn.Module):
    """The language model."""

    def __init__(self, config):
        super().__init__()
        self.config = config
        self.transformer = Transformer(config)

    def initialise(self, generator):
        """GPT-2's start: N(0, 0.02), residual projections divided by sqrt(2 L)."""
        for name, parameter in self.named_parameters():
            if parameter.dim() == 2:
                scale = math.sqrt(2 * self.config.n_layer) if name.endswith("c_proj.weight") else 1
                parameter.data.normal_(0.0, 0.02 / scale, generator=generator)

    def hidden(self, ids, without_head=None, edit=None):
        """ids [B, T] -> the last layer norm's output [B, T, C] and a list of L maps [B, H, T, T].

        without_head: (layer, head) whose output is set to zero.
        edit: called as edit(layer, x) with the residual [B, T, C] after a layer; returns its
              replacement.
        """
        stack = self.transformer
        x = stack.wte(ids) + stack.wpe.weight[:ids.shape[1]]
        maps = []
        for layer, block in enumerate(stack.h):
            here = without_head is not None and without_head[0] == layer
            x, weights = block(x, without_head[1] if here else None)
            x = x if edit is None else edit(layer, x)
            maps.append(weights)
        return stack.ln_f(x), maps

    def logits(self, hidden):
        """[..., C] -> [..., V], through the tied embedding."""
        return hidden @ self.transformer.wte.weight.T
