"""Trained players: a network's wishes, computed in compiled code from what the seat sees."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs, allow-untyped-decorators
# mypy: no-check-untyped-defs, no-warn-return-any

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from taku.bots.net import LOW, MASK, SHIFT, SOURCE, WANT, Net, load_net
from taku.compile.kernels import kernel
from taku.compile.loader import Prepared
from taku.compile.native import Build
from taku.compile.observations import copying_source, layout_of
from taku.compile.speed import rules_of
from taku.engine.contract import kind
from taku.engine.game import Game
from taku.engine.rule import rule, rules_from
from taku.engine.state import GameState
from taku.engine.struct import dtype_of

LEAST = 0.02
"""Drawn by its wishes, a player leaves out what is so much rarer than its first: what training still tried out. With a
tenth, Goofspiel with four cards was twice as exploitable."""


VIEWS = "State[::1], int8[:, ::1], int16[:, ::1], int32[:, ::1]"
"""States, and the same memory as numbers of each size."""
WEIGHTS = (
    "int32[::1], int32[:, ::1], float32[:, ::1], float32[::1], float32[:, ::1], float32[::1], float32[:, ::1],"
    " float32[::1], float32[::1], float32[::1], float32[::1]"
)
"""A network as the kernels take it (``rooms_of``)."""


@rule
def ROW(b1, b2, b4, at, row):
    """Stands for what writes the fields of a view into a row; it is written for each game."""


@kernel("void(float32[::1], float32[:, ::1], float32[::1], float32[::1], int64)")
def layer(given, matrix, constants, out, bend):
    """One layer of a network; ``bend`` cuts off what is below zero."""
    for j in range(out.shape[0]):
        out[j] = constants[j]
    for i in range(given.shape[0]):
        x = given[i]
        if x != 0:
            for j in range(out.shape[0]):
                out[j] += x * matrix[i, j]
    if bend:
        for j in range(out.shape[0]):
            out[j] = max(np.float32(0), out[j])


@kernel(f"void({VIEWS}, int64, int64, {WEIGHTS})")
def wishes(states, b1, b2, b4, at, seat, row, facts, w1, c1, w2, c2, w3, c3, h1, h2, out):
    """What a network makes of a view, one of the states: wishes for all actions, and in the last place the result it
    expects."""
    row[0] = seat + 1
    row[1] = 1 + kind(states[at], seat)
    ROW(b1, b2, b4, at, row)
    for j in range(h1.shape[0]):
        h1[j] = c1[j]
    for f in range(facts.shape[0]):
        if ((row[facts[f, SOURCE]] - facts[f, LOW]) >> facts[f, SHIFT]) & facts[f, MASK] == facts[f, WANT]:
            for j in range(h1.shape[0]):
                h1[j] += w1[f, j]
    for j in range(h1.shape[0]):
        h1[j] = max(np.float32(0), h1[j])
    layer(h1, w2, c2, h2, 1)
    layer(h2, w3, c3, out, 0)


@lru_cache(maxsize=64)
def row_of(game: Game) -> Callable[..., Any]:
    """What writes the fields of a view into a row, for this game."""
    lines = ["def ROW(b1, b2, b4, at, row):"]
    lines += copying_source(layout_of(game), "row[{}]", lambda size, index: f"b{size}[at, {index}]", "    ")
    space = {"__name__": f"{game.rules[0].__name__}.shown"}
    made = rules_from("\n".join(lines) + "\n", f"<rows of {game.id}>", space)["ROW"]
    row = made.__dict__["__rule__"]
    row.signature, row.inlined = "void(int8[:, ::1], int16[:, ::1], int32[:, ::1], int64, int32[::1])", True
    return made


@lru_cache(maxsize=64)
def trained_build(game: Game) -> Build:
    """The build with what computes a network for this game."""
    return Build(game, [wishes], instead={ROW: row_of(game)})


def rooms_of(game: Game, net: Net) -> list[Any]:
    """What a network reads and writes, as the kernels take it: a row, facts, weights, and a room for each layer."""
    row = np.zeros(layout_of(game).size, np.int32)
    return [row, net.facts, *net.weights, *(np.zeros(len(c), np.float32) for c in net.weights[1::2])]


class TrainedBot:
    """Plays by a trained network. Not for several threads at once."""

    def __init__(self, game: Game, net: Net | Path) -> None:
        self.game = game
        self.net = load_net(net, game) if isinstance(net, Path) else net
        self.rules = rules_of(game)
        self._call: Prepared | None = None

    def _prepare(self) -> Prepared:
        """Made when first needed: that may compile the game's network."""
        states = np.zeros(1, dtype_of(self.game.state))
        memory = states.view(np.uint8).reshape(1, -1)
        self._memory, self._core = memoryview(memory[0]), self.game.state.core()
        views = (states, *(memory.view(f"i{size}") for size in (1, 2, 4)))
        rooms = rooms_of(self.game, self.net)
        self._out = rooms[-1]
        given = (*views, 0, 0, *rooms)
        self._call = Prepared(trained_build(self.game).functions["wishes"], given)
        self._seat, self._kept = self._call.place(views) + 1, given
        return self._call

    def look(self, seen: GameState, seat: int) -> tuple[Any, float]:
        """Wishes for all actions, and the expected result from −1 to 1, of a seat that is asked."""
        call = self._call or self._prepare()
        self._memory[: self._core] = seen.memory[: self._core]
        call[self._seat] = seat
        call()
        return self._out[:-1], float(self._out[-1])

    def chances(self, seen: GameState, seat: int, legal: Sequence[int]) -> dict[int, float]:
        """How readily it plays each legal action; nothing is taken back."""
        kept = [a for a in legal if not self.rules.takes_back(seen, seat, a)] or list(legal)
        wished = self.look(seen, seat)[0]
        most = max(float(wished[a]) for a in kept)
        weights = [math.exp(float(wished[a]) - most) for a in kept]
        return {a: w / sum(weights) for a, w in zip(kept, weights, strict=True)}

    def __call__(self, seen: GameState, seat: int, legal: Sequence[int], budget: Any) -> int:
        if len(legal) == 1:
            return legal[0]
        found = self.chances(seen, seat, legal)
        most = max(found.values())
        if not self.net.mixed:
            return max(found, key=lambda a: found[a])
        kept = [a for a, p in found.items() if p >= LEAST * most]
        return Random(budget.seed ^ 0x7EA1).choices(kept, [found[a] for a in kept])[0]


def trained(path: Path) -> Callable[[Game], TrainedBot]:
    """A factory for a game's ``Bots.players``: the player in a file that the game ships."""
    return lambda game: TrainedBot(game, path)
