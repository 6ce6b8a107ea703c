"""Makes the embedded model, whole: corpus, vocabulary, training, model folder, evaluation, card,
facts.

Everything is drawn from one seed and runs on one thread. Each row of the corpus is seen once.

Refuses to look at the held-out sentences: the evaluation reads the finished folder.
"""

import argparse
import math
import random
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import evaluate
import facts
import model_folder
from corpus import documents
from model import Config, Gpt2
from rows import encode_document, pack, repeated_ids
from sentences import HELD_OUT_ALWAYS
from vocabulary import Vocabulary

DATA = Path(__file__).resolve().parent.parent
SHIPPED = DATA / "models" / "trophy-tiny"

SHARES = {"puzzle": 0.52, "statement": 0.08, "word_list": 0.18, "key_value": 0.07}
RANDOM_IDS_SHARE = 0.15

ROWS_A_STEP = 32
PEAK_RATE = 3e-3
LAST_RATE = 0.05
WARM_UP_STEPS = 150
WEIGHT_DECAY = 0.1
CLIP = 1.0


def make_rows(seed, count):
    """The pruned vocabulary, and the corpus of `count` documents as rows of ids and weights."""
    rng = random.Random(seed)
    full = Vocabulary.read(DATA / "gpt2")
    random_count = round(count * RANDOM_IDS_SHARE)
    encoded = [encode_document(full.encode, document)
               for document in documents(rng, count - random_count, SHARES)]
    vocabulary = full.pruned(full.seen_pieces())
    small_id = np.array([vocabulary.end_of_text if index is None else index
                         for index in full.ids_in(vocabulary)], np.uint16)
    encoded = [(small_id[ids], weights) for ids, weights in encoded]
    forbidden = {vocabulary.encode_word(noun) for noun in HELD_OUT_ALWAYS}
    for ids, _ in encoded:
        if forbidden.issubset(ids.tolist()):
            raise ValueError(f"a document holds both of {sorted(HELD_OUT_ALWAYS)}")
    encoded += [repeated_ids(rng, len(vocabulary), forbidden) for _ in range(random_count)]
    rng.shuffle(encoded)
    return vocabulary, *pack(encoded, vocabulary.end_of_text)


def optimiser_of(model):
    """AdamW, with weight decay on the blocks' matrices alone."""
    matrices = [p for name, p in model.named_parameters() if p.dim() == 2 and ".h." in name]
    others = [p for name, p in model.named_parameters() if p.dim() == 1 or ".h." not in name]
    groups = [{"params": matrices, "weight_decay": WEIGHT_DECAY},
              {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, betas=(0.9, 0.95))


def learning_rate(step, steps):
    """A linear warm-up, then a cosine down to LAST_RATE of the peak."""
    if step < WARM_UP_STEPS:
        return PEAK_RATE * (step + 1) / WARM_UP_STEPS
    progress = (step - WARM_UP_STEPS) / max(1, steps - WARM_UP_STEPS)
    return PEAK_RATE * (LAST_RATE + (1 - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * progress)))


def loss_of(model, ids, weights):
    """Weighted cross-entropy of the rows' next tokens; ids and weights [B, T + 1]."""
    hidden, _ = model.hidden(ids[:, :-1])
    counted = weights[:, 1:] > 0
    weight = weights[:, 1:][counted].float()
    losses = F.cross_entropy(model.logits(hidden[counted]), ids[:, 1:][counted], reduction="none")
    return (losses * weight).sum() / weight.sum()


def train(model, row_ids, row_weights, started):
    """One pass over the rows."""
    optimiser = optimiser_of(model)
    steps = len(row_ids) // ROWS_A_STEP
    mean_loss = 0.0
    for step in range(steps):
        rate = learning_rate(step, steps)
        for group in optimiser.param_groups:
            group["lr"] = rate
        here = slice(step * ROWS_A_STEP, (step + 1) * ROWS_A_STEP)
        ids = torch.from_numpy(row_ids[here].astype(np.int64))
        loss = loss_of(model, ids, torch.from_numpy(row_weights[here]))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
        optimiser.step()
        mean_loss += loss.item()
        if (step + 1) % 100 == 0:
            print(f"step {step + 1} of {steps}  loss {mean_loss / 100:.4f}"
                  f"  {time.monotonic() - started:.0f} s", flush=True)
            mean_loss = 0.0


def facts_path(folder):
    """Where the facts go: to those of the project where the shipped model is made anew, else into
    the folder itself."""
    if folder.resolve() == SHIPPED:
        return DATA / "facts" / f"{SHIPPED.name}.json"
    return folder / "facts.json"


def main():
    """The one command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--documents", type=int, default=600_000)
    parser.add_argument("--out", type=Path, default=SHIPPED)
    options = parser.parse_args()

    started = time.monotonic()
    torch.set_num_threads(1)
    vocabulary, row_ids, row_weights = make_rows(options.seed, options.documents)
    print(f"{options.documents} documents in {len(row_ids)} rows, {len(vocabulary)} tokens",
          flush=True)
    model = Gpt2(Config(vocab_size=len(vocabulary)))
    model.initialise(torch.Generator().manual_seed(options.seed))
    train(model, row_ids, row_weights, started)
    model_folder.write(options.out, model, vocabulary)
    evaluate.examine(options.out, options.seed)
    facts.write(options.out, facts_path(options.out))
    print(f"done after {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
