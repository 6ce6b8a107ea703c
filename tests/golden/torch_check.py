"""Compares reference.py with a forward pass made of PyTorch's own parts, in double precision."""

import numpy as np
import torch
import torch.nn.functional as F

import reference
from random_weights import RandomModel


def torch_forward(model, ids, causal):
    """ids [T] -> the weights of all layers [L, H, T, T] and the logits [T, V]."""
    s = model.sizes
    D = s.C // s.H
    T = len(ids)
    h = torch.tensor(model.wte()).double()[ids] + torch.tensor(model.wpe()).double()[:T]
    hidden = torch.ones(T, T, dtype=torch.bool).triu(1) & causal
    all_weights = []
    for l in range(s.L):
        w = {name: torch.tensor(value) for name, value in model.layer(l).items()}
        x = F.layer_norm(h, (s.C,), w["ln_1.weight"], w["ln_1.bias"], s.epsilon)
        x = F.linear(x, w["attn.c_attn.weight"].T, w["attn.c_attn.bias"])
        q, k, v = (part.view(T, s.H, D).transpose(0, 1) for part in x.chunk(3, dim=1))
        scores = torch.bmm(q, k.transpose(1, 2)) * D**-0.5
        weights = F.softmax(scores.masked_fill(hidden, float("-inf")), dim=-1)
        all_weights.append(weights)
        x = torch.bmm(weights, v).transpose(0, 1).reshape(T, s.C)
        h = h + F.linear(x, w["attn.c_proj.weight"].T, w["attn.c_proj.bias"])
        x = F.layer_norm(h, (s.C,), w["ln_2.weight"], w["ln_2.bias"], s.epsilon)
        x = F.gelu(F.linear(x, w["mlp.c_fc.weight"].T, w["mlp.c_fc.bias"]), approximate="tanh")
        h = h + F.linear(x, w["mlp.c_proj.weight"].T, w["mlp.c_proj.bias"])
    ln_f = {name: torch.tensor(value) for name, value in model.ln_f().items()}
    x = F.layer_norm(h, (s.C,), ln_f["ln_f.weight"], ln_f["ln_f.bias"], s.epsilon)
    return torch.stack(all_weights), F.linear(x, torch.tensor(model.head()).double())


def check(sizes, seed, inputs):
    model = RandomModel(seed, sizes)
    for ids in inputs:
        for causal in (True, False):
            ours = reference.forward(model, np.array(ids), causal)
            weights, logits = torch_forward(model, ids, causal)
            differences = (
                np.abs(weights.numpy() - [layer["weights"] for layer in ours["layers"]]).max(),
                np.abs(logits.numpy() - ours["logits"]).max(),
            )
            print(f"T = {len(ids)}, causal = {causal}: weights differ by {differences[0]:.1e}, "
                  f"logits by {differences[1]:.1e}")
            if max(differences) > 1e-12:
                raise SystemExit("reference.py and PyTorch disagree")
