"""GPT-2's byte-level BPE: reading, encoding, and cutting it down to what a corpus needs.

A pruned vocabulary holds the 256 bytes, each token that the corpus uses under the full one, each
product of a merge on the way there, and the end-of-text token, in GPT-2's order. A merge stays
exactly when its product does, so the corpus is cut as before; other words fall into smaller pieces.

Refuses to invent tokens: all of them are GPT-2's.
"""

import json

from split_pattern import split

END_OF_TEXT = "<|endoftext|>"


def _byte_characters():
    """The printable character that stands for each byte in GPT-2's files."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    table = {byte: chr(byte) for byte in printable}
    table.update({byte: chr(256 + index) for index, byte in enumerate(others)})
    return table


_CHARACTER_OF_BYTE = _byte_characters()
_BYTE_OF_CHARACTER = {character: byte for byte, character in _CHARACTER_OF_BYTE.items()}


class Vocabulary:
    """Tokens with their ids, and merges in the order of their rank."""

    def __init__(self, ids, merges):
        self.ids = ids
        self.merges = merges
        self.end_of_text = ids[END_OF_TEXT]
        self._tokens = {index: token for token, index in ids.items()}
        self._ranks = {merge: rank for rank, merge in enumerate(merges)}
        self._pieces = {}

    def __len__(self):
        return len(self.ids)

    @classmethod
    def read(cls, folder):
        """Reads `vocab.json` and `merges.txt`."""
        ids = json.loads((folder / "vocab.json").read_text(encoding="utf-8"))
        lines = (folder / "merges.txt").read_text(encoding="utf-8").split("\n")
        return cls(ids, [tuple(line.split(" ")) for line in lines[1:] if line])

    def write(self, folder):
        """Writes both files as GPT-2's are written."""
        (folder / "vocab.json").write_text(json.dumps(self.ids), encoding="utf-8")
        lines = ["#version: 0.2", *(" ".join(merge) for merge in self.merges)]
        (folder / "merges.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def encode(self, text):
        """The ids of a text; no token is special."""
        ids = []
        for piece in split(text):
            if piece not in self._pieces:
                self._pieces[piece] = [self.ids[t] for t in self.cut(piece)]
            ids += self._pieces[piece]
        return ids

    def encode_word(self, word):
        """The one id of a word with its leading space; ValueError if it is several."""
        ids = self.encode(" " + word)
        if len(ids) != 1:
            raise ValueError(f"' {word}' is {len(ids)} tokens, expected one")
        return ids[0]

    def decode(self, ids):
        """The text of some ids; bytes that are no UTF-8 become U+FFFD."""
        characters = "".join(self._tokens[i] for i in ids if i != self.end_of_text)
        return bytes(_BYTE_OF_CHARACTER[c] for c in characters).decode("utf-8", "replace")

    def cut(self, piece, products=None):
        """Merges a piece's bytes by rank; adds each product on the way to `products`."""
        parts = [_CHARACTER_OF_BYTE[byte] for byte in piece.encode("utf-8")]
        while len(parts) > 1:
            best = min(zip(parts, parts[1:]), key=lambda m: self._ranks.get(m, len(self.merges)))
            if best not in self._ranks:
                break
            parts = _merge_all(parts, best)
            if products is not None:
                products.add("".join(best))
        return parts

    def seen_pieces(self):
        """Every piece that was encoded so far."""
        return self._pieces.keys()

    def pruned(self, pieces):
        """The part of this vocabulary that cuts `pieces` exactly as the whole does."""
        keep = {*_BYTE_OF_CHARACTER, END_OF_TEXT}
        for piece in pieces:
            self.cut(piece, keep)
        tokens = sorted(keep, key=self.ids.__getitem__)
        merges = [merge for merge in self.merges if "".join(merge) in keep]
        small = Vocabulary({token: index for index, token in enumerate(tokens)}, merges)
        for piece in pieces:
            if small.cut(piece) != self.cut(piece):
                raise ValueError(f"the pruned vocabulary cuts {piece!r} otherwise than the full")
        return small

    def ids_in(self, other):
        """For each id of this vocabulary the other one's id of the same token, else None."""
        return [other.ids.get(self._tokens[index]) for index in range(len(self))]


def _merge_all(parts, pair):
    merged, index = [], 0
    while index < len(parts):
        if tuple(parts[index:index + 2]) == pair:
            merged.append("".join(pair))
            index += 2
        else:
            merged.append(parts[index])
            index += 1
    return merged
