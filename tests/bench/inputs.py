"""What every run of the benchmark is given: the ids, the sentence, the names of places."""

SIZES = (14, 128, 1024)
SENTENCE_IDS = (464, 16383, 1422, 470, 4197, 287, 262, 45391, 780, 340, 373, 1165, 1263, 13)
VOCABULARY_SIZE = 50257


def ids(n_tokens):
    """The first ids of the rule that bench_model.cpp follows, too, between commas."""
    return ",".join(str((464 + 7919 * t) % VOCABULARY_SIZE) for t in range(n_tokens))


def sentence_ids():
    """The chapter's first sentence, which `attnlab gpt2` takes when it is given none."""
    return ",".join(map(str, SENTENCE_IDS))


class Places:
    """Where the build folder has what the benchmark runs and writes."""

    def __init__(self, build):
        self.build = build
        self.attnlab = build / "lab" / "attnlab"
        self.functions = build / "tests" / "bench" / "attnlab_bench"
        self.make_model = build / "tests" / "bench" / "attnlab_bench_model"
        self.model = build / "bench-model"
        self.maps = build / "bench-maps.json"
        self.report = build / "bench.json"
