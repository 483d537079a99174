"""What a game brings for its bots: one typed object for each game that has something of its own to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from taku.engine.game import Game
from taku.engine.part import Part, load, takes


@dataclass(frozen=True, kw_only=True)
class Bots(Part):
    """What a game brings for its bots: numbers of the search, and players of its own."""

    search: Mapping[str, Any] = field(default_factory=dict)
    """Settings of the search at every level: ``{"uct": 1.0, "cut": 40}``."""
    levels: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Settings of single levels: ``{"club": {"simulations": 300, "slip": 0.03}}``."""
    players: Callable[[], Mapping[str, Callable[[Any], Callable[..., int]]]] = field(default=dict, metadata=takes())
    """The game's own players: each is made from the game. One may bear a level's name and then plays that level."""
    titles: Callable[[str], Mapping[str, tuple[str, str]]] = field(default=lambda _: {}, metadata=takes("language"))
    """Those that people may play against: name, and what it is like. The others are for measuring."""
    script: Callable[..., Any] | None = None
    """The kernel that chooses for the scripted players (``taku.bots.scripts`` says what it takes)."""
    scripts: Callable[[], Mapping[str, Sequence[int]]] = field(default=dict, metadata=takes())
    """The scripted players: each one's numbers, as the script takes them; all have equally many. They are players like
    those of ``players``, and besides play whole matches in compiled code and on a GPU."""
    kernels: Sequence[Callable[..., Any]] = ()
    """Compiled loops of these players, compiled together with the search."""


def bots_of(game: Game) -> Bots:
    """What a game brings for its bots; nothing, if it names none."""
    return load(game.bot, Bots) if game.bot else Bots()
