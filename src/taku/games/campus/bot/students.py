"""The students: players that follow `prefer`, and players that look ahead with it to the end of the quarter.

A student with foresight takes the clicks that `prefer` likes best, tries each in the same guessed worlds, has everybody
play on by best-looking clicks until the grades are given, and looks how `value` likes that. After every round of worlds
the worse half of the clicks is dropped, and the rest gets as many worlds again. Levels differ by how often they slip
and by how many worlds they imagine.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from taku.games.campus.bot import foresight as k

if TYPE_CHECKING:
    from taku.bots import Budget
    from taku.engine import Game, GameState

MOST_CLICKS = 2_000
"""A quarter ends long before."""
AT_ONCE = 4
"""Worlds between two looks at the clock."""


@dataclass(frozen=True)
class Manner:
    """How a student decides."""

    slip: float = 0.0
    """How often it draws a click by the weights instead of taking the best."""
    worlds: int = 0
    """How many guessed worlds it looks into in a round; 0: it does not look ahead."""
    width: int = 0
    """How many clicks it compares at first."""
    quarters: int = 1
    """How many quarters it looks ahead, this one among them."""


MANNERS = {
    "beginner": Manner(slip=1.0),
    "casual": Manner(slip=0.3),
    "club": Manner(),
    "expert": Manner(worlds=16, width=8),
    "master": Manner(worlds=100, width=8),
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
            return rng.choices(kept, [1 + w for w in weights])[0]
        ranked = sorted(zip(weights, kept, strict=True), key=lambda pair: (-pair[0], pair[1]))
        if not self.manner.worlds:
            return ranked[0][1]
        return self.foresee(seen, seat, [a for _, a in ranked[: self.manner.width]], budget)

    def foresee(self, seen: GameState, seat: int, tried: list[int], budget: Budget) -> int:
        """The click after which the player stands best, by halving: each round has new worlds for all that are left."""
        deadline = time.perf_counter() + budget.seconds if budget.seconds else None
        mind = mind_of(self.game)
        mind.begin(seen, seat, budget.seed, self.manner.quarters)
        total = dict.fromkeys(tried, 0)
        while len(tried) > 1:
            for done in range(0, self.manner.worlds, AT_ONCE):
                found = mind.look(tried, min(AT_ONCE, self.manner.worlds - done))
                total = {a: total[a] + n for a, n in zip(tried, found, strict=True)}
                if deadline and time.perf_counter() >= deadline:
                    return max(tried, key=lambda a: total[a])
            tried = sorted(tried, key=lambda a: -total[a])[: len(tried) // 2]
        return tried[0]


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
        self.totals = np.zeros(game.most_legal, np.int64)
        self.numbers = np.zeros(5, np.int64)
        self.rng = np.zeros(1, np.uint64)
        out = np.zeros(max(game.most_legal, game.seats[-1]), np.int32)
        self._kept = (states, words, out)
        arrays = (*self._kept, self.tried, self.totals, self.numbers, self.rng)
        self._arguments = [array_parts(a) for a in arrays]

    def begin(self, seen: GameState, seat: int, seed: int, quarters: int) -> None:
        """Take in what a seat sees."""
        import numpy as np

        from taku.bots.search import scramble

        self.seen[:] = np.frombuffer(seen.memory, np.uint8, self.core)
        self.numbers[:] = 0
        self.numbers[k.SEAT], self.numbers[k.QUARTERS], self.numbers[k.MOST] = seat, quarters, MOST_CLICKS
        self.rng[0] = scramble(seed, 1) & (1 << 64) - 1

    def look(self, tried: Sequence[int], worlds: int) -> list[int]:
        """What the clicks lead to in so many more worlds, added up."""
        n = len(tried)
        self.tried[:n] = tried
        self.totals[:n] = 0
        self.numbers[k.TRIED], self.numbers[k.WORLDS] = n, worlds
        self._foresee(*self._arguments)
        return [int(t) for t in self.totals[:n]]


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
