"""The tables of a training, on a processor or a GPU, and what a network wishes there: arrays of one kind throughout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from taku.bots.net import LOW, MASK, SHIFT, SOURCE, WANT
from taku.engine.game import Game
from taku.learn.gpu import GpuVector
from taku.learn.maths import Arrays, TorchArrays, drawn, forward, log_chances
from taku.learn.vector import Vector

ASKED = 1
"""The column of an observation that says what its seat is asked: 1 + the kind of decision."""


class Tables:
    """Tables at which all seats choose together; a row is a seat of one of them."""

    def __init__(
        self,
        arrays: Arrays,
        game: Game,
        n: int,
        seats: int,
        options: Mapping[str, object],
        drawn: Sequence[str] = (),
        renew: bool = True,
    ) -> None:
        """``drawn`` names kinds of decision that are played at random."""
        self.arrays, self.drawn = arrays, tuple(drawn)
        self._random = [1 + list(game.kinds).index(kind) for kind in self.drawn]
        how: dict[str, Any] = {"seats": seats, "options": options, "together": True, "renew": renew}
        self.v: Vector | GpuVector
        if isinstance(arrays, TorchArrays):
            take = arrays.xp.from_dlpack
            self.v = v = GpuVector(game, n, **how)
            now = v.now
            self.rows = n * v.seats
            self.seen = take(now.observation.plain).reshape(-1, self.rows).T  # type: ignore[attr-defined]
            self.mask = take(now.mask.plain).reshape(-1, self.rows).T  # type: ignore[attr-defined]
            self.count, self.seat = take(v.count).reshape(-1), take(now.seat)
            self.rewards, self.done = take(now.rewards), take(now.done)
        else:
            self.v = vector = Vector(game, n, **how)
            self.rows = n * vector.seats
            self.seen = vector.now.observation.reshape(self.rows, -1)
            self.mask = vector.now.mask.reshape(self.rows, -1)
            self.count, self.seat = vector.count, vector.now.seat
            self.rewards, self.done = vector.now.rewards, vector.now.done
        self.seats = self.v.seats

    def choosing(self) -> Any:
        """Whether a row has a choice that is not drawn."""
        held = self.count > 1
        for kind in self._random:
            held = held & (self.seen[:, ASKED] != kind)
        return held

    def asked(self) -> Any:
        """The rows that have such a choice."""
        return self.arrays.where(self.choosing())

    def actions(self) -> Any:
        """A legal action for every row, to be changed."""
        sampled: Any = self.v.sample()
        if isinstance(self.arrays, TorchArrays):
            sampled = self.arrays.xp.from_dlpack(sampled)
        return self.arrays.same(sampled.reshape(-1))

    def step(self, actions: Any) -> None:
        self.v.step(actions)


class Facts:
    """Which facts of observations hold; as ``Net.active``, for arrays of either kind."""

    def __init__(self, arrays: Arrays, facts: Any) -> None:
        self.arrays = arrays
        self.source, self.low, self.shift, self.mask, self.want = (
            arrays.array(np.ascontiguousarray(facts[:, c])) for c in (SOURCE, LOW, SHIFT, MASK, WANT)
        )

    def __call__(self, rows: Any) -> Any:
        told = self.arrays.whole(rows)[:, self.source]
        return ((told - self.low >> self.shift) & self.mask) == self.want


def chosen(
    arrays: Arrays, facts: Facts, weights: list[Any], tables: Tables, rows: Any, rng: np.random.Generator
) -> tuple[Any, ...]:
    """What a network does in these rows: the facts it saw, what was legal, the action, how readily, and the result
    that it expects."""
    x, mask = facts(tables.seen[rows]), tables.mask[rows]
    out = forward(arrays.floats(x), weights)[2]
    log_p = log_chances(arrays, out[:, :-1], mask)
    action = drawn(arrays, log_p, rng)
    return x, mask, action, arrays.picked(log_p, action), out[:, -1]
