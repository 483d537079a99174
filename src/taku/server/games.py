"""The games of this server, found once, with the pictures they draw of themselves."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from urllib.parse import urlencode

from taku.engine.game import Game, UnknownGame, found_games
from taku.engine.part import bots_of
from taku.page.contract import campaign_of, page_of
from taku.page.guide import guide_of
from taku.page.html import Raw
from taku.page.rulebook import changed_numbers
from taku.server.live import generic
from taku.server.words import fill, game_words

log = logging.getLogger(__name__)


def rules_path(game: Game, options: Mapping[str, int], page: str = "") -> str:
    """Where a game's rules are read with the numbers of a table; `page` is a path below the rulebook's own."""
    query = urlencode(changed_numbers(game, options))
    return f"/rules/{game.id}{page}" + (f"?{query}" if query else "")


CLAUSE = "/clause/{}"
"""The page of a clause; browsers put its number in."""


class Games:
    """All installed games by their names; one with a fault in its parts is left out, and the log says why."""

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}
        for name, load in found_games().items():
            try:
                game = load()
                for part in (page_of, guide_of, campaign_of, bots_of):
                    part(game)
            except Exception:
                log.exception("the game %s cannot be used", name)
                continue
            self._games[game.id] = game
        self._pictures: dict[tuple[str, str], Raw] = {}

    def find(self, name: str) -> Game | None:
        """The game with this name, if it is installed."""
        return self._games.get(name)

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
            page = page_of(game)
            try:
                made = Raw(fill(page.picture(words), ())) if page and page.picture else generic.picture(words.title)
            except Exception:
                log.exception("picture of %s", game.id)
                made = generic.picture(words.title)
            self._pictures[key] = made
        return self._pictures[key]
