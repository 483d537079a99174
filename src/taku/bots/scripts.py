"""Scripted players: a game's own rules of thumb as one kernel. They sit at tables like every other player, and play
whole matches in compiled code and on a GPU (``taku.lab.policy``, ``taku.lab.gpu``), where nothing but rules can run.

A game names its script and the numbers of each player that it plays as::

    @kernel("int64(State[::1], uint64[:, ::1], int64, int64[::1], int32[::1])")
    def script(states, words, seat, numbers, out):
        …
    BOTS = Bots(script=script, scripts=lambda: {"careful": [3, 10], "bold": [8, 0]})

It returns a legal action of the seat. Row 0 of ``states`` is what the seat sees, with a stream of chance of its own; it
and the ``WORLDS`` − 1 rows behind it may be changed at will, and ``copy_world(words, a, b)`` lays one over the other.
``numbers`` are the player's, and ``out`` has room for a list of legal actions. What is left in these places does not
count at the next decision: the same view, stream and numbers give the same action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from taku.bots.contract import bots_of
from taku.compile.kernels import kernel
from taku.compile.native import Build
from taku.engine.chance import seed as key_chance
from taku.engine.game import Game, GameError

if TYPE_CHECKING:
    from taku.bots.players import Budget

WORLDS = 3
"""Rows of states that a script has: what its seat sees, and two to try things in."""


@kernel("int64(State[::1], uint64[:, ::1], int64, int64[::1], int32[::1])")
def no_script(states, words, seat, numbers, out):  # type: ignore[no-untyped-def]
    """Stands where a game has no script."""
    return 0


def script_of(game: Game) -> Callable[..., Any]:
    """The kernel that chooses for a game's scripted players."""
    return bots_of(game).script or no_script


@lru_cache(maxsize=64)
def scripts_of(game: Game) -> Mapping[str, Sequence[int]]:
    """The numbers of a game's scripted players by name."""
    own = bots_of(game)
    made = own.scripts()
    if made and own.script is None:
        raise GameError(f"the Bots of {game.id} name scripts ({', '.join(made)}), but no script that plays them")
    if len({len(numbers) for numbers in made.values()}) > 1:
        said = ", ".join(f"{name}: {len(numbers)}" for name, numbers in made.items())
        raise GameError(f"all scripts of {game.id} have equally many numbers ({said})")
    return made


@lru_cache(maxsize=64)
def _build(game: Game) -> Build:
    return Build(game, [script_of(game)])


class Room:
    """The rows of states that a script plays in."""

    def __init__(self, template: Any) -> None:
        memory = np.frombuffer(template.memory, np.uint64)
        self.words = np.zeros((WORLDS, len(memory)), np.uint64)
        self.words[:] = memory
        self.states = self.words.view(template.native.dtype)[:, 0]
        self.states["log"]["mute"] = 1


class ScriptBot:
    """A scripted player at a table."""

    def __init__(self, numbers: Sequence[int], game: Game) -> None:
        self.game = game
        self.numbers = np.array(numbers, np.int64)
        self.out = np.empty(max(game.most_legal, game.seats[-1]), np.int32)
        self.room: Room | None = None

    def __call__(self, seen: Any, seat: int, legal: Sequence[int], budget: Budget) -> int:
        alone = seen.copy()
        key_chance(alone, budget.seed, 0)
        if self.room is None:
            self.room = Room(alone)
        core = self.game.state.core() // 8
        self.room.words[0, :core] = np.frombuffer(alone.memory, np.uint64)[:core]
        play = _build(self.game).functions[script_of(self.game).__name__]
        return int(play(self.room.states, self.room.words, seat, self.numbers, self.out))


def script_players(game: Game) -> Mapping[str, Callable[[Game], ScriptBot]]:
    """The scripted players as players of a table."""
    return {name: partial(ScriptBot, numbers) for name, numbers in scripts_of(game).items()}
