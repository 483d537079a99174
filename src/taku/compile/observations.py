"""What a seat observes: its view of the state as one row of integers, in one fixed layout a game.

A row begins with the seat itself and what it is asked; then come all fields of the view, as declared. The random stream
and the event buffer are left out, and so is scratch space. What the seat may not see is zero, as in every view.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from taku.engine.fields import PUBLIC, WORD, Leaf
from taku.engine.game import Game
from taku.engine.options import nearest
from taku.engine.part import GameError

if TYPE_CHECKING:
    import numpy as np

HEADER = 2
"""Every row begins with the seat that sees it (1 is the first; 0 a spectator) and what it is asked (0: nothing)."""


@dataclass(frozen=True)
class Part:
    """A named part of an observation: a field of the state."""

    name: str
    start: int
    shape: tuple[int, ...]
    low: int
    high: int
    seen: str = "PUBLIC"

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def stop(self) -> int:
        return self.start + self.size


@dataclass(frozen=True)
class Run:
    """Numbers of one size that lie in memory at equal distances: source for them is one set of loops."""

    size: int
    """Bytes of a number."""
    at: int
    """Where the first lies, counted in numbers of that size."""
    axes: tuple[tuple[int, int], ...]
    """Length and distance of each axis, outer first."""


@dataclass(frozen=True)
class Layout:
    """The parts of a game's observations and where each stands in a row."""

    game: str
    parts: tuple[Part, ...]
    runs: tuple[Run, ...]
    kinds: tuple[str, ...]

    @property
    def size(self) -> int:
        """Numbers in a row."""
        return self.parts[-1].stop

    @cached_property
    def bits(self) -> int:
        """8, 16 or 32: the smallest integers that hold every part."""
        return 8 * max(WORD // 8, *(run.size for run in self.runs))

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        import numpy as np

        return np.dtype(f"i{self.bits // 8}")

    def __getitem__(self, name: str) -> Part:
        found = next((p for p in self.parts if p.name == name), None)
        if found is None:
            names = [p.name for p in self.parts]
            raise GameError(
                f"{self.game} shows no {name!r}{nearest(name, names)} (describe() lists what an observation has)"
            )
        return found

    def take(self, observation: Any, name: str) -> Any:
        """A part of one observation or of an array of them, in its own shape and without a copy."""
        part = self[name]
        return observation[..., part.start : part.stop].reshape(*observation.shape[:-1], *part.shape)

    def names(self) -> list[str]:
        """The name of every number in a row: ``["seat", "asked", "hand[0, 3]", …]``."""
        made = []
        for p in self.parts:
            for at in itertools.product(*map(range, p.shape)):
                made.append(f"{p.name}[{', '.join(map(str, at))}]" if at else p.name)
        return made

    def describe(self) -> str:
        """The layout as a table to read."""
        width = max(len(p.name) for p in self.parts)
        lines = [f"{self.game}: {self.size} numbers of {self.bits} bits"]
        for p in self.parts:
            where = f"{p.start}" if p.size == 1 else f"{p.start}–{p.stop - 1}"
            shape = " × ".join(map(str, p.shape)) or "1"
            lines.append(f"{where:>11}  {p.name:{width}}  {shape:10}  {p.seen}")
        lines.append(f"asked: 0 nothing, {', '.join(f'{1 + i} {kind}' for i, kind in enumerate(self.kinds))}")
        return "\n".join(lines)


@lru_cache(maxsize=64)
def layout_of(game: Game) -> Layout:
    """The layout of a game's observations."""
    parts = [Part("seat", 0, (), 0, game.seats[-1]), Part("asked", 1, (), 0, len(game.kinds))]
    runs: list[Run] = []
    for leaf in game.state.leaves():
        if leaf.path[0] in ("stream", "log") or game.state.layout.fields[leaf.path[0]].scratch:
            continue
        shape = tuple(n for axes in leaf.axes for n in axes)
        n = leaf.number
        parts.append(Part(leaf.name, parts[-1].stop, shape, n.low, n.high, repr(leaf.seen)))
        runs.append(_run(game, leaf))
    return Layout(game.id, tuple(parts), tuple(runs), tuple(game.kinds))


def _run(game: Game, leaf: Leaf) -> Run:
    """Where the numbers of a leaf lie in the state."""
    struct: Any = game.state
    offset = 0
    axes: list[tuple[int, int]] = []
    for name, lengths in zip(leaf.path, leaf.axes, strict=True):
        offset += struct.layout.offsets[name]
        f = struct.layout.fields[name]
        for i, length in enumerate(lengths):
            axes.append((length, f.item_size * math.prod(lengths[i + 1 :])))
        struct = f.of
    size = leaf.number.size
    plain: list[tuple[int, int]] = []
    for length, distance in ((n, d // size) for n, d in axes):
        if plain and plain[-1][1] == length * distance:  # two axes without a gap are one
            plain[-1] = (plain[-1][0] * length, distance)
        else:
            plain.append((length, distance))
    return Run(size, offset // size, tuple(plain))


def joined(runs: tuple[Run, ...]) -> list[Run]:
    """Neighbours that follow each other in memory as they do in the row, as one."""
    made: list[Run] = []
    for run in runs:
        before = made[-1] if made else None
        flat, before_flat = _flat(run), _flat(before) if before else None
        if before and flat and before_flat and run.size == before.size and before.at + before_flat == run.at:
            made[-1] = Run(run.size, before.at, ((before_flat + flat, 1),))
        else:
            made.append(run)
    return made


def _flat(run: Run) -> int:
    """How many numbers, if they lie side by side; else 0."""
    if not run.axes:
        return 1
    return run.axes[0][0] if len(run.axes) == 1 and run.axes[0][1] == 1 else 0


def copying_source(layout: Layout, target: str, source: Callable[[int, str], str], indent: str) -> list[str]:
    """Statements that copy the fields of a state into a row.

    ``target.format(index)`` is a number of the row, ``source(size, index)`` one of the state's.
    """
    lines: list[str] = []
    at = HEADER
    for run in joined(layout.runs):
        depth, to, index = indent, [str(at)], [str(run.at)]
        total = math.prod(n for n, _ in run.axes)
        inner = total
        for i, (length, distance) in enumerate(run.axes):
            inner //= length
            lines.append(f"{depth}for i{i} in range({length}):")
            depth += "    "
            to.append(f"i{i}" if inner == 1 else f"{inner} * i{i}")
            index.append(f"i{i}" if distance == 1 else f"{distance} * i{i}")
        lines.append(f"{depth}{target.format(' + '.join(to))} = {source(run.size, ' + '.join(index))}")
        at += total
    return lines


def is_open(game: Game) -> bool:
    """Whether every seat sees the whole state but the coming chance."""
    secret = any(leaf.seen != PUBLIC for leaf in game.state.leaves() if leaf.path[0] not in ("stream", "log"))
    return not secret and "hide" not in game.contract
