"""Who can be seated at a table: the five levels of every game, the players that a game brings by name, and trained
players of the host's."""

from __future__ import annotations

from dataclasses import dataclass

from taku.bots.brought import brought
from taku.bots.contract import bots_of
from taku.bots.levels import LEVEL_NAMES, say
from taku.bots.net import ENDING
from taku.bots.players import scripted
from taku.engine.game import Game

LONGEST = 24
"""Letters of the name of a trained player, which is its file's."""


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
    """The levels, weakest first, those of the game's own players that people may play against, and the host's."""
    made = [Opponent(id, say(language, "level", id), say(language, "about", id)) for id in LEVEL_NAMES]
    titles = bots_of(game).titles(language)
    made += [Opponent(id, *titles[id], own=True) for id in titles if id in scripted(game)]
    about = say(language, "about", "trained")
    return made + [Opponent(id, id.removesuffix(ENDING)[:LONGEST], about, own=True) for id in brought(game)]


def find_opponent(game: Game, id: str, language: str) -> Opponent | None:
    """The opponent with this id, if people may play against it."""
    return next((o for o in opponents(game, language) if o.id == id), None)
