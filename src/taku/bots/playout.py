"""Playing on from a position, in compiled code: which actions count, a random one, a whole playout and its rewards."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs, allow-untyped-decorators
# mypy: no-check-untyped-defs, no-warn-return-any, disable-error-code="unreachable"
# ruff: noqa: SIM102

from __future__ import annotations

import numpy as np

from taku.compile.kernels import first_of, kernel, without_takebacks
from taku.engine.chance import roll
from taku.engine.contract import HAS_PREFER, HAS_TAKES_BACK, HAS_VALUE, act, actors, legal, prefer, scores, value
from taku.engine.rule import rule

SCALE = 1000
"""Rewards are summed as whole thousandths, so that sums do not depend on the order of adding."""


@kernel("uint64(uint64[::1])")
def next_word(rng):
    """64 random bits for the search itself (splitmix64): worlds' keys and ties."""
    rng[0] += np.uint64(0x9E3779B97F4A7C15)
    z = rng[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@rule
def forward(s, seat, out):
    """The legal actions that do not only take an own click back, unless there are none; how many."""
    n = legal(s, seat, out)
    if HAS_TAKES_BACK:
        n = without_takebacks(s, seat, out, n)
    return n


@rule
def draw(s, seat, out, n, policy):
    """The place of a random action: each equally likely, or by the game's own preference if `policy` is 1."""
    if HAS_PREFER:
        if policy:
            total = 0
            chosen = -1
            for i in range(n):
                weight = prefer(s, seat, out[i])
                if weight > 0:
                    total += weight
                    if roll(s, total) < weight:
                        chosen = i
            if chosen >= 0:
                return chosen
    return roll(s, n)


@rule
def playout(s, out, policy, cut):
    """Play on for at most `cut` decisions; 1 if the match ended, 0 if it was cut short."""
    for _ in range(cut):
        who = actors(s)
        if who == 0:
            return 1
        seat = first_of(who)
        n = forward(s, seat, out)
        act(s, seat, out[draw(s, seat, out, n, policy)])
    return 1 if actors(s) == 0 else 0


@kernel("void(State, int32[::1], int64, int32[::1], int32[::1], int64)")
def rewards(s, out, seats, teams, reward, ended):
    """What each seat got, in thousandths: the share of opponents it left behind, ties counting half."""
    if ended:
        scores(s, out)
        for seat in range(seats):
            others = 0
            points = 0
            for q in range(seats):
                if teams[q] != teams[seat]:
                    others += 1
                    points += 2 if out[q] > out[seat] else 1 if out[q] == out[seat] else 0
            reward[seat] = SCALE * points // max(1, 2 * others) if others else SCALE // 2
    else:
        for seat in range(seats):
            reward[seat] = min(SCALE, max(0, value(s, seat))) if HAS_VALUE else SCALE // 2
