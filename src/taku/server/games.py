"""The games of this server, found once, with the pictures they draw of themselves."""

from __future__ import annotations

import logging

from taku.engine.game import Game, UnknownGame, found_games
from taku.page.html import Raw
from taku.server.live import generic
from taku.server.words import fill, game_words

log = logging.getLogger(__name__)


class Games:
    """All installed games by their names; one that cannot be imported is left out, and the log says why."""

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}
        for name, load in found_games().items():
            try:
                game = load()
            except Exception:
                log.exception("the game %s cannot be used", name)
                continue
            self._games[game.id] = game
        self._pictures: dict[tuple[str, str], Raw] = {}

    def all(self) -> list[Game]:
        return list(self._games.values())

    def get(self, name: str) -> Game:
        if name not in self._games:
            raise UnknownGame(f"unknown game {name!r}")
        return self._games[name]

    def picture(self, game: Game, language: str) -> Raw:
        """A small drawing for the lobby: the game's own, or cards on a table."""
        key = (game.id, language)
        if key not in self._pictures:
            words = game_words(game, language)
            draw = getattr(game.module("page"), "picture", None)
            try:
                made = Raw(fill(draw(words), ())) if draw else generic.picture(words.title)
            except Exception:
                log.exception("picture of %s", game.id)
                made = generic.picture(words.title)
            self._pictures[key] = made
        return self._pictures[key]
