"""GPT-2's split pattern for Python's `re`, which knows no \\p{L}.

The classes \\p{L}, \\p{N} and \\s are spelled out as ranges from `unicodedata`, so the pattern is
right for any text, not only for the corpus.

Refuses to normalise, strip or fold anything: the pieces joined are the text.
Source: GPT-2's encoder.py, 's|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|...
"""

import functools
import re
import sys
import unicodedata

# Unicode's White_Space property; Python's own \s also takes U+001C to U+001F.
_WHITE_SPACE = r"\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"


def _ranges(category):
    """The characters whose general category begins with `category`, as a regex class body."""
    body, start = [], None
    for code in range(sys.maxunicode + 2):
        inside = code <= sys.maxunicode and unicodedata.category(chr(code))[0] == category
        if inside and start is None:
            start = code
        elif not inside and start is not None:
            body.append(f"\\U{start:08x}-\\U{code - 1:08x}")
            start = None
    return "".join(body)


@functools.lru_cache(maxsize=None)
def _pattern():
    letters, numbers, space = _ranges("L"), _ranges("N"), _WHITE_SPACE
    return re.compile(
        "'s|'t|'re|'ve|'m|'ll|'d"
        f"| ?[{letters}]+| ?[{numbers}]+| ?[^{space}{letters}{numbers}]+"
        f"|[{space}]+(?![^{space}])|[{space}]+")


def split(text):
    """Cuts a text into the pieces that byte pairs are merged within."""
    return _pattern().findall(text)
