"""Random tokens as `attnlab check` draws them, written from src/base/random.hpp and
src/check/random_tokens.hpp, so that both measure heads on the same ones.

Refuses to use Python's own random numbers: no other language can repeat them.
"""

_GAMMA = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


def uniforms(seed):
    """SplitMix64's stream as numbers on [0, 1): the upper 53 bits, scaled."""
    state = seed
    while True:
        state = (state + _GAMMA) & _MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        yield ((z ^ (z >> 31)) >> 11) * 2.0**-53


def sequences(seed, count, length, first, vocabulary_size):
    """Pairs of lists of ids: `first` and `length` different tokens twice over; `first` and
    2 `length` different tokens, which begin alike."""
    stream = uniforms(seed)
    for _ in range(count):
        drawn = []
        while len(drawn) < 2 * length:
            token = int(next(stream) * vocabulary_size)
            if token != first and token not in drawn:
                drawn.append(token)
        yield [first] + 2 * drawn[:length], [first] + drawn
