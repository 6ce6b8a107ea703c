"""The training corpus: puzzles, plain statements, and repeated lists, drawn from one seed.

A document is a list of (text, weight) stretches; the weight is what its tokens count in the loss.
What cannot be foretold (the first pass through a list) counts nothing, the resolved noun three
times. The lists are there for clean previous-token and induction heads.

Refuses to know tokens: repeats of random ids are made in `rows.py`, from the vocabulary.
"""

from families import ADJECTIVES, COLOURS, EXTRA_WORDS, PUZZLE_NOUNS, UNSEEN_NOUNS
from sentences import HELD_OUT_ALWAYS, training_puzzle

ANSWER_WEIGHT = 3

ALL_NOUNS = tuple(sorted(PUZZLE_NOUNS + UNSEEN_NOUNS))
_LIST_WORDS = tuple(sorted(set(ALL_NOUNS + ADJECTIVES + COLOURS + EXTRA_WORDS)))

_STATEMENTS = (
    "The {x} was {adjective}.", "The {x} is {adjective}.", "The {x} was {near} the {y}.",
    "My {x} is {near} the {y}.", "I saw the {x} {near} the {y}.",
    "She bought the {x} this morning.", "He likes the {colour} {x}.",
    "We found the {x} and the {y}.", "There was a {colour} {x} {near} the {y}.",
    "The {x} and the {y} were {adjective}.", "They sold the {x} last night.")
_NEAR = ("near", "beside", "behind", "by", "in", "on")


def documents(rng, count, shares):
    """Draws `count` documents of text; `shares` gives the kinds' parts of the mix."""
    makers = {"puzzle": _puzzle, "statement": _statement, "word_list": _word_list,
              "key_value": _key_value}
    kinds = [makers[kind] for kind in shares]
    for kind in rng.choices(kinds, weights=list(shares.values()), k=count):
        yield kind(rng)


def distinct(rng, pool, count):
    """`count` different words, never both halves of the pair that is always held out."""
    while True:
        words = rng.sample(pool, count)
        if not HELD_OUT_ALWAYS.issubset(words):
            return words


def _puzzle(rng):
    return [(text, ANSWER_WEIGHT if is_answer else 1) for text, is_answer in training_puzzle(rng)]


def _statement(rng):
    x, y = distinct(rng, ALL_NOUNS, 2)
    text = rng.choice(_STATEMENTS).format(
        x=x, y=y, adjective=rng.choice(ADJECTIVES), near=rng.choice(_NEAR),
        colour=rng.choice(COLOURS[:4]))
    return [(text, 1)]


def _word_list(rng):
    words = distinct(rng, _LIST_WORDS, rng.randint(2, 14))
    one_pass = " " + " ".join(words)
    return [(one_pass, 0), (one_pass * rng.randint(1, 2), 1)]


def _key_value(rng):
    count = rng.randint(2, 6)
    words = distinct(rng, _LIST_WORDS, 2 * count)
    pairs = list(zip(words[:count], words[count:]))
    stretches = [(f" {key} {value}.", 0) for key, value in pairs]
    for _ in range(rng.randint(1, 2)):
        rng.shuffle(pairs)
        for key, value in pairs:
            stretches += [(f" {key}", 0), (f" {value}", 1), (".", 0)]
    return stretches
