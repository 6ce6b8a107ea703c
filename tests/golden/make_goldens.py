"""Writes tests/golden/data/*.json: the expected values that the C++ tests are held to.

Everything is computed in float64 by reference.py, which knows nothing of the program. Inputs are
float32 numbers, so both sides start from the same bits. Run it from anywhere:

    python3 tests/golden/make_goldens.py                      # all files
    python3 tests/golden/make_goldens.py normal attention     # some of them
    python3 tests/golden/make_goldens.py --check-with-torch   # compare with PyTorch, write nothing
"""

import argparse
import json
import pathlib
import platform

import numpy as np

import reference
from embedded_model import EmbeddedModel
from random_weights import RandomModel, Sizes, normals

DATA = pathlib.Path(__file__).resolve().parent / "data"
VERSIONS = f"Python {platform.python_version()}, numpy {np.__version__}"

SMALL = Sizes(L=2, H=3, C=24, P=16, V=50, tied=False)
SMALL_SEED = 2017
SMALL_INPUTS = [[49], [3, 14, 15, 9, 26, 5, 35, 8, 14]]
FULL = Sizes(L=12, H=12, C=768, P=1024, V=50257, tied=True)
FULL_SEED = 2019
# GPT-2's ids of "The trophy didn't fit in the suitcase because it was too big."
FULL_IDS = [464, 16383, 1422, 470, 4197, 287, 262, 45391, 780, 340, 373, 1165, 1263, 13]
FULL_MAPS = [(0, 0), (0, 7), (0, 11), (5, 1), (5, 6), (11, 0), (11, 10)]
FULL_ROWS = [0, 6, 13]
FULL_LAYERS = [0, 5, 11]
# The same sentence by the embedded model's ids, and its " The".
EMBEDDED_IDS = [424, 1169, 688, 429, 914, 287, 262, 1268, 567, 337, 356, 652, 667, 13]
EMBEDDED_CUE = 365
NEXT_TOP = 10


