"""Chance: unbiased, the same at both speeds, keyed by the match."""

import pytest

from taku.compile.kernels import kernel
from taku.compile.native import Build
from taku.engine.chance import die, key, roll, seed, word
from tests.engine.toy import game


def sfc32(a, b, c, n):
    while True:
        t = (a + b + n) & 0xFFFFFFFF
        n = (n + 1) & 0xFFFFFFFF
        a, b, c = b ^ (b >> 9), (c + (c << 3)) & 0xFFFFFFFF, (((c << 21 | c >> 11) & 0xFFFFFFFF) + t) & 0xFFFFFFFF
        yield t


def test_the_stream_is_sfc32():
    s = game.new()
    key(s, 1, 2, 3, 4)
    generator = sfc32(1, 2, 3, 4)
    assert [word(s) for _ in range(1000)] == [next(generator) for _ in range(1000)]


@kernel("void(State, int64, int64, int32[::1])")
def rolls(s, n, sides, out):
    for i in range(n):
        out[i] = roll(s, sides)


@pytest.fixture(scope="module")
def native():
    return Build(game, [rolls]).functions


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 13, 60, 1000])
def test_speeds_roll_the_same_and_every_side_is_equally_likely(native, sides):
    import numpy as np

    n = 200_000
    s, t = game.new(), game.new()
    seed(s, 7, sides)
    seed(t, 7, sides)
    out = np.zeros(n, np.int32)
    native["rolls"](s.address, n, sides, out)
    assert [roll(t, sides) for _ in range(2000)] == out[:2000].tolist()
    counts = np.bincount(out, minlength=sides)
    assert len(counts) == sides
    expected = n / sides
    chi = float(((counts - expected) ** 2 / expected).sum())
    # Mean sides − 1, deviation √(2 (sides − 1)); six of them is one in a billion.
    assert chi < sides - 1 + 6 * (2 * max(1, sides - 1)) ** 0.5


def test_large_ranges_reject_what_would_bias():
    """Of 2³² words, 3 · 2²⁹ sides get three, three and two by turns; without rejection a third came one in four."""
    s = game.new()
    seed(s, 1, 1)
    counts = [0, 0, 0]
    for _ in range(30_000):
        counts[roll(s, 3 * 2**29) % 3] += 1
    assert all(9_600 < n < 10_400 for n in counts)


def test_pairs_of_successive_words_are_independent():
    s = game.new()
    seed(s, 3, 3)
    table = [[0] * 16 for _ in range(16)]
    last = word(s) >> 28
    for _ in range(51_200):
        now = word(s) >> 28
        table[last][now] += 1
        last = now
    chi = sum((x - 200) ** 2 / 200 for row in table for x in row)
    assert chi < 255 + 6 * (2 * 255) ** 0.5


def test_a_die_has_six_sides():
    s = game.new()
    seed(s, 1, 1)
    assert {die(s) for _ in range(200)} == {1, 2, 3, 4, 5, 6}


def test_neighbouring_seeds_share_nothing():
    streams = set()
    s = game.new()
    for number in range(50):
        for index in range(50):
            seed(s, number, index)
            streams.add(word(s))
    assert len(streams) > 2490
