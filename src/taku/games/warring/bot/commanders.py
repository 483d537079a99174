"""The commanders of content/bots.toml as players, and the table's five levels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from random import Random
from typing import TYPE_CHECKING, Any

from taku.games.warring.bot.command import KERNELS, ROWS
from taku.games.warring.bot.ground import QUEUE
from taku.games.warring.bot.orders import W
from taku.games.warring.content import CONTENT
from taku.games.warring.state import CELLS, DEPLOY, SIDES, SPLIT, STAGE, TROOPS

if TYPE_CHECKING:
    from taku.compile.native import Build
    from taku.engine import Game
    from taku.games.warring.content import Bot as Written

CHANCES = (60, 30, 10)
"""Rulebook, section 6: how likely a commander's first, second and third formation are."""


@dataclass(frozen=True)
class Manner:
    """How a commander decides."""

    weights: Mapping[str, int]
    growth: int = 0
    """What is added to `push` every round while it is not ahead."""
    formations: tuple[str, ...] = ()
    """The likeliest first; none: any of the largest that are offered."""

    def numbers(self, seen: Any, seat: int) -> list[int]:
        """The weights as the kernels take them."""
        made = [self.weights.get(name, 0) for name in W]
        if self.growth and not ahead(seen, seat):
            made[W.push] += self.growth * seen.round
        return made


BASE = Manner({"push": 25, "caution": 15, "losses": 90, "guard": 100, "hunt_cells": 3, "together": 3, "flank": 30})
"""What a commander expects of everybody, itself included, in the turns that it imagines."""

LEVELS = {
    "beginner": Manner({"push": 30, "losses": 60, "guard": 50, "hunt_cells": 3, "noise": 65}),
    "casual": Manner({"push": 30, "losses": 60, "guard": 50, "hunt_cells": 3, "noise": 20}),
    "club": BASE,
    "expert": Manner({**BASE.weights, "push": 10, "noise": 40, "depth": 1}, 4),
    "master": Manner({**BASE.weights, "push": 10, "depth": 2}, 4),
}


def ahead(seen: Any, seat: int) -> bool:
    """Whether a side has done more damage than it took, as far as it knows; if equal, field points decide."""
    full = seen.opt.strength_south, seen.opt.strength_north
    lost = [
        sum(full[side] - seen.strength[side, t] for t in range(TROOPS) if seen.kind[side, t]) for side in range(SIDES)
    ]
    return (lost[1 - seat], seen.points[seat]) > (lost[seat], seen.points[1 - seat])


@lru_cache(maxsize=4)
def _build(game: Game) -> Build:
    from taku.compile.native import Build

    return Build(game, KERNELS)


class Commander:
    """Plays as its manner says; it sees what its side sees and remembers nothing else."""

    def __init__(self, manner: Manner, game: Game) -> None:
        self.manner = manner
        self.game = game
        self.room: _Room | None = None

    def __call__(self, seen: Any, seat: int, legal: Sequence[int], budget: Any) -> int:
        if seen.stage == STAGE.deploy:
            return self.deploy(seen, seat, legal, Random(budget.seed))
        if seen.splitting[seat]:
            return SPLIT.cancel  # somebody else began it
        if self.room is None:
            self.room = _Room(self.game)
        return self.room.click(seen, seat, self.manner)

    def deploy(self, seen: Any, seat: int, legal: Sequence[int], rng: Random) -> int:
        """A formation first, then ready."""
        if seen.clicks[seat] and DEPLOY.ready in legal:
            return DEPLOY.ready
        presets = enumerate(CONTENT.formations)
        sizes = {f.id: (a, f.size) for i, f in presets if (a := DEPLOY.preset(i)) in legal}
        known = [sizes[f][0] for f in self.manner.formations if f in sizes]
        if known:
            return rng.choices(known, CHANCES[: len(known)])[0]
        most = max(size for _, size in sizes.values())
        return rng.choice([action for action, size in sizes.values() if size == most])


class _Room:
    """The compiled commander and the worlds that it imagines."""

    def __init__(self, game: Game) -> None:
        import numpy as np

        from taku.compile.loader import array_parts
        from taku.engine.struct import dtype_of

        self.command = _build(game).functions["command"]
        states = np.zeros(ROWS, dtype_of(game.state))
        states["log"]["mute"] = 1
        self.core = game.state.core()
        self.seen = states.view(np.uint8).reshape(ROWS, -1)[0]
        self.weights = np.zeros(len(W), np.int64)
        base = np.array(BASE.numbers(None, 0), np.int64)
        ways, other = np.zeros((2, CELLS), np.int16), np.zeros((2, CELLS), np.int16)
        queue = np.zeros(QUEUE, np.int16)
        self.kept = [states, states.view(np.uint64).reshape(ROWS, -1), self.weights, base, ways, other, queue]
        self.arrays = [array_parts(a) for a in self.kept]

    def click(self, seen: Any, seat: int, manner: Manner) -> int:
        """The next click in the action phase."""
        self.seen[: self.core] = seen.memory[: self.core]
        self.weights[:] = manner.numbers(seen, seat)
        states, words, *rest = self.arrays
        return int(self.command(states, words, seat, *rest))


def manner_of(commander: Written) -> Manner:
    """What a commander of the content plays like."""
    weights = {name: value for name, value in commander.weights.items() if name != "push_growth"}
    weights["depth"] = int(commander.reply)
    return Manner(weights, commander.weights["push_growth"], commander.formations)


def players() -> Mapping[str, Callable[[Game], Commander]]:
    """The levels and the commanders by name."""
    manners = LEVELS | {c.id: manner_of(c) for c in CONTENT.bots}
    return {name: partial(Commander, manner) for name, manner in manners.items()}


def titles(language: str) -> Mapping[str, tuple[str, str]]:
    """The commanders as they are offered at a table."""
    return {c.id: (c.name[language], c.text[language]) for c in CONTENT.bots}
