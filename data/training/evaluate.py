"""Examines a model folder: every figure, with its number of cases, goes to figures.json.

Heads are found by their score, never by their number: those change with each training.

Refuses to round a figure up, or to leave one out because it is poor.
"""

import argparse
import json
from pathlib import Path

import torch

import card
import model_folder
from cases import (CHAPTER, chapter_case, chapter_pair_cases, decorated_cases, held_out_cases,
                   repeated_lists, unseen_noun_cases)
from families import FAMILIES
from probe import Probe

LISTS = 200
LIST_LENGTH = 12
DECORATED = 1000


class Figures:
    """The figures, in the order in which they were measured."""

    def __init__(self, seed):
        self.seed = seed
        self.entries = []

    def add(self, name, value, cases):
        """Records and prints one figure."""
        value = round(value, 6) if isinstance(value, float) else value
        self.entries.append({"name": name, "value": value, "cases": cases, "seed": self.seed})
        print(f"{name}: {value}  ({cases} cases)", flush=True)


def examine(folder, seed):
    """Measures the model in `folder`, and writes its figures.json and its model card."""
    torch.set_num_threads(1)
    probe = Probe(*model_folder.read(folder))
    figures = Figures(seed)
    figures.add("parameters", sum(p.numel() for p in probe.model.parameters()), 1)
    figures.add("tokens", len(probe.vocabulary), 1)
    for name in ("n_layer", "n_head", "n_embd", "n_positions"):
        figures.add(name, getattr(probe.model.config, name), 1)
    figures.add("families", len(FAMILIES), 1)
    held_out = held_out_cases(seed, swapped=False)
    _flip(probe, figures)
    _accuracy(probe, figures, held_out)
    pointer, carrier = _cue_heads(probe, figures, held_out)
    _chapter_rows(probe, figures, pointer, carrier)
    _ablation(probe, figures, held_out)
    _lists(probe, figures)
    _common_rows(probe, figures)
    _patching(probe, figures)
    (folder / "figures.json").write_text(
        json.dumps(figures.entries, indent=1) + "\n", encoding="utf-8")
    card.write(folder, figures.entries, probe.model.config)


def _flip(probe, figures):
    curly = CHAPTER.replace("'", "\u2019")
    for name, case in (("flip", chapter_case()), ("flip_curly_apostrophe", chapter_case(curly))):
        for adjective, prompt in zip(case.adjectives, case.prompts()):
            for noun, p in zip(case.nouns, probe.cue_probabilities(prompt, case.nouns)):
                figures.add(f"{name}.{adjective}.probability.{noun}", p, 1)
    for adjective in chapter_case().adjectives:
        text = CHAPTER.replace("{adjective}", adjective)
        figures.add(f"flip.{adjective}.continuation", probe.continuation(text), 1)


def _accuracy(probe, figures, held_out):
    def add(name, cases):
        solved = probe.solved(cases)
        figures.add(f"solved.{name}", sum(solved) / len(cases), len(cases))
        return solved

    solved = add("held_out_pairs", held_out)
    for family in FAMILIES:
        part = [right for case, right in zip(held_out, solved) if case.family == family.name]
        figures.add(f"solved.held_out_pairs.{family.name}", sum(part) / len(part), len(part))
    add("held_out_pairs_swapped", held_out_cases(figures.seed, swapped=True))
    add("decorated", decorated_cases(figures.seed, DECORATED))
    add("trophy_and_suitcase_anywhere", chapter_pair_cases(figures.seed))
    add("unseen_nouns", unseen_noun_cases(figures.seed))


def _cue_heads(probe, figures, cases):
    """Scores each head's cue row; returns the head that points at the right noun best, and the
    head of an earlier layer that looks at the adjective most."""
    weights = probe.cue_attention(cases)
    right, other, adjective = weights.mean(2).unbind(-1)
    prompts = 2 * len(cases)
    for layer, head in probe.heads:
        name = f"cue.{layer}.{head}"
        figures.add(f"{name}.right_noun", right[layer, head].item(), prompts)
        figures.add(f"{name}.other_noun", other[layer, head].item(), prompts)
        figures.add(f"{name}.adjective", adjective[layer, head].item(), prompts)
    pointer = max(probe.heads, key=lambda at: (right[at] - other[at]).item())
    earlier = [at for at in probe.heads if at[0] < pointer[0]]
    carrier = max(earlier, key=lambda at: adjective[at].item())
    figures.add("head.pointer", f"{pointer[0]}.{pointer[1]}", prompts)
    figures.add("head.carrier", f"{carrier[0]}.{carrier[1]}", prompts)
    return pointer, carrier


def _chapter_rows(probe, figures, pointer, carrier):
    case = chapter_case()
    weights = probe.cue_attention([case])
    for turn, adjective in enumerate(case.adjectives):
        right, other, carried = weights[:, :, turn].unbind(-1)
        by_noun = {case.nouns[turn]: right[pointer], case.nouns[1 - turn]: other[pointer]}
        for noun in case.nouns:
            figures.add(f"pointer.{adjective}.weight.{noun}", by_noun[noun].item(), 1)
        figures.add(f"carrier.{adjective}.weight.adjective", carried[carrier].item(), 1)


def _ablation(probe, figures, cases):
    for layer, head in probe.heads:
        solved = probe.solved(cases, without_head=(layer, head))
        figures.add(f"solved.without.{layer}.{head}", sum(solved) / len(cases), len(cases))


def _lists(probe, figures):
    texts = repeated_lists(figures.seed, LISTS, LIST_LENGTH)
    induction, previous, foretold = probe.list_scores(texts, LIST_LENGTH)
    for layer, head in probe.heads:
        figures.add(f"induction.{layer}.{head}", induction[layer, head].item(), LISTS)
        figures.add(f"previous_token.{layer}.{head}", previous[layer, head].item(), LISTS)
    for name, scores in (("induction", induction), ("previous_token", previous)):
        layer, head = max(probe.heads, key=lambda at, of=scores: of[at].item())
        figures.add(f"head.{name}", f"{layer}.{head}", LISTS)
        figures.add(f"head.{name}.score", scores[layer, head].item(), LISTS)
    figures.add("lists.foretold", foretold, LISTS * (LIST_LENGTH - 1))


def _common_rows(probe, figures):
    """The largest difference between the two sentences' maps in the rows up to `too`."""
    big, small = chapter_case().prompts()
    rows = probe.position(big, "too") + 1
    _, maps, _ = probe.run([big, small])
    difference = (maps[:, 0, :, :rows] - maps[:, 1, :, :rows]).abs().max().item()
    figures.add("rows_up_to_too.largest_difference", difference, rows * len(probe.heads))


def _patching(probe, figures):
    """Where copying one residual state from the small run into the big one flips the answer."""
    big, small = chapter_case().prompts()
    trophy, suitcase = (probe.vocabulary.encode_word(noun) for noun in chapter_case().nouns)
    ids = probe.vocabulary.encode(big)
    flips = []
    for layer, states in enumerate(probe.residuals(small)):
        for position, state in enumerate(states):
            logits = probe.patched(big, layer, position, state)
            if logits[suitcase] > logits[trophy]:
                token = probe.vocabulary.decode([ids[position]])
                flips.append(f"`{token}` (token {position}) after layer {layer}")
    figures.add("patching.flips", flips, len(ids) * probe.model.config.n_layer)


def main():
    """Examines a folder on its own."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    examine(options.folder, options.seed)


if __name__ == "__main__":
    main()
