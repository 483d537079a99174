"""Compiled loops over whole matches, made for each game from its own rules."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

from taku.engine.chance import roll, seed
from taku.engine.contract import (
    CORE_WORDS,
    DECISIONS,
    HAS_TAKES_BACK,
    SEATS,
    act,
    actors,
    legal,
    scores,
    start,
    takes_back,
)
from taku.engine.rule import F, Rule, rule
from taku.engine.state import HASH_FACTOR, HASH_START


class _Later(ModuleType):
    """A module that is imported when something of it is first needed: planning a build needs none of NumPy."""

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self.__name__), name)


np: Any = _Later("numpy")


def kernel(signature: str, inlined: bool = False, uncounted: bool = False) -> Callable[[F], F]:
    """Mark a function as a kernel with its Numba signature, in which ``State`` is the game's record; the rest as in
    ``Rule``."""

    def mark(function: F) -> F:
        rule(function)
        made: Rule = function.__dict__["__rule__"]
        made.signature, made.inlined, made.uncounted = signature, inlined, uncounted
        return function

    return mark


@rule
def first_of(who):
    """The lowest seat of a bit set that is not empty."""
    seat = 0
    while not (who >> seat) & 1:
        seat += 1
    return seat


@rule
def without_takebacks(s, seat, out, n):
    """Random play goes forward: take-backs go to the end of the list; the number of actions that are none."""
    kept = 0
    for i in range(n):
        if not takes_back(s, seat, out[i]):
            a = out[i]
            out[i] = out[kept]
            out[kept] = a
            kept += 1
    return kept if kept else n


@rule
def random_decision(s, seat, out):
    """A seat that is asked plays one of its legal actions, each equally likely."""
    n = legal(s, seat, out)
    if HAS_TAKES_BACK:
        n = without_takebacks(s, seat, out, n)
    act(s, seat, out[roll(s, n)])


@rule
def random_match(s, out):
    """Play random moves to the end; the number of decisions, or −1 if the declared bound was passed."""
    done = 0
    while True:
        who = actors(s)
        if who == 0:
            break
        if done >= DECISIONS:
            return -1
        random_decision(s, first_of(who), out)
        done += 1
    return done


@kernel("none(uint64[:, ::1], int64, int64)")
def copy_world(words, a, b):
    """World a over world b, as rows of words; events and scratch space stay where they are."""
    for i in range(CORE_WORDS):
        words[b, i] = words[a, i]


@kernel("uint64(uint64[::1])")
def digest(words):
    """The hash of a state, word by word."""
    h = np.uint64(HASH_START)
    for i in range(CORE_WORDS):
        h = (h ^ words[i]) * np.uint64(HASH_FACTOR)
        h ^= h >> np.uint64(29)
    return h


@kernel("int64(State[::1], uint64[:, ::1], int32[::1], int64, int64, int64, int8[:, ::1], int32[::1], uint64[::1])")
def play(states, words, out, number, first, n, ranks, decisions, hashes):
    """Play matches first … first + n − 1 of run `number`; row 0 is the match in play, row 1 seats and options."""
    s = states[0]
    total = 0
    for k in range(n):
        for w in range(CORE_WORDS):
            words[0, w] = words[1, w]
        seed(s, number, first + k)
        start(s)
        done = random_match(s, out)
        decisions[k] = done
        total += max(done, 0)
        scores(s, out)
        for seat in range(SEATS):
            ranks[k, seat] = out[seat]
        if hashes.shape[0]:
            hashes[k] = digest(words[0])
    return total


@kernel("int64(uint64[:, ::1], int64)")
def copies(words, n):
    """Copy a state n times back and forth, for measuring."""
    for k in range(n):
        a = k & 1
        words[a, 0] += np.uint64(k)
        for w in range(CORE_WORDS):
            words[1 - a, w] = words[a, w]
    return np.int64(words[0, 0] & np.uint64(0xFF))


@kernel("uint64(uint64[::1], int64)")
def digests(words, n):
    """Hash a state n times, each time changed, for measuring."""
    h = np.uint64(0)
    for _ in range(n):
        words[0] ^= h
        h ^= digest(words)
    return h