def plain(value):
    """numpy to JSON, floats with 12 significant digits: far finer than any float32 result."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(item) for item in value]
    if isinstance(value, (float, np.floating)):
        number = float(f"{float(value):.12g}")
        return int(number) if number.is_integer() and abs(number) < 1e6 else number
    if isinstance(value, np.integer):
        return int(value)
    return value


def write(name, note, content):
    note = f"{note} Made in float64 by tests/golden/make_goldens.py ({VERSIONS})."
    text = json.dumps({"note": note, **plain(content)}, separators=(",", ":"), allow_nan=False)
    DATA.mkdir(exist_ok=True)
    (DATA / f"{name}.json").write_text(text + "\n", encoding="ascii")
    print(f"{name}.json: {len(text)} bytes")


def normal():
    """Hex floats: every bit counts here."""
    seeds = [0, 42, 2**64 - 1]
    streams = [{"seed": seed, "values": [z.hex() for z in normals(seed, 50)]} for seed in seeds]
    write("normal", "The first 50 numbers of Random(seed).normal() for three seeds, as hex floats, "
          "from a Python transcription of the algorithm.", {"streams": streams})


def attention_case(name, q, k, v, scale, causal):
    """Q, K, V are rounded to float32 first: their decimals read back to the same floats."""
    q, k, v = (np.asarray(m, dtype=np.float32) for m in (q, k, v))
    stages = reference.attention(*(m.astype(float) for m in (q, k, v)), scale, causal)
    shown = {key: [[float(str(x)) for x in row] for row in m]
             for key, m in (("q", q), ("k", k), ("v", v))}
    return {"name": name, "scale": scale, "causal": causal, **shown, **stages,
            "entropy_bits": reference.entropy_bits(stages["weights"])}


def attention():
    seed, cases = 3, []
    stream = iter(np.random.default_rng(seed).standard_normal(100000).round(3))

    def matrix(rows, columns):
        return [[next(stream) for _ in range(columns)] for _ in range(rows)]

    shapes = [(1, 1, 1), (1, 1, 64), (2, 2, 1), (2, 2, 3), (5, 5, 4), (17, 17, 3), (17, 17, 64),
              (1, 5, 4), (5, 2, 3), (2, 17, 64), (17, 5, 1)]
    for n, m, d in shapes:
        q, k, v = matrix(n, d), matrix(m, d), matrix(m, d)
        for scale in (True, False):
            for causal in (True, False) if n == m else (False,):
                cases.append(attention_case(f"n {n} keys {m} dk {d}", q, k, v, scale, causal))

    v = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.5]]
    extremes = {
        "scores 1e5 apart": ([[1.0]] * 3, [[0.0], [1e5], [-1e5]]),
        "scores 1e5 and 1e5 + 1": ([[1.0]] * 3, [[1e5], [1e5 + 1], [1e5]]),
        "scores of 3e38": ([[1.0]] * 3, [[3e38], [3e38], [1.0]]),
        "scores of 3e38 and minus 3e38": ([[1.0]] * 3, [[-3e38], [3e38], [0.0]]),
        "all scores are minus 3e38": ([[1.0]] * 3, [[-3e38]] * 3),
        "all scores equal": ([[2.0]] * 3, [[0.75]] * 3),
    }
    for name, (q, k) in extremes.items():
        for causal in (True, False):
            cases.append(attention_case(name, q, k, v, True, causal))
    write("attention", "Attention of small Q, K, V (float32 numbers) with every stage: scores, "
          "scaled scores (before the mask), weights, output, and the entropy of each row. Numbers "
          f"are normal, from numpy's default_rng({seed}), rounded to 3 decimals, or written by "
          "hand for the extremes.", {"cases": cases})


def saturation():
    rng = np.random.default_rng(5)
    rows = {
        "one key": [3.0],
        "two equal scores": [1.0, 1.0],
        "8 against 0": [8.0, 0.0],
        "64 equal scores": [0.25] * 64,
        "8 normal scores": rng.standard_normal(8).round(3),
        "64 normal scores": rng.standard_normal(64).round(3),
        "64 normal scores times 8": (8 * rng.standard_normal(64)).round(3),
        "64 normal scores times 32": (32 * rng.standard_normal(64)).round(3),
        "one winner by 1e5": [0.0, 1e5, 3.0],
    }
    content = []
    for name, scores in rows.items():
        exact = np.asarray(scores, dtype=np.float32).astype(float)[None, :]
        p = reference.softmax(exact, np.ones_like(exact, dtype=bool))[0]
        closed, explicit = reference.jacobian_norm_closed(p), reference.jacobian_norm_explicit(p)
        # The closed form subtracts numbers near 1 under a root: it is good to sqrt(1e-16).
        if not np.isclose(closed, explicit, rtol=1e-6, atol=1e-8):
            raise SystemExit(f"{name}: {closed} by the closed form, {explicit} by the matrix")
        content.append({"name": name, "scores": list(scores), "weights": p,
                        "entropy_bits": reference.entropy_bits(p), "largest_weight": p.max(),
                        "jacobian_norm": explicit})
    write("saturation", "Rows of scores (float32 numbers) with their softmax, its entropy, its "
          "largest weight, and the Frobenius norm of its Jacobian diag(p) - p p^T from the "
          "explicit matrix (the closed form agrees). Scores are from numpy's default_rng(5) or "
          "written by hand.", {"rows": content})


def random_model():
    model = RandomModel(SMALL_SEED, SMALL)
    runs = [{"ids": ids, "causal": causal, **reference.forward(model, np.array(ids), causal)}
            for ids in SMALL_INPUTS for causal in (True, False)]
    write("random_model", "Every intermediate of a random model, for two inputs, with and without "
          "the causal mask. Weights by the rule in tests/support/random_weights.hpp, model seed "
          f"{SMALL_SEED}. Scaled scores are before the mask.",
          {"seed": SMALL_SEED, "config": SMALL.config(), "runs": runs})


def gpt2_size():
    result = reference.forward(RandomModel(FULL_SEED, FULL), np.array(FULL_IDS))
    layers, logits = result["layers"], result["logits"]
    last = logits[-1]
    top = np.argsort(-last)[:5]
    chosen = sorted({0, FULL.V - 1, *top.tolist(), *range(1000, 40000, 3000)})
    gaps = last[top[:4]] - last[top[1:]]
    if gaps.min() < 1e-2:
        raise SystemExit(f"the top 5 are too close for a stable order: gaps {gaps}")
    write("gpt2_size", "Spots of a random model of GPT-2 small's sizes. Weights by the rule in "
          f"tests/support/random_weights.hpp, model seed {FULL_SEED}.", {
              "seed": FULL_SEED, "config": FULL.config(), "ids": FULL_IDS,
              "maps": [{"layer": l, "head": h, "weights": layers[l]["weights"][h]}
                       for l, h in FULL_MAPS],
              "block_rows": [{"layer": l, "row": r, "values": layers[l]["block_output"][r]}
                             for l in FULL_LAYERS for r in FULL_ROWS],
              "block_sums": [layer["block_output"].sum() for layer in layers],
              "map_squares": [(layer["weights"]**2).sum() for layer in layers],
              "logit_ids": chosen, "logits": last[chosen], "first_logits": logits[0][chosen],
              "top_ids": top, "top_logits": last[top], "logit_sums": logits.sum(axis=1)})


def next_of_text(model, ids, asked):
    """The most probable next tokens, the greedy continuation and the loss of one text."""
    def probabilities(known):
        logits = reference.forward(model, np.array(known))["logits"]
        return reference.softmax(logits, np.ones_like(logits, dtype=bool))

    p = probabilities(ids)
    top = np.argsort(-p[-1], kind="stable")[:NEXT_TOP]
    gaps = -np.diff(p[-1][top]) / p[-1][top[1:]]
    if gaps.min() < 1e-4:  # a hundred times what float leaves open
        raise SystemExit(f"the top {NEXT_TOP} are too close for a stable order: gaps {gaps}")
    greedy, chances = [], []
    while len(greedy) < asked and model.end_of_text not in greedy:
        last = probabilities(ids + greedy)[-1]
        greedy.append(int(last.argmax()))
        chances.append(last.max())
    loss = -np.mean([np.log(p[i, ids[i + 1]]) for i in range(len(ids) - 1)])
    return {"ids": ids, "top_ids": top, "top_probabilities": p[-1][top], "greedy_asked": asked,
            "greedy_ids": greedy, "greedy_probabilities": chances, "loss": loss}


def next_tokens():
    model = EmbeddedModel()
    texts = [(EMBEDDED_IDS, 12), ([model.end_of_text] + EMBEDDED_IDS, 3),
             (EMBEDDED_IDS + [EMBEDDED_CUE], 9), (EMBEDDED_IDS[:8] + EMBEDDED_IDS[:4], 5)]
    write("next_tokens", "What the embedded model holds to come next after some ids: the most "
          "probable tokens, the greedy continuation to the end-of-text token or as long as asked, "
          "and the mean next-token loss.",
          {"texts": [next_of_text(model, ids, asked) for ids, asked in texts]})


ALL = {f.__name__: f for f in
       (normal, attention, saturation, random_model, gpt2_size, next_tokens)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(ALL)}; else all")
    parser.add_argument("--check-with-torch", action="store_true")
    options = parser.parse_args()
    if options.check_with_torch:
        import torch_check

        torch_check.check(SMALL, SMALL_SEED, SMALL_INPUTS)
        return
    if unknown := set(options.names) - set(ALL):
        parser.error(f"no golden named {', '.join(sorted(unknown))}; there are {', '.join(ALL)}")
    for name in options.names or ALL:
        ALL[name]()


if __name__ == "__main__":
    main()
