"""Rows of token ids for the training: documents packed end to end, each token with its weight.

A row begins at a document's start and has one token more than the model takes: inputs are all but
the last, targets all but the first. What does not fit in a row is dropped.

Refuses to know what the text is about.
"""

import numpy as np

ROW_TOKENS = 65


def encode_document(encode, document):
    """(ids, weights) of a document given as (text, weight) stretches."""
    ids, weights = [], []
    for text, weight in document:
        piece = encode(text)
        ids += piece
        weights += [weight] * len(piece)
    return np.array(ids, np.uint16), np.array(weights, np.uint8)


def repeated_ids(rng, vocabulary_size, forbidden):
    """A list of random ids, two or three times over; never all of the `forbidden` ids in it."""
    while True:
        once = [rng.randrange(vocabulary_size) for _ in range(rng.randint(2, 28))]
        if not forbidden.issubset(once):
            break
    passes = rng.randint(2, 3)
    weights = [0] * len(once) + [1] * len(once) * (passes - 1)
    return np.array(once * passes, np.uint16), np.array(weights, np.uint8)


def pack(encoded, end_of_text):
    """Packs documents into two arrays [rows, ROW_TOKENS]: ids and weights."""
    row_ids, row_weights, ids, weights = [], [], [], []
    for document_ids, document_weights in encoded:
        ids += [*document_ids.tolist(), end_of_text]
        weights += [*document_weights.tolist(), 1]
        if len(ids) >= ROW_TOKENS:
            row_ids.append(np.array(ids[:ROW_TOKENS], np.uint16))
            row_weights.append(np.array(weights[:ROW_TOKENS], np.uint8))
            ids, weights = [], []
    return np.stack(row_ids), np.stack(row_weights)
