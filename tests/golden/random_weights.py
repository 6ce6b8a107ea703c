"""The project's random numbers and the rule for random models' weights, in numpy.

Written from the descriptions in src/base/random.hpp and tests/support/random_weights.hpp; it loads
no code of the program. Every number here is the program's number to the last bit.
"""

import math

import numpy as np

GAMMA = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1
CHUNK = 1 << 22  # numbers made at once, to bound the memory


def bits(seed, start, count):
    """Numbers start .. start + count - 1 of SplitMix64's stream, as uint64."""
    n = np.arange(start + 1, start + count + 1, dtype=np.uint64)
    z = n * np.uint64(GAMMA) + np.uint64(seed)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def uniform(seed, start, count):
    """The same numbers on [0, 1): the upper 53 bits, scaled."""
    return (bits(seed, start, count) >> np.uint64(11)).astype(np.float64) * 2.0**-53


def normals(seed, count):
    """Normal numbers, one by one: a ratio of uniforms, accepted by a logarithm."""
    state = seed

    def next_uniform():
        nonlocal state
        state = (state + GAMMA) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return ((z ^ (z >> 31)) >> 11) * 2.0**-53

    found = []
    while len(found) < count:
        u = next_uniform()
        v = 1.0 - next_uniform()
        z = 1.7155277699214135 * (u - 0.5) / v
        if z * z <= -4.0 * math.log(v):
            found.append(z)
    return found


class Sizes:
    """The sizes of a model: L layers, H heads, C channels, P positions, V words; I inner."""

    def __init__(self, L, H, C, P, V, tied, epsilon=1e-5):
        self.L, self.H, self.C, self.P, self.V = L, H, C, P, V
        self.I, self.tied, self.epsilon = 4 * C, tied, epsilon

    def config(self):
        return {
            "n_layer": self.L, "n_head": self.H, "n_embd": self.C, "n_positions": self.P,
            "vocab_size": self.V, "layer_norm_epsilon": self.epsilon,
            "tie_word_embeddings": self.tied,
        }


LAYER_TENSORS = [
    "ln_1.weight", "ln_1.bias", "attn.c_attn.weight", "attn.c_attn.bias", "attn.c_proj.weight",
    "attn.c_proj.bias", "ln_2.weight", "ln_2.bias", "mlp.c_fc.weight", "mlp.c_fc.bias",
    "mlp.c_proj.weight", "mlp.c_proj.bias",
]


def layer_shapes(s):
    return {
        "ln_1.weight": (s.C,), "ln_1.bias": (s.C,),
        "attn.c_attn.weight": (s.C, 3 * s.C), "attn.c_attn.bias": (3 * s.C,),
        "attn.c_proj.weight": (s.C, s.C), "attn.c_proj.bias": (s.C,),
        "ln_2.weight": (s.C,), "ln_2.bias": (s.C,),
        "mlp.c_fc.weight": (s.C, s.I), "mlp.c_fc.bias": (s.I,),
        "mlp.c_proj.weight": (s.I, s.C), "mlp.c_proj.bias": (s.C,),
    }


def centre_and_half_width(name, inputs):
    def by_inputs(gain):
        return 0.0, gain * math.sqrt(3.0 / inputs)

    last = name.split(".")[-2]
    if last == "wte":
        return 0.0, 0.25
    if last == "wpe":
        return 0.0, 0.15
    if name.endswith(".bias"):
        return 0.0, 0.1
    if last.startswith("ln_"):
        return 1.0, 0.2
    return by_inputs({"c_attn": 1.2, "c_fc": 1.0, "c_proj": 0.3, "lm_head": 2.0}[last])


class RandomModel:
    """A random GPT-2 whose tensors are made when they are asked for, as float64 of float32."""

    def __init__(self, seed, sizes):
        self.seed, self.sizes = seed, sizes

    def _tensor(self, index, name, shape, inputs):
        seed = int(bits(self.seed, index, 1)[0])
        centre, half_width = centre_and_half_width(name, inputs)
        count = math.prod(shape)
        out = np.empty(count, dtype=np.float32)
        for start in range(0, count, CHUNK):
            n = min(CHUNK, count - start)
            out[start : start + n] = centre + (2.0 * uniform(seed, start, n) - 1.0) * half_width
        return out.reshape(shape)

    def wte(self):
        return self._tensor(0, "wte.weight", (self.sizes.V, self.sizes.C), None)

    def wpe(self):
        return self._tensor(1, "wpe.weight", (self.sizes.P, self.sizes.C), None)

    def layer(self, l):
        shapes = layer_shapes(self.sizes)
        return {
            name: self._tensor(2 + 12 * l + i, name, shapes[name], shapes[name][0]).astype(float)
            for i, name in enumerate(LAYER_TENSORS)
        }

    def ln_f(self):
        first = 2 + 12 * self.sizes.L
        return {
            name: self._tensor(first + i, name, (self.sizes.C,), None).astype(float)
            for i, name in enumerate(["ln_f.weight", "ln_f.bias"])
        }

    def head(self):
        """[V, C]: the token embedding where the head is tied."""
        if self.sizes.tied:
            return self.wte()
        index = 4 + 12 * self.sizes.L
        return self._tensor(index, "lm_head.weight", (self.sizes.V, self.sizes.C), self.sizes.C)
