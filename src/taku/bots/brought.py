"""Trained players that a host brings: the files of one folder, offered to people beside the levels.

The folder is named by an environment variable, so that a server's worker processes know it, too. It is read once by
each process.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from taku.bots.net import ENDING, load_net
from taku.engine.game import Game, GameError

log = logging.getLogger(__name__)

VARIABLE = "TAKU_PLAYERS"
MOST = 32
"""Files that are read, the first by their names."""


def brought(game: Game) -> Mapping[str, Path]:
    """The trained players for a game by the names of their files."""
    folder = os.environ.get(VARIABLE)
    return _fitting(game, Path(folder)) if folder else {}


def judge(game: Game) -> Path | None:
    """The one that analyses follow: ``GAME.player``, as ``taku train`` calls it."""
    return brought(game).get(game.id + ENDING)


@lru_cache(maxsize=256)
def _fitting(game: Game, folder: Path) -> Mapping[str, Path]:
    made = {}
    for name, (path, trained_for) in _files(folder).items():
        if trained_for != game.id:
            continue
        try:
            load_net(path, game)
        except GameError as fault:
            log.warning("a trained player cannot be used: %s", fault)
        else:
            made[name] = path
    return made


@lru_cache(maxsize=16)
def _files(folder: Path) -> Mapping[str, tuple[Path, str]]:
    """Each file with the game that it was trained for; what cannot be read is told and left out."""
    made = {}
    for path in sorted(folder.glob("*" + ENDING))[:MOST]:
        try:
            made[path.name] = path, load_net(path).game
        except GameError as fault:
            log.warning("a trained player cannot be used: %s", fault)
    return made
