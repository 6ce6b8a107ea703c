"""The small world of the embedded model: thirteen families of puzzles, as data.

Each family has two roles, A and B. An adjective from `a_adjectives` makes the pronoun mean A, one
from `b_adjectives` makes it mean B. Templates: `{A}` and `{B}` stand for noun phrases, `{not}` for
a negation, `[x|y]` for a free choice, `<x/y>` for the past and the present form.

Refuses to be a knowledge base: what is not in this table, the model does not know.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Family:
    """One kind of puzzle; `weight` is its share relative to the other families."""
    name: str
    a_nouns: tuple
    b_nouns: tuple
    a_adjectives: tuple
    b_adjectives: tuple
    templates: tuple
    weight: int = 1


def _family(name, a_nouns, b_nouns, a_adjectives, b_adjectives, templates, weight=1):
    words = [tuple(text.split()) for text in (a_nouns, b_nouns, a_adjectives, b_adjectives)]
    return Family(name, *words, tuple(templates), weight)


FAMILIES = (
    _family(
        "fit",
        "trophy ball book guitar lamp chair piano computer camera bottle doll hat coat cake clock"
        " statue toy helmet shoe blanket pillow radio drum painting sword",
        "suitcase box bag drawer basket trunk cabinet closet backpack chest envelope van jar"
        " bucket wallet pocket purse oven case locker container",
        "big large huge", "small little tiny",
        ["{A} {not} fit [in|in|in|into|inside] {B}",
         "{A} {not} go [into|inside] {B}",
         "{B} {not} [hold|contain] {A}"],
        weight=3),
    _family(
        "support",
        "statue piano elephant truck stone lion rock trophy suitcase horse engine television bear"
        " safe barrel",
        "table shelf floor bridge roof branch chair ladder desk bench ice rope bed stage",
        "heavy massive", "weak thin fragile",
        ["{B} {not} [support|bear] {A}",
         "{A} [<fell/falls>|<crashed/crashes>] through {B}"]),
    _family(
        "passage",
        "sofa couch truck bus table piano ship bed horse wagon cart ball suitcase cow tank boat"
        " trophy",
        "door gate tunnel hallway window corridor gap hole pipe entrance alley street passage",
        "wide fat broad", "narrow tight",
        ["{A} {not} [go|pass|fit] through {B}",
         "{A} <got/gets> stuck in {B}"]),
    _family(
        "view",
        "boy girl child dog cat man woman student king queen soldier farmer",
        "wall fence tree crowd hill tower gate building counter",
        "short small low", "tall high",
        ["{A} {not} [see|look] over {B}",
         "{A} {not} climb over {B}"]),
    _family(
        "lift",
        "boy girl man woman robot crane dog child nurse worker ant horse mouse",
        "box rock table suitcase trophy barrel log stone piano safe sofa chest trunk bag anchor",
        "weak small", "heavy massive",
        ["{A} {not} [lift|raise] {B}",
         "{A} {not} [carry|pull] {B}"]),
    _family(
        "chase",
        "dog cat wolf lion cop fox bear hunter snake shark tiger officer eagle",
        "rabbit mouse thief deer bird horse duck rat fish cow chicken sheep",
        "slow tired", "fast quick",
        ["{A} {not} [catch|follow] {B}",
         "{B} [<escaped/escapes> from|<ran/runs> away from] {A}"]),
    _family(
        "cut",
        "knife saw axe blade sword razor drill tool laser",
        "rope bread log meat cable wood cheese leather branch paper wire stone",
        "dull blunt soft", "hard tough thick",
        ["{A} {not} cut [through |]{B}",
         "{B} {could not} be cut by {A}"]),
    _family(
        "reach",
        "boy girl child monkey cat dog ladder arm hook stick robot",
        "shelf lamp ceiling roof branch apple button window moon bell balloon switch trophy"
        " suitcase",
        "short small", "high far",
        ["{A} {not} reach {B}",
         "{A} {not} touch {B}"]),
    _family(
        "cover",
        "blanket towel sheet hat lid umbrella roof tent cloth carpet mask curtain coat",
        "bed table pot car hole baby floor window grave bike horse statue trophy suitcase",
        "small little short", "big large wide",
        ["{A} {not} cover {B}",
         "{A} {not} [hide|protect] {B}"]),
    _family(
        "sound",
        "singer bell whistle radio piano teacher guitar bird phone speaker voice",
        "crowd drum engine train storm machine band wind fan helicopter",
        "quiet soft weak", "loud noisy",
        ["{A} {could not} be heard [over|above] {B}",
         "{B} <drowned/drowns> out {A}"]),
    _family(
        "break",
        "hammer ball rock bullet stone bat car brick storm truck log trophy suitcase",
        "window glass plate mirror cup door egg mug bottle jar wall phone",
        "hard heavy fast", "fragile thin soft",
        ["{A} [<broke/breaks>|<smashed/smashes>|<destroyed/destroys>] {B}",
         "{B} <was/is> broken by {A}"]),
    _family(
        "cross",
        "boat horse bridge dog turtle army bus cat farmer ship",
        "river lake ocean desert canyon sea valley stream bay field",
        "small weak slow", "wide deep vast",
        ["{A} {not} cross {B}",
         "{A} {not} get across {B}"]),
    _family(
        "light",
        "lamp candle torch fire bulb star match sun flame moon",
        "room cave hall garden kitchen street tunnel house forest basement barn attic",
        "dim weak small", "large dark big",
        ["{A} {not} light {B}",
         "{A} {not} [brighten|light up] {B}"]),
)

PUZZLE_NOUNS = tuple(sorted({n for f in FAMILIES for n in f.a_nouns + f.b_nouns}))
ADJECTIVES = tuple(sorted({a for f in FAMILIES for a in f.a_adjectives + f.b_adjectives}))

# These occur in plain statements and word lists, never in a puzzle sentence of the training.
UNSEEN_NOUNS = tuple(
    "banana spoon carrot lemon tractor rocket crown sandwich pencil violin ring potato".split())

COLOURS = tuple("red blue green black white brown old new yellow".split())
EXTRA_WORDS = tuple(
    "one two three four five north south east west spring summer winter Monday music water"
    " light night day morning story letter number world city town country people friend"
    " mother father sister brother doctor".split())
