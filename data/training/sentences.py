"""Puzzle sentences from the table of families, with the rule for what is held out.

A sentence comes in two parts: the frame, with the adjective left open, and the resolution, which
names the noun that the pronoun means. Everything is drawn from the random generator it is given.

Refuses to know tokens or losses: it deals in text, and in which stretch of it is the answer.
"""

import hashlib
import re
from dataclasses import dataclass

from families import ADJECTIVES, COLOURS, FAMILIES, PUZZLE_NOUNS

HELD_OUT_ALWAYS = frozenset(("trophy", "suitcase"))
HELD_OUT_ONE_IN = 5

_NOT = {"past": ("didn't", "didn't", "did not", "couldn't", "couldn't", "could not"),
        "present": ("doesn't", "does not", "can't", "cannot")}
_COULD_NOT = {"past": ("couldn't", "could not"), "present": ("can't", "cannot")}
_IT_IS = {"past": ("it was",), "present": ("it is", "it's")}
_BE = {"past": "was", "present": "is"}

_DETERMINERS = ("The",) * 16 + ("A", "My", "His", "Her")
_OPENERS = ("Yesterday", "In the end", "At first", "After lunch", "Last night", "This morning",
            "Once again", "As usual", "At home")
_BECAUSE = ("because",) * 6 + ("since", "as")
_DEGREES = ("too",) * 12 + ("far too", "much too", "so", "very")
_NEAR = ("near", "beside", "behind", "by")
_TAILS = ("after all", "that day", "this time", "for that")

_RESOLUTIONS = (" The {X} {be} {degree} {adjective}.",) * 6 + (
    " What {be} {degree} {adjective}? The {X}.",
    " It {be} the {X} that {be} {degree} {adjective}.",
    " So the {X} {be} {degree} {adjective}.")

_SYLLABLES = ("bli", "ket", "wug", "zor", "mip", "fen", "tav", "gop", "dax", "lun")


def held_out(one, other):
    """True when these two nouns must never stand in one training sentence, in any role."""
    pair = sorted((one, other))
    if HELD_OUT_ALWAYS == frozenset(pair):
        return True
    digest = hashlib.sha256("|".join(pair).encode()).digest()
    return int.from_bytes(digest[:4], "big") % HELD_OUT_ONE_IN == 0


def invented_noun(rng):
    """A noun that no language has, of several tokens."""
    return "".join(rng.sample(_SYLLABLES, rng.randint(2, 3)))


@dataclass(frozen=True)
class Frame:
    """A puzzle sentence up to its full stop; `text` has `{adjective}` left open."""
    text: str
    tense: str
    degree: str

    def sentence(self, adjective):
        """The sentence with its adjective."""
        return self.text.replace("{adjective}", adjective)


def frame(rng, family, a_noun, b_noun, distractor=None, bare=False):
    """Draws a sentence of `family` about two nouns.

    A bare frame has no opener, modifier or tail, only straight apostrophes, and the degree `too`.
    A modifier is often an adjective of the table: only the one after the degree word counts.
    """
    tense = "past" if rng.random() < 0.75 else "present"
    template = rng.choice(family.templates)
    template = re.sub(r"<([^/>]*)/([^>]*)>", r"\1" if tense == "past" else r"\2", template)
    template = re.sub(r"\[([^\]]*)\]", lambda m: rng.choice(m.group(1).split("|")), template)
    clause = template.replace("{not}", rng.choice(_NOT[tense]))
    clause = clause.replace("{could not}", rng.choice(_COULD_NOT[tense]))
    phrases = [_noun_phrase(rng, a_noun, bare), _noun_phrase(rng, b_noun, bare)]
    if distractor:
        where = rng.randrange(2)
        phrases[where] += f" {rng.choice(_NEAR)} the {distractor}"
    clause = clause.replace("{A}", phrases[0]).replace("{B}", phrases[1])
    if not bare and rng.random() < 0.22:
        clause = f"{rng.choice(_OPENERS)}, {_lower_first(clause)}"
    clause = _lower_inside(clause)
    degree = "too" if bare else rng.choice(_DEGREES)
    text = f"{clause} {rng.choice(_BECAUSE)} {rng.choice(_IT_IS[tense])} {degree} {{adjective}}"
    if not bare and rng.random() < 0.15:
        text += " " + rng.choice(_TAILS)
    text += "."
    if not bare and rng.random() < 0.06:
        text = text.replace("'", "\u2019")
    return Frame(text, tense, degree.split()[-1])


def resolution(rng, sentence_frame, adjective, answer):
    """The text after the full stop, as (text, is_answer) stretches."""
    shape = rng.choice(_RESOLUTIONS)
    shape = shape.replace("{be}", _BE[sentence_frame.tense])
    shape = shape.replace("{degree}", sentence_frame.degree).replace("{adjective}", adjective)
    before, after = shape.split(" {X}")
    return [(before, False), (" " + answer, True), (after, False)]


def training_nouns(rng, family):
    """Two nouns and perhaps a distractor, no two of them a held-out pair."""
    while True:
        if rng.random() < 0.6:
            nouns = [rng.choice(family.a_nouns), rng.choice(family.b_nouns)]
        else:
            nouns = [rng.choice(PUZZLE_NOUNS), rng.choice(PUZZLE_NOUNS)]
        if rng.random() < 0.1:
            nouns[rng.randrange(2)] = invented_noun(rng)
        if rng.random() < 0.3:
            nouns.append(rng.choice(PUZZLE_NOUNS))
        pairs = [(x, y) for i, x in enumerate(nouns) for y in nouns[i + 1:]]
        if all(x != y and not held_out(x, y) for x, y in pairs):
            return nouns[0], nouns[1], nouns[2] if len(nouns) == 3 else None


def training_puzzle(rng):
    """A whole puzzle of the training corpus, as (text, is_answer) stretches."""
    family = rng.choices(FAMILIES, weights=[f.weight for f in FAMILIES])[0]
    a_noun, b_noun, distractor = training_nouns(rng, family)
    sentence_frame = frame(rng, family, a_noun, b_noun, distractor)
    if rng.random() < 0.5:
        answer, adjective = a_noun, rng.choice(family.a_adjectives)
    else:
        answer, adjective = b_noun, rng.choice(family.b_adjectives)
    return [(sentence_frame.sentence(adjective), False),
            *resolution(rng, sentence_frame, adjective, answer)]


def _noun_phrase(rng, noun, bare):
    determiner = "The" if bare else rng.choice(_DETERMINERS)
    modifier = ""
    if not bare:
        draw = rng.random()
        if draw < 0.08:
            modifier = rng.choice(COLOURS) + " "
        elif draw < 0.2:
            modifier = rng.choice(ADJECTIVES) + " "
    if determiner == "A" and (modifier + noun)[0] in "aeiou":
        determiner = "The"
    return f"{determiner} {modifier}{noun}"


def _lower_first(clause):
    return clause[0].lower() + clause[1:]


def _lower_inside(clause):
    return re.sub(r" (The|A|My|His|Her) ", lambda m: f" {m.group(1).lower()} ", clause)
