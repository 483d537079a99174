"""The games of this server, found once, with the pictures they draw of themselves."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlencode

from taku.bots.contract import bots_of
from taku.engine.catalogue import LANGUAGES
from taku.engine.game import Game, GameError, UnknownGame, found_games
from taku.engine.overlay import OverlayError
from taku.lab.overlays import load_overlay
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


MOST_OVERLAYS = 32
"""Each is a copy of its game in the memory of every process."""


class Games:
    """All installed games by their names; one with a fault in its parts is left out, and the log says why.

    The host's overlays, files ``*.toml`` in a folder, make further games of them: a table may be opened with one."""

    def __init__(self, overlays: Path | None = None) -> None:
        self._games: dict[str, Game] = {}
        self._overlaid: dict[str, Game] = {}
        """By their references, which name every change: a file that was changed is another game."""
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
        self.overlay_names: dict[str, dict[str, str]] = {}
        for file in sorted(overlays.glob("*.toml"))[:MOST_OVERLAYS] if overlays else ():
            try:
                overlay = load_overlay(file)
                if overlay.game not in self._games:
                    raise OverlayError(f"{file}: [overlay] needs game = one of {', '.join(self._games)}")
                game = self._games[overlay.game].with_overlay(overlay)
            except GameError as fault:
                log.warning("an overlay cannot be used: %s", fault)
                continue
            names = {language: overlay.name.get(language) or file.stem for language in LANGUAGES}
            self._overlaid[game.reference] = game
            self.overlay_names[game.reference] = names

    def overlays(self, game: Game) -> list[Game]:
        """The games that the host's overlays make of a game."""
        return [one for one in self._overlaid.values() if one.id == game.id]

    def with_overlay(self, game: Game, key: str) -> Game:
        """The game with the overlay of that key; as it is without one."""
        if not key:
            return game
        found = next((one for one in self.overlays(game) if one.overlay and one.overlay.key == key), None)
        if found is None:
            raise UnknownGame(f"{game.id} has no overlay {key!r} here")
        return found

    def find(self, name: str) -> Game | None:
        """The game with this name, if it is installed."""
        return self._games.get(name)

    def all(self) -> list[Game]:
        return list(self._games.values())

    def get(self, name: str) -> Game:
        """The game of a name or of the reference of one with an overlay of the host's."""
        found = self._games.get(name) or self._overlaid.get(name)
        if found is None:
            raise UnknownGame(f"unknown game {name!r}")
        return found

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
