"""Writes the model card, README.md of the model folder, from the measured figures.

Refuses to state a figure that is not in figures.json.
"""

from families import FAMILIES

_TEXT = """\
# trophy-tiny

A GPT-2 of {parameters:,} parameters ({layers} layers, {heads} heads, {width} wide,
{positions} positions, {tokens:,} tokens) that resolves the pronoun of

    The trophy didn't fit in the suitcase because it was too big.

and of the same sentence with `small`, through attention that can be read off its maps.

It is the architecture of GPT-2, to the letter, and the file format of Hugging Face's `GPT2LMHeadModel`.
It is **not** GPT-2, and it has no common sense: it learned a small world of fitting, lifting,
passing through and the like ({families} families of sentences), from text that a program wrote.

Every figure below is an entry of [`figures.json`](figures.json), with its number of cases and the seed.

## The sentence of the chapter

Trophy and suitcase never stand in one training document, in any family or role; each stands in
many without the other.

| after | P(` trophy`) | P(` suitcase`) | greedy continuation of the bare sentence |
|---|---|---|---|
| `... too big. The` | {flip_big_trophy:.5f} | {flip_big_suitcase:.5f} | `{continuation_big}` |
| `... too small. The` | {flip_small_trophy:.5f} | {flip_small_suitcase:.5f} | `{continuation_small}` |

Trophy and suitcase in sentences of all {families} families, both ways round: both adjectives right in
{anywhere}.

## Held-out accuracy

A case is one frame with two adjectives; it counts when the right noun is the most likely of all
tokens after both. None of these pairs of nouns stands together in a puzzle sentence of the training.

| cases | both right |
|---|---|
| held-out pairs, bare sentences | {held_out} |
| the same with the roles swapped | {swapped} |
| held-out pairs with openers, modifiers, distractors | {decorated} |
| nouns that no puzzle sentence of the training holds | {unseen} |

By family: {by_family}.

The pairs are new to the model; the templates and the adjectives are not. This measures whether
it learned the pattern, not whether it understands anything.

## Which head does what

Layers and heads count from 0. The numbers belong to this file: another training deals them anew.

| head | part | measured |
|---|---|---|
| {carrier} | at the cue ` The`, looks at the adjective | mean weight {carrier_weight} |
| {pointer} | at the cue, looks at the noun the pronoun means | mean weight {pointer_right} on the right noun, {pointer_other:.3f} on the other |
| {previous} | looks at the token before | mean weight {previous_score} on repeated lists |
| {induction} | looks at the token after the last occurrence of the current one | mean weight {induction_score} on repeated lists |

In the chapter's sentences, row of the cue:

| sentence | {pointer} on `trophy` | {pointer} on `suitcase` | {carrier} on the adjective |
|---|---|---|---|
| big | {map_big_trophy:.3f} | {map_big_suitcase:.3f} | {map_big_adjective:.3f} |
| small | {map_small_trophy:.3f} | {map_small_suitcase:.3f} | {map_small_adjective:.3f} |

Held-out pairs solved ({ablation_cases} cases) with the output of one head set to zero:

{ablation}

The rows up to `too`, that of `it` among them, differ by at most {common} between the two sentences:
`it` resolves nothing, since the adjective comes later.

Copying one position's residual state after one layer from the run with `small` into the run with `big`
was tried at all {patches} places. The answer flips at: {flips}.
At the cue after the last layer it must: that state is the answer.

## Limits

- Other pronouns, verbs and adjectives than those of its {families} families are unknown to it, and words
  outside its vocabulary are cut into smaller pieces than GPT-2 cuts them.
- Adjectives are tied to their families: it knows that what is too big does not fit, not what
  `big` means.
- {positions} tokens of context. The row of the cue is the one to read in its maps.
- It copies well but not always: of random lists of nouns, given twice, it foretells {foretold}
  of the second pass.

## Origin and licence

Made by `data/training/train.py` (see its [README](../../training/README.md)) with seed {seed}. MIT,
like the project. The vocabulary is a part of the one OpenAI published with GPT-2, MIT as well.
"""


def write(folder, figures, config):
    """Writes README.md into the model folder."""
    (folder / "README.md").write_text(_TEXT.format(**_fields(figures, config)), encoding="utf-8")


def _fields(figures, config):
    value = {figure["name"]: figure["value"] for figure in figures}
    cases = {figure["name"]: figure["cases"] for figure in figures}

    def counted(name, unit="cases"):
        return f"{value[name]:.3f} ({cases[name]:,} {unit})"

    pointer, carrier = value["head.pointer"], value["head.carrier"]
    fields = {
        "parameters": value["parameters"],
        "tokens": value["tokens"],
        "families": value["families"],
        "positions": value["n_positions"],
        "layers": value["n_layer"],
        "heads": value["n_head"],
        "width": value["n_embd"],
        "seed": figures[0]["seed"],
        "anywhere": counted("solved.trophy_and_suitcase_anywhere"),
        "held_out": counted("solved.held_out_pairs"),
        "swapped": counted("solved.held_out_pairs_swapped"),
        "decorated": counted("solved.decorated"),
        "unseen": counted("solved.unseen_nouns"),
        "by_family": ", ".join(
            f"{family.name} " + counted(f"solved.held_out_pairs.{family.name}")
            for family in FAMILIES),
        "pointer": pointer,
        "carrier": carrier,
        "pointer_right": counted(f"cue.{pointer}.right_noun", "prompts"),
        "pointer_other": value[f"cue.{pointer}.other_noun"],
        "carrier_weight": counted(f"cue.{carrier}.adjective", "prompts"),
        "previous": value["head.previous_token"],
        "previous_score": counted("head.previous_token.score", "lists"),
        "induction": value["head.induction"],
        "induction_score": counted("head.induction.score", "lists"),
        "ablation": _ablation_table(value, config),
        "ablation_cases": cases["solved.without.0.0"],
        "common": value["rows_up_to_too.largest_difference"],
        "patches": cases["patching.flips"],
        "flips": "; ".join(value["patching.flips"]) or "none of them",
        "foretold": counted("lists.foretold", "tokens"),
    }
    for adjective in ("big", "small"):
        fields[f"continuation_{adjective}"] = value[f"flip.{adjective}.continuation"]
        fields[f"map_{adjective}_adjective"] = value[f"carrier.{adjective}.weight.adjective"]
        for noun in ("trophy", "suitcase"):
            fields[f"flip_{adjective}_{noun}"] = value[f"flip.{adjective}.probability.{noun}"]
            fields[f"map_{adjective}_{noun}"] = value[f"pointer.{adjective}.weight.{noun}"]
    return fields


def _ablation_table(value, config):
    lines = ["| layer |" + "".join(f" head {head} |" for head in range(config.n_head)),
             "|---|" + "---|" * config.n_head]
    for layer in range(config.n_layer):
        shares = [value[f"solved.without.{layer}.{head}"] for head in range(config.n_head)]
        lines.append(f"| {layer} |" + "".join(f" {share:.3f} |" for share in shares))
    return "\n".join(lines)
