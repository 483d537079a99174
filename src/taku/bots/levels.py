"""Levels: five names for every game, defined by numbers of simulations, so that a level means the same everywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from random import Random
from typing import Any

from taku.bots.contract import bots_of
from taku.bots.search import Settings
from taku.engine.catalogue import catalogue
from taku.engine.game import Game, GameError
from taku.engine.options import nearest

LEVEL_NAMES = ("beginner", "casual", "club", "expert", "master")
"""From weakest to strongest; what players read stands in words/."""

SECONDS = 1.6
"""The limit of one decision at a table, ``Budget(seed, SECONDS)``: with the way to a worker and back, an answer takes
no more than two seconds however busy the machine is."""


@dataclass(frozen=True)
class Guide:
    """A trained network (``taku train``) that a search follows, and how the search goes then."""

    file: Path
    settings: Settings


@dataclass(frozen=True)
class Level:
    """One strength of play."""

    name: str
    settings: Settings
    slip: float = 0.0
    """How readily a slightly worse action is played: the loss in winning chance that makes it e times rarer."""
    reach: float = 1.0
    """The largest loss of winning chance a slip may cost, by the level's own reckoning."""
    mix: float = 0.015
    """Sealed choices: the loss of winning chance that makes one e times rarer; 0: always the best. In Goofspiel 600
    simulations with this score 78 % against mixing by the squares of the visits, which tell the search's curiosity more
    than what it found; 0.03 had 71 %."""
    blind: float = 0.0
    """How often it overlooks what the search has proved: a won or lost line."""
    drawn: tuple[str, ...] = ()
    """Kinds of decision that are not searched but drawn by the game's `prefer`: openings, where variety matters more
    than the last per cent."""
    mixed: tuple[str, ...] = ()
    """Kinds of decision that give away what a seat holds if they are always the best: they are mixed by how good they
    look, as sealed choices are."""
    guide: Guide | None = None
    """Who says where to look and what a position is worth, at the tables that it was trained for."""


# Calibrated on connect four and Goofspiel so that each level scores 62–80 % against the one below (docs/bots.md).
DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "beginner": {"simulations": 60, "slip": 0.08, "reach": 0.25, "blind": 0.2},
    "casual": {"simulations": 200, "slip": 0.045, "reach": 0.20, "blind": 0.1},
    "club": {"simulations": 700, "slip": 0.02, "reach": 0.10},
    "expert": {"simulations": 2_600},
    "master": {"simulations": 12_000},
}


def level_of(game: Game, name: str) -> Level:
    """A level of a game by its name or its number from 1; the game's ``Bots`` may change its numbers."""
    if name.isdigit() and 1 <= int(name) <= len(LEVEL_NAMES):
        name = LEVEL_NAMES[int(name) - 1]
    if name not in LEVEL_NAMES:
        raise GameError(f"unknown level {name!r}{nearest(name, LEVEL_NAMES)} (levels: {', '.join(LEVEL_NAMES)})")
    own = bots_of(game)
    return _read(game, name, {**DEFAULTS[name], **own.search, **own.levels.get(name, {})})


def plain_settings(game: Game) -> Settings:
    """What the game sets for every search, whatever the level."""
    return _read(game, "search", bots_of(game).search).settings


def _read(game: Game, name: str, numbers: Mapping[str, Any]) -> Level:
    own = {f.name for f in fields(Level)} - {"name", "settings"}
    settings, rest = _settings(game, Settings(), numbers, own)
    if guide := rest.pop("guide", None):
        guided, file = _settings(game, settings, guide, {"file"})
        rest["guide"] = Guide(game.folder / file["file"], guided)
    return Level(name, settings, **rest)


def _settings(game: Game, base: Settings, numbers: Mapping[str, Any], own: set[str]) -> tuple[Settings, dict[str, Any]]:
    """Settings changed by those numbers that are some, and the others, which have one of their own names."""
    search = {f.name for f in fields(Settings)}
    for key in numbers:
        if key not in own | search:
            raise GameError(f"{game.id}: a level has no {key!r}{nearest(key, own | search)}")
    changed = replace(base, **{key: v for key, v in numbers.items() if key in search})
    return changed, {key: v for key, v in numbers.items() if key in own}


def thinking_time(game: Game, level: str, legal: Sequence[int], kind: str, rng: Random) -> float:
    """Seconds after which a bot's answer looks natural: short when forced, longer with more to choose from.

    A tenth of what the game calls usual for this kind of decision, more for stronger levels, spread as people's times
    are (log-normal), and never so long that a table waits for show.
    """
    if len(legal) <= 1:
        return rng.uniform(0.3, 0.7)
    place = LEVEL_NAMES.index(level) if level in LEVEL_NAMES else 2
    width = min(1.0, 0.55 + 0.06 * len(legal))
    return min(6.0, max(0.5, pace(game, kind) * width * (0.6 + 0.1 * place) * rng.lognormvariate(0.0, 0.35)))


def pace(game: Game, kind: str) -> float:
    """Seconds that a decision of this kind takes with much to choose from: a tenth of what its clock calls usual."""
    return min(max(game.clocks.get(kind, 20), 5), 60) / 10


def say(language: str, *path: str, **arguments: object) -> str:
    """A text about bots in a language: ``say("ja", "level", "club")``."""
    return catalogue(Path(__file__).parent, language)(".".join(path), **arguments)
