"""The students: players that follow `prefer`, and players that look a few turns ahead with it.

A student with foresight takes the clicks that `prefer` likes best, plays each out in the same guessed worlds as
everybody's best-looking clicks, and takes the one after which `value` is highest in the mean. Levels differ by how
often they slip, how many worlds they imagine and how far they look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from taku.bots import Budget
    from taku.engine import Game, GameState


@dataclass(frozen=True)
class Manner:
    """How a student decides."""

    slip: float = 0.0
    """How often it draws a click by the weights instead of taking the best."""
    worlds: int = 0
    """How many guessed worlds it looks into; 0: it does not look ahead."""
    width: int = 0
    """How many clicks it compares."""
    far: int = 0
    """How many decisions of all players it looks ahead."""


MANNERS = {
    "beginner": Manner(slip=1.0),
    "casual": Manner(slip=0.3),
    "club": Manner(),
    "expert": Manner(worlds=6, width=3, far=30),
    "master": Manner(worlds=32, width=5, far=60),
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
        """The click after which the player stands best, in the same worlds for all."""
        import numpy as np

        ahead = _built(self.game).functions["follow"]
        out = np.empty(self.game.most_legal, np.int32)
        totals = [0] * len(tried)
        for number in range(self.manner.worlds):
            world = self.rules.guess(seen, seat, budget.seed, number)
            for i, action in enumerate(tried):
                s: Any = world.copy()
                s.log.mute = 1
                self.rules.act(s, seat, action)
                ahead(s.address, out, self.manner.far)
                totals[i] += self.rules.value(s, seat)
        return tried[totals.index(max(totals))]


@lru_cache(maxsize=1)
def _built(game: Game) -> Any:
    from taku.compile.native import Build
    from taku.engine.part import bots_of

    return Build(game, bots_of(game).kernels)


def made_players() -> dict[str, Any]:
    """A player for each level, and the one that only follows its nose."""
    made = {name: _maker(manner) for name, manner in MANNERS.items()}
    return {"diligent": _maker(Manner()), **made}


def _maker(manner: Manner) -> Any:
    return lambda game: Student(game, manner)
