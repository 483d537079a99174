"""The students: players that follow `prefer`, and players that look ahead with it to the end of the quarter.

A student with foresight takes the clicks that `prefer` likes best, tries each in the same guessed worlds, and has
everybody play on by best-looking clicks until the grades are given. After every round of worlds the worse half of the
clicks is dropped, and the rest gets as many worlds again. In the end the favourite of `prefer` is taken, unless another
click leads by more than may be luck. Levels differ by how often they slip and by how many worlds they imagine.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from random import Random
from typing import TYPE_CHECKING, Any

from taku.games.campus.bot import foresight as k

if TYPE_CHECKING:
    from taku.bots import Budget
    from taku.engine import Game, GameState

MOST_CLICKS = 2_000
"""A quarter ends long before."""
AT_ONCE = 8
"""Worlds between two looks at the clock."""
MOST_TRIED = 16
SAMPLES = 64
"""Ends of another player that are kept to compare with."""


@dataclass(frozen=True)
class Manner:
    """How a student decides."""

    slip: float = 0.0
    """How often it draws a click by what it is worth instead of taking the best; weights are squares of worth."""
    worlds: int = 0
    """How many guessed worlds it looks into in a round, of two players; 0: it does not look ahead."""
    width: int = 0
    """How many clicks it compares at first."""
    doubt: float = 0.7
    """How many standard errors another click must lead by, to be taken instead of the favourite."""


MANNERS = {
    "beginner": Manner(slip=1.0),
    "casual": Manner(slip=0.25),
    "club": Manner(),
    "expert": Manner(worlds=8, width=8),
    "master": Manner(worlds=320, width=8),
}
"""The levels; `diligent` is what levels above it must beat."""


class Student:
    """Plays as its manner says; it sees what its seat sees and remembers nothing else."""

    def __init__(self, game: Game, manner: Manner) -> None:
        from taku.compile.speed import rules_of

        self.game, self.manner = game, manner
        self.rules: Any = rules_of(game)
        self.at_once = not manner.worlds
        """Without foresight it needs nothing compiled."""

    def __call__(self, seen: GameState, seat: int, legal: Sequence[int], budget: Budget) -> int:
        kept = [a for a in legal if not self.rules.takes_back(seen, seat, a)] or list(legal)
        if len(kept) == 1:
            return kept[0]
        weights = [self.rules.prefer(seen, seat, a) for a in kept]
        rng = Random(budget.seed)
        if self.manner.slip and rng.random() < self.manner.slip:
            return rng.choices(kept, [1 + isqrt(w) for w in weights])[0]
        ranked = sorted(zip(weights, kept, strict=True), key=lambda pair: (-pair[0], pair[1]))
        if not self.manner.worlds:
            return ranked[0][1]
        return self.foresee(seen, seat, [a for _, a in ranked[: self.manner.width]], budget)

    def foresee(self, seen: GameState, seat: int, tried: list[int], budget: Budget) -> int:
        """The favourite, unless another click is surely better. Each round has more worlds for the better half."""
        deadline = time.perf_counter() + budget.seconds if budget.seconds else None
        mind = mind_of(self.game)
        mind.begin(seen, seat, budget.seed)
        favourite, late = tried[0], False
        worlds = self.manner.worlds * 4 // (2 + seen.seats)  # with more players each of them takes longer
        mine: dict[int, list[Any]] = {action: [] for action in tried}
        theirs: list[list[Any]] = [[] for q in range(seen.seats) if q != seat]
        while True:
            for done in range(0, worlds, AT_ONCE):
                ends = mind.look(tried, min(AT_ONCE, worlds - done))
                for i, action in enumerate(tried):
                    mine[action].append(ends[i, :, seat])
                for samples, q in zip(theirs, (q for q in range(seen.seats) if q != seat), strict=True):
                    samples.append(ends[:, :, q].reshape(-1, 3))
                late = deadline is not None and time.perf_counter() >= deadline
                if late:
                    break
            chances = {action: reckon(mine[action], theirs) for action in tried}
            lead = {action: surely(chances[action] - chances[favourite], self.manner.doubt) for action in tried}
            ranked = sorted(tried[1:], key=lambda action: -lead[action])
            if late or len(ranked) == 1:
                return ranked[0] if lead[ranked[0]] > 0 else favourite
            tried = [favourite, *ranked[: max(1, len(tried) // 2 - 1)]]


def reckon(mine: Sequence[Any], theirs: Sequence[Sequence[Any]]) -> Any:
    """For each world the share of the others that a player leaves behind.

    Its end is compared with the others' ends in all worlds, not only in this one: that takes their luck out.
    """
    import numpy as np

    a = np.concatenate(mine)[:, None, :].astype(float)
    total = 0.0
    for samples in theirs:
        other = np.concatenate(samples)
        b = other[:: max(1, len(other) // SAMPLES)][None, :, :].astype(float)
        lead = a - b
        even = 1 / (1 + np.exp(-lead[:, :, k.STANDING] / 1000))
        average = np.sign(lead[:, :, k.AVERAGE]) / 2 + 0.5
        both = a[:, :, k.DONE] * b[:, :, k.DONE] > 0
        total = total + np.where(both, average, np.where(lead[:, :, k.DONE] == 0, even, lead[:, :, k.DONE] > 0)).mean(1)
    return total / len(theirs)


def surely(leads: Any, doubt: float) -> float:
    """How far one click leads, less what may be luck."""
    return float(leads.mean() - doubt * leads.std() / max(1, len(leads)) ** 0.5)


class Mind:
    """The worlds that are looked into, and the compiled code for it. Not for several threads at once."""

    def __init__(self, game: Game) -> None:
        import numpy as np

        from taku.bots.search import search_build
        from taku.compile.loader import array_parts
        from taku.engine.struct import dtype_of

        self._foresee = search_build(game).functions["foresee"]
        states = np.zeros(3, dtype_of(game.state))
        states["log"]["mute"] = 1
        words = states.view(np.uint64).reshape(3, -1)
        self.core = game.state.core()
        self.seen = states.view(np.uint8).reshape(3, -1)[k.SEEN, : self.core]
        self.tried = np.zeros(game.most_legal, np.int32)
        self.numbers = np.zeros(5, np.int64)
        self.rng = np.zeros(1, np.uint64)
        self.ends = np.zeros((MOST_TRIED, AT_ONCE, game.seats[-1], 3), np.int32)
        out = np.zeros(max(game.most_legal, game.seats[-1]), np.int32)
        self._kept = (states, words, out)
        arrays = (*self._kept, self.tried, self.numbers, self.rng, self.ends)
        self._arguments = [array_parts(a) for a in arrays]

    def begin(self, seen: GameState, seat: int, seed: int) -> None:
        """Take in what a seat sees."""
        import numpy as np

        from taku.bots.search import scramble

        self.seen[:] = np.frombuffer(seen.memory, np.uint8, self.core)
        self.numbers[k.SEAT], self.numbers[k.QUARTERS], self.numbers[k.MOST] = seat, 1, MOST_CLICKS
        self.rng[0] = scramble(seed, 1) & (1 << 64) - 1

    def look(self, tried: Sequence[int], worlds: int) -> Any:
        """What becomes of every player after each click in so many more worlds: (clicks, worlds, seats, what)."""
        n = len(tried)
        self.tried[:n] = tried
        self.numbers[k.TRIED], self.numbers[k.WORLDS] = n, worlds
        self._foresee(*self._arguments)
        return self.ends[:n, :worlds].copy()


@lru_cache(maxsize=1)
def mind_of(game: Game) -> Mind:
    """The one of a process: students differ in how they think, not in what they think with."""
    return Mind(game)


def made_players() -> dict[str, Any]:
    """A player for each level, and the one that only follows its nose."""
    made = {name: _maker(manner) for name, manner in MANNERS.items()}
    return {"diligent": _maker(Manner()), **made}


def _maker(manner: Manner) -> Any:
    return lambda game: Student(game, manner)
