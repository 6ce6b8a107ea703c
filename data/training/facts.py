"""Writes the facts that `attnlab check` holds a copy of the model to (data/facts/README.md).

Every number is PyTorch's, in float64, from the finished folder: a reference that knows nothing of
the program. Which heads the facts are about is read off the model, never written here.

Refuses to judge how good the model is: that is evaluate.py's.
"""

import argparse
import hashlib
import json
import math
from pathlib import Path

import torch
import torch.nn.functional as F

import model_folder
import random_tokens
from cases import CHAPTER, chapter_case

SOURCE = "data/training/facts.py, PyTorch in float64"
DIGITS = 7
WEIGHT_BOUND = 1e-6  # float against float64; the program is within 2.3e-7 on every processor
LOSS_BOUND = 1e-5  # it is within 2.0e-6
LIMIT = 12  # of a continuation
RANDOM = {"seed": 1, "sequences": 4, "length": 30}
SLACK = 0.05  # how much less than the reference's a head's score may be


class Reference:
    """The model in float64, asked for what the facts are about."""

    def __init__(self, model, vocabulary):
        self.model = model.double()
        self.vocabulary = vocabulary

    def run(self, ids):
        """ids -> logits [T, V] and maps [L, H, T, T]"""
        with torch.no_grad():
            hidden, maps = self.model.hidden(torch.tensor([ids]))
            return self.model.logits(hidden)[0], torch.stack(maps)[:, 0]

    def continuation(self, ids):
        """The most likely tokens, one by one, the end-of-text token last."""
        found = []
        while len(found) < LIMIT:
            found.append(self.run(ids + found)[0][-1].argmax().item())
            if found[-1] == self.vocabulary.end_of_text:
                break
        return found

    def loss(self, ids):
        """The mean of -log p over the tokens after the first."""
        return F.cross_entropy(self.run(ids)[0][:-1], torch.tensor(ids[1:])).item()

    def random_scores(self, score):
        """Each head's mean weight [L, H] in the cells of a score, with repetition and without."""
        repeated = control = 0.0
        length = RANDOM["length"]
        pairs = list(random_tokens.sequences(
            RANDOM["seed"], RANDOM["sequences"], length, self.vocabulary.end_of_text,
            len(self.vocabulary)))
        for once_more, unrepeated in pairs:
            second = torch.arange(length + 1, 2 * length + 1)
            cells = {"induction": (second, second - length + 1),
                     "previous_token": (torch.arange(1, 2 * length + 1),
                                        torch.arange(2 * length))}[score]
            repeated = repeated + self.run(once_more)[1][:, :, cells[0], cells[1]].mean(-1)
            control = control + self.run(unrepeated)[1][:, :, cells[0], cells[1]].mean(-1)
        return repeated / len(pairs), control / len(pairs)


def write(folder, path):
    """Measures the model of `folder` and writes its facts to `path`."""
    torch.set_num_threads(1)
    reference = Reference(*model_folder.read(folder))
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    weights = (folder / "model.safetensors").read_bytes()
    document = {
        "schema": "attention-lab/facts/1",
        "model": folder.resolve().name,
        "release": {
            "n_parameters": sum(p.numel() for p in reference.model.parameters()),
            "head_is_tied": config["tie_word_embeddings"],
            "sha256": hashlib.sha256(weights).hexdigest(),
            "source": SOURCE,
        },
        "facts": list(_facts(reference)),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_text(document) + "\n", encoding="utf-8")
    print(f"{len(document['facts'])} facts: {path}")


