"""Who can be seated at a table: the five levels of every game, and the players that a game brings by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from taku.bots.levels import LEVEL_NAMES, say
from taku.bots.players import scripted
from taku.engine.game import Game


@dataclass(frozen=True)
class Opponent:
    """A bot as it is offered to people."""

    id: str
    """What ``find_bot`` knows it by."""
    name: str
    about: str
    own: bool = False
    """It has a name of its own, so nobody needs to be told that it is a bot of some level."""


def opponents(game: Game, language: str) -> list[Opponent]:
    """The levels, weakest first, then the game's own players.

    A game's ``bot.py`` names those of its ``players()`` that people may play against:
    ``titles(language) -> {id: (name, what it is like)}``; the others are for measuring.
    """
    made = [Opponent(id, say(language, "level", id), say(language, "about", id)) for id in LEVEL_NAMES]
    return made + [Opponent(id, name, about, own=True) for id, (name, about) in _titles(game, language).items()]


def find_opponent(game: Game, id: str, language: str) -> Opponent | None:
    """The opponent with this id, if people may play against it."""
    return next((o for o in opponents(game, language) if o.id == id), None)


def _titles(game: Game, language: str) -> Mapping[str, tuple[str, str]]:
    found = getattr(game.module("bot"), "titles", None)
    if found is None:
        return {}
    known = scripted(game)
    given = cast("Mapping[str, tuple[str, str]]", found(language))
    return {id: title for id, title in given.items() if id in known}
