"""Networks of trained players: what they make of an observation, and the one small file that keeps them.

A network reads an observation (``taku.compile.observations``) as facts that hold or do not: *this number is 3*, *bit 2
of that one is set*. The facts go through two hidden layers into a wish for every action and an expected result.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from taku.compile.native import replace_file
from taku.compile.observations import layout_of
from taku.engine.game import Game
from taku.engine.part import GameError

ENDING = ".player"
MAGIC = b"taku player 1\n"

LARGEST = 2_000_000
"""Bytes of a file at most: a player travels with its game, and is read by every process that plays it."""

SOURCE, LOW, SHIFT, MASK, WANT = range(5)
"""Columns of a fact: it holds where (number − low) >> shift & mask is what is wanted."""

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Net:
    """A trained network with all that its player has to know."""

    game: str
    layout: str
    """Which observations and actions it was made for (``layout_key``)."""
    facts: Array
    weights: tuple[Array, ...]
    """Of each layer its matrix and its constants; the last column of the last layer is the expected result."""
    mixed: bool
    """Whether it draws by its wishes, as sealed choices want it, or plays what it wishes most."""
    told: Mapping[str, Any] = field(default_factory=dict)
    """How it was trained: seats, options, seed, decisions, seconds, and how it stood on the way."""

    def active(self, rows: Array) -> Array:
        """Which facts hold, for each observation."""
        f = self.facts
        found: Array = ((rows[:, f[:, SOURCE]] - f[:, LOW]) >> f[:, SHIFT]) & f[:, MASK]
        made: Array = found == f[:, WANT]
        return made

    def __call__(self, rows: Array) -> tuple[Array, Array]:
        """Wishes for all actions and the expected result, for each observation."""
        h = self.active(rows.astype(np.int32, copy=False)).astype(np.float32)
        for i in range(0, len(self.weights) - 2, 2):
            h = np.maximum(h @ self.weights[i] + self.weights[i + 1], 0)
        out = h @ self.weights[-2] + self.weights[-1]
        return out[:, :-1], out[:, -1]

    def dumps(self) -> bytes:
        """The bytes of its file: weights take two bytes each."""
        arrays = [self.facts.astype("<i4"), *(w.astype("<f2") for w in self.weights)]
        head = {
            "game": self.game,
            "layout": self.layout,
            "mixed": self.mixed,
            "told": dict(self.told),
            "arrays": [[a.dtype.str, list(a.shape)] for a in arrays],
        }
        packed = zlib.compress(b"".join(a.tobytes() for a in arrays), 9)
        made = MAGIC + json.dumps(head, ensure_ascii=False).encode() + b"\n" + packed
        if len(made) > LARGEST:
            raise GameError(
                f"a player's file has at most {LARGEST:,} bytes, not {len(made):,}: train a smaller network"
            )
        return made

    def save(self, path: Path) -> None:
        replace_file(path, self.dumps())

    def with_words(self, **told: Any) -> Net:
        """The same with more to tell."""
        return replace(self, told={**self.told, **told})


def load_net(path: Path, game: Game | None = None) -> Net:
    """The network in a file; for a game, only if it was made for what the game shows today."""
    try:
        data = path.read_bytes()
    except OSError:
        raise GameError(f"there is no file {path}") from None
    try:
        if not data.startswith(MAGIC):
            raise ValueError
        head, _, packed = data[len(MAGIC) :].partition(b"\n")
        about = json.loads(head)
        plain, arrays = zlib.decompress(packed), []
        for kind, shape in about["arrays"]:
            count = int(np.prod(shape))
            a = np.frombuffer(plain, kind, count).reshape(shape)
            plain = plain[a.nbytes :]
            arrays.append(np.ascontiguousarray(a, np.float32 if a.dtype.kind == "f" else np.int32))
        net = Net(about["game"], about["layout"], arrays[0], tuple(arrays[1:]), about["mixed"], about["told"])
    except (ValueError, KeyError, IndexError, TypeError, zlib.error):
        raise GameError(f"{path} is no trained player, or damaged (taku train makes them)") from None
    if game is not None and (net.game, net.layout) != (game.id, layout_key(game)):
        other = f"for {net.game}" if net.game != game.id else f"for another version of {game.id}"
        raise GameError(f"{path} was trained {other}: train it again (taku train {game.id})")
    return net


def layout_key(game: Game) -> str:
    """Names what a network depends on: the parts of an observation in their order, and the actions."""
    layout = layout_of(game)
    told = [[p.name, *p.shape] for p in layout.parts]
    for kind in game.kinds:
        told.append([kind, *(f"{a.name} {a.first} {a.end}" for a in game.actions[kind].all())])
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]
