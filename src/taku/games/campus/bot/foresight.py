"""Looking ahead in compiled code: clicks are tried in guessed worlds, and everybody plays on by `prefer`."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs, allow-untyped-decorators
# mypy: no-check-untyped-defs, no-warn-return-any

from __future__ import annotations

import numpy as np

from taku.bots.playout import next_word
from taku.compile.kernels import first_of, kernel
from taku.engine.chance import key
from taku.engine.contract import CORE_WORDS, act, actors, guess, legal, prefer, value

WORK, SEEN, WORLD = range(3)
"""Rows of states: the world in play, the hidden state, and a guess of what lies behind it."""

SEAT, TRIED, WORLDS, QUARTERS, MOST = range(5)
"""Places of the numbers: whose clicks, how many of them, in how many worlds, and how far they are played on."""


@kernel("int64(State, int32[::1], int64, int64)")
def follow(s, out, quarters, most):
    """Everybody's best-looking clicks until so many quarters are over; how many there were."""
    last = s.quarter + quarters
    for done in range(most):
        who = actors(s)
        if who == 0 or s.quarter >= last:
            return done
        seat = first_of(who)
        n = legal(s, seat, out)
        best = 0
        weight = -1
        if n > 1:
            for i in range(n):
                w = prefer(s, seat, out[i])
                if w > weight:
                    weight = w
                    best = i
        act(s, seat, out[best])
    return most


@kernel("none(uint64[:, ::1], int64, int64)")
def copy_row(words, a, b):
    """One state becomes as another."""
    for i in range(CORE_WORDS):
        words[b, i] = words[a, i]


@kernel("none(State[::1], uint64[:, ::1], int32[::1], int32[::1], int64[::1], int64[::1], uint64[::1])")
def foresee(states, words, out, tried, totals, numbers, rng):
    """Add up what the seat stands for after each of the clicks, in the same worlds for all."""
    seat = numbers[SEAT]
    for _ in range(numbers[WORLDS]):
        copy_row(words, SEEN, WORLD)
        a = np.int64(next_word(rng) >> np.uint64(1))
        b = np.int64(next_word(rng) >> np.uint64(1))
        key(states[WORLD], a, a >> 31, b, b >> 31)
        guess(states[WORLD], seat)
        for i in range(numbers[TRIED]):
            copy_row(words, WORLD, WORK)
            act(states[WORK], seat, np.int64(tried[i]))
            follow(states[WORK], out, numbers[QUARTERS], numbers[MOST])
            totals[i] += value(states[WORK], seat)


KERNELS = (follow, foresee)
