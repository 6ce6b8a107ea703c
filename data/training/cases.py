"""The sentences the model is examined on: pairs of nouns that no training document holds.

A case is one frame with one adjective for each reading; it counts as solved only when both are.

Refuses to run the model.
"""

import random
from dataclasses import dataclass

from corpus import ALL_NOUNS, distinct
from families import FAMILIES, PUZZLE_NOUNS, UNSEEN_NOUNS
from sentences import HELD_OUT_ALWAYS, frame, held_out

CUE = " The"
CHAPTER = "The trophy didn't fit in the suitcase because it was too {adjective}."


@dataclass(frozen=True)
class Case:
    """A frame with `{adjective}` open, its two nouns, and an adjective for each of them."""
    family: str
    text: str
    nouns: tuple
    adjectives: tuple

    def prompts(self):
        """The two prompts, the first of which means the first noun."""
        return [self.text.replace("{adjective}", adjective) + CUE for adjective in self.adjectives]


def chapter_case(text=CHAPTER):
    """The chapter's two sentences."""
    return Case("fit", text, ("trophy", "suitcase"), ("big", "small"))


def held_out_cases(seed, swapped):
    """Every held-out pair of every family, once, in a bare sentence; the roles exchanged or not."""
    rng = random.Random(f"{seed} held-out pairs")
    cases = []
    for family in FAMILIES:
        for a_noun in family.a_nouns:
            for b_noun in family.b_nouns:
                if a_noun != b_noun and held_out(a_noun, b_noun):
                    nouns = (b_noun, a_noun) if swapped else (a_noun, b_noun)
                    cases.append(_draw(rng, family, nouns, bare=True))
    return cases


def decorated_cases(seed, count):
    """Held-out pairs in sentences with openers, modifiers and, in a third, a distractor."""
    rng = random.Random(f"{seed} decorated")
    cases = []
    while len(cases) < count:
        family = rng.choice(FAMILIES)
        nouns = (rng.choice(family.a_nouns), rng.choice(family.b_nouns))
        distractor = rng.choice(PUZZLE_NOUNS) if rng.random() < 0.3 else None
        if nouns[0] != nouns[1] and distractor not in nouns and held_out(*nouns):
            cases.append(_draw(rng, family, nouns, distractor=distractor))
    return cases


def chapter_pair_cases(seed):
    """Trophy and suitcase in four sentences of every family, each way round."""
    rng = random.Random(f"{seed} chapter's pair")
    one, other = sorted(HELD_OUT_ALWAYS)
    return [_draw(rng, family, nouns, bare=True)
            for family in FAMILIES for _ in range(4)
            for nouns in ((one, other), (other, one))]


def unseen_noun_cases(seed):
    """Every ordered pair of nouns that no puzzle sentence of the training holds."""
    rng = random.Random(f"{seed} unseen nouns")
    return [_draw(rng, rng.choice(FAMILIES), (one, other), bare=True)
            for one in UNSEEN_NOUNS for other in UNSEEN_NOUNS if one != other]


def repeated_lists(seed, count, length):
    """Lists of `length` different nouns, each list twice over, as text."""
    rng = random.Random(f"{seed} repeated lists")
    return [(" " + " ".join(distinct(rng, ALL_NOUNS, length))) * 2 for _ in range(count)]


def _draw(rng, family, nouns, distractor=None, bare=False):
    sentence = frame(rng, family, *nouns, distractor=distractor, bare=bare)
    adjectives = (rng.choice(family.a_adjectives), rng.choice(family.b_adjectives))
    return Case(family.name, sentence.text, nouns, adjectives)
