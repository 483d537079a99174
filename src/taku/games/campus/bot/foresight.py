"""Looking ahead in compiled code: clicks are tried in guessed worlds, and everybody plays on by `prefer`."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs, allow-untyped-decorators
# mypy: no-check-untyped-defs, no-warn-return-any

from __future__ import annotations

import numpy as np

from taku.bots.playout import next_word
from taku.compile.kernels import first_of, kernel
from taku.engine.chance import key
from taku.engine.contract import CORE_WORDS, act, actors, guess, legal, prefer
from taku.games.campus.bot.worth import how_late, standing
from taku.games.campus.rules.finish import points_held, weight_held

WORK, SEEN, WORLD = range(3)
"""Rows of states: the world in play, the hidden state, and a guess of what lies behind it."""

SEAT, TRIED, WORLDS, QUARTERS, MOST = range(5)
"""Places of the numbers: whose clicks, how many of them, in how many worlds, and how far they are played on."""


DONE, AVERAGE, STANDING = range(3)
"""What is kept of a player: whether it has graduated, its average, and what it stands for (`worth.standing`)."""


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


@kernel("none(State[::1], uint64[:, ::1], int32[::1], int32[::1], int64[::1], uint64[::1], int32[:, :, :, ::1])")
def foresee(states, words, out, tried, numbers, rng, ends):
    """What becomes of every player after each of the clicks, in the same worlds for all."""
    seat = numbers[SEAT]
    for w in range(numbers[WORLDS]):
        copy_row(words, SEEN, WORLD)
        a = np.int64(next_word(rng) >> np.uint64(1))
        b = np.int64(next_word(rng) >> np.uint64(1))
        key(states[WORLD], a, a >> 31, b, b >> 31)
        guess(states[WORLD], seat)
        for i in range(numbers[TRIED]):
            copy_row(words, WORLD, WORK)
            s = states[WORK]
            act(s, seat, np.int64(tried[i]))
            follow(s, out, numbers[QUARTERS], numbers[MOST])
            late = how_late(s)
            for q in range(s.seats):
                ends[i, w, q, DONE] = (s.graduates >> q) & 1
                ends[i, w, q, AVERAGE] = 1000 * points_held(s, q) // max(1, weight_held(s, q))
                ends[i, w, q, STANDING] = standing(s, q, late)


KERNELS = (follow, foresee)
