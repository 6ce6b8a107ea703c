"""Runs the model on cases and reads from it: answers at the cue, attention rows, changed runs.

Refuses to judge: it returns numbers, `evaluate.py` names and records them.
"""

import torch


class Probe:
    """A model with its vocabulary, asked about cases."""

    def __init__(self, model, vocabulary):
        self.model = model
        self.vocabulary = vocabulary
        self.heads = [(layer, head) for layer in range(model.config.n_layer)
                      for head in range(model.config.n_head)]

    def run(self, texts, without_head=None, edit=None):
        """Logits [N, T, V] and maps [L, N, H, T, T] of texts, padded at the end, and lengths."""
        ids = [self.vocabulary.encode(text) for text in texts]
        longest = max(map(len, ids))
        padded = [row + [self.vocabulary.end_of_text] * (longest - len(row)) for row in ids]
        with torch.no_grad():
            hidden, maps = self.model.hidden(torch.tensor(padded), without_head, edit)
            return self.model.logits(hidden), torch.stack(maps), [len(row) for row in ids]

    def solved(self, cases, without_head=None):
        """For each case whether the most likely token at both cues is the right noun."""
        texts = [prompt for case in cases for prompt in case.prompts()]
        logits, _, lengths = self.run(texts, without_head)
        best = logits[torch.arange(len(texts)), torch.tensor(lengths) - 1].argmax(-1).tolist()
        wanted = [self.vocabulary.encode_word(noun) for case in cases for noun in case.nouns]
        right = [got == want for got, want in zip(best, wanted)]
        return [first and second for first, second in zip(right[::2], right[1::2])]

    def cue_probabilities(self, prompt, words):
        """The probability of each word as the next token of a prompt."""
        logits, _, _ = self.run([prompt])
        probabilities = logits[0, -1].softmax(-1)
        return [probabilities[self.vocabulary.encode_word(word)].item() for word in words]

    def continuation(self, text, limit=12):
        """The most likely continuation, token by token, up to the end-of-text token."""
        ids = self.vocabulary.encode(text)
        start = len(ids)
        with torch.no_grad():
            while len(ids) < start + limit:
                hidden, _ = self.model.hidden(torch.tensor([ids]))
                best = self.model.logits(hidden[0, -1]).argmax().item()
                if best == self.vocabulary.end_of_text:
                    break
                ids.append(best)
        return self.vocabulary.decode(ids[start:])

    def cue_attention(self, cases):
        """Each head's weights in the cue's row, [L, H, 2 N, 3], on right noun, other, adjective"""
        texts = [prompt for case in cases for prompt in case.prompts()]
        _, maps, lengths = self.run(texts)
        rows = []
        for index, (text, length) in enumerate(zip(texts, lengths)):
            case = cases[index // 2]
            turn = index % 2
            words = (case.nouns[turn], case.nouns[1 - turn], case.adjectives[turn])
            keys = [self.position(text, word) for word in words]
            rows.append(maps[:, index, :, length - 1][..., keys])
        return torch.stack(rows, 2)

    def position(self, text, word):
        """The index of the last token of `text` that is this word."""
        ids = self.vocabulary.encode(text)
        return len(ids) - 1 - ids[::-1].index(self.vocabulary.encode_word(word))

    def list_scores(self, texts, length):
        """Over lists given twice: each head's mean weight [L, H] on the token after the last
        occurrence, each head's mean weight [L, H] on the token before, and the share of the second
        pass foretold."""
        logits, maps, _ = self.run(texts)
        second = torch.arange(length, 2 * length)
        induction = maps[:, :, :, second, second - length + 1].mean((1, 3))
        later = torch.arange(1, 2 * length)
        previous = maps[:, :, :, later, later - 1].mean((1, 3))
        ids = torch.tensor([self.vocabulary.encode(text) for text in texts])
        foretold = logits[:, second[:-1]].argmax(-1) == ids[:, second[1:]]
        return induction, previous, foretold.float().mean().item()

    def residuals(self, text):
        """The residual stream [T, C] of a text after each layer."""
        kept = []

        def keep(_, x):
            kept.append(x[0].clone())
            return x

        self.run([text], edit=keep)
        return kept

    def patched(self, text, layer, position, state):
        """The logits [V] after a text when one position's residual after a layer is replaced."""
        def replace(here, x):
            if here == layer:
                x = x.clone()
                x[0, position] = state
            return x

        return self.run([text], edit=replace)[0][0, -1]