def _facts(reference):
    encode = reference.vocabulary.encode
    end = reference.vocabulary.end_of_text
    nouns = [reference.vocabulary.encode_word(noun) for noun in chapter_case().nouns]
    for turn, (adjective, prompt) in enumerate(zip(chapter_case().adjectives,
                                                   chapter_case().prompts())):
        sentence = encode(CHAPTER.replace("{adjective}", adjective))
        ids = encode(prompt)
        yield _fact("greedy_continuation", adjective,
                    f"Greedy continuation of the chapter's sentence with `{adjective}`, to its end",
                    ids=sentence, published=reference.continuation(sentence))
        yield _fact("next_token_loss", adjective,
                    f"Mean next-token loss of the sentence with `{adjective}`, the end-of-text "
                    "token first", ids=[end] + sentence,
                    published=_rounded(reference.loss([end] + sentence)), bound=LOSS_BOUND)
        maps = reference.run(ids)[1]
        layer, head = _best(maps[:, :, -1, ids.index(nouns[turn])])
        yield _fact("attention_rows", f"{adjective}_{layer}_{head}",
                    f"Head {layer}.{head}, the row of ` The` after the sentence with "
                    f"`{adjective}`", ids=ids, layer=layer, head=head, queries=[len(ids) - 1],
                    published=_rounded([maps[layer, head, -1].tolist()]), bound=WEIGHT_BOUND)
        yield _fact("one_above_another", adjective,
                    f"` {chapter_case().nouns[turn]}` above ` {chapter_case().nouns[1 - turn]}` "
                    f"after the sentence with `{adjective}` and ` The`",
                    ids=ids, higher=nouns[turn], lower=nouns[1 - turn])

    ids = encode(CHAPTER.replace("{adjective}", chapter_case().adjectives[0]))
    maps = reference.run(ids)[1]
    for layer in range(maps.shape[0]):
        yield _fact("attention_rows", f"layer_{layer}",
                    f"Layer {layer}, mean of the heads, rows 1 to 3 of the chapter's sentence",
                    ids=ids, layer=layer, queries=[1, 2, 3],
                    published=_rounded([maps[layer, :, row, :row + 1].mean(0).tolist()
                                        for row in (1, 2, 3)]), bound=WEIGHT_BOUND)
        yield _fact("mean_weight", f"first_token_layer_{layer}",
                    f"Layer {layer}, mean weight on token 0 over the heads, the chapter's sentence",
                    ids=ids, layer=layer, on="first_token",
                    published=_rounded(maps[layer, :, 1:, 0].mean().item()), bound=WEIGHT_BOUND)
    previous = maps.diagonal(-1, dim1=-2, dim2=-1).mean(-1)
    layer, head = _best(previous)
    yield _fact("mean_weight", f"previous_token_{layer}_{head}",
                f"Head {layer}.{head}, mean weight on the previous token, the chapter's sentence",
                ids=ids, layer=layer, head=head, on="previous_token",
                published=_rounded(previous[layer, head].item()), bound=WEIGHT_BOUND)
    for score, what in (("induction", "The first induction head, on random tokens twice over"),
                        ("previous_token", "The first previous-token head, on random tokens")):
        yield _top_head(reference, score, what)


def _top_head(reference, score, what):
    repeated, control = reference.random_scores(score)
    scores = control if score == "previous_token" else repeated
    layer, head = _best(scores)
    fields = {
        "score": score, "tokens": {**RANDOM, "first": reference.vocabulary.end_of_text},
        "heads": [f"{layer}.{head}"], "among_first": 1,
        "above": _rounded(scores[layer, head].item() - SLACK, 2),
    }
    if score != "previous_token":
        fields["control_below"] = _rounded(control[layer, head].item() + SLACK, 2)
    return _fact("top_heads", score, what, **fields)


def _best(scores):
    """The layer and head of the highest of scores [L, H]."""
    return divmod(scores.flatten().argmax().item(), scores.shape[1])


def _rounded(value, digits=DIGITS):
    if isinstance(value, list):
        return [_rounded(item, digits) for item in value]
    if not math.isfinite(value):
        raise ValueError(f"{value} is no fact")
    return round(value, digits)


def _fact(kind, name, what, **fields):
    return {"name": f"{kind}_{name}", "what": what, "kind": kind, **fields, "source": SOURCE}


def _text(value, depth=0):
    """JSON with a member a line, and a list of numbers or words in one."""
    inner = " " * (depth + 1)
    if isinstance(value, dict):
        lines = [f"{inner}{json.dumps(key)}: {_text(item, depth + 1)}"
                 for key, item in value.items()]
        return "{\n" + ",\n".join(lines) + "\n" + " " * depth + "}"
    if isinstance(value, list) and value and isinstance(value[0], (dict, list)):
        lines = [inner + _text(item, depth + 1) for item in value]
        return "[\n" + ",\n".join(lines) + "\n" + " " * depth + "]"
    return json.dumps(value)


def main():
    """Writes the facts of a finished folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    write(options.folder, options.file)


if __name__ == "__main__":
    main()
