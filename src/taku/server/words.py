"""The server's own words, in every language, and a game's words with players' names put in late."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from taku.engine.actions import Action
from taku.engine.catalogue import LANGUAGES, Catalogue, MissingWord, catalogue
from taku.engine.game import Game, GameError
from taku.engine.match import Told
from taku.engine.state import GameState
from taku.engine.words import Words
from taku.page.html import Raw
from taku.page.html import text as escaped
from taku.page.parts import named

MADE = 20_000
"""Texts of one game and language that are kept, at about 200 bytes each."""
LANGUAGE_NAMES = {"en": "English", "ja": "日本語"}


@cache
def text_of(language: str) -> Catalogue:
    """The server's own words: ``t("room.seat", n=2)``."""
    return catalogue(Path(__file__).parent, language if language in LANGUAGES else LANGUAGES[0])


def best_language(accept: str) -> str:
    """The language that a browser asks for first among those we have."""
    wishes: list[tuple[float, int, str]] = []
    for part in accept[:500].split(","):
        tag, _, q = part.strip().partition(";q=")
        try:
            weight = float(q) if q else 1.0
        except ValueError:
            weight = 0.0
        wishes.append((-weight, len(wishes), tag[:2].lower()))
    for _, _, tag in sorted(wishes):
        if tag in LANGUAGES:
            return tag
    return LANGUAGES[0]


# ---- a game's words at a table

MARK = re.compile("\ue000(\\d+)\ue001")
PLACES = tuple(f"\ue000{seat}\ue001" for seat in range(64))
"""What stands for a player's name until a text is sent, so that rendered parts can be shared by all tables."""


def readable(key: str) -> str:
    """A name for what a catalogue does not name."""
    return key.replace("_", " ").strip().capitalize()


class GameWords(Words):
    """A game's words for live tables: a word that is missing becomes its key, since a table must not stop for it."""

    def __init__(self, game: Game, language: str, names: Sequence[str] = PLACES) -> None:
        self.game, self.language, self.names = game, language, names
        self._made: dict[Any, str] = {}
        self._actions: dict[Any, str] = {}
        self._events: dict[tuple[str, tuple[int, ...]], str] = {}
        self._labels: dict[int, str] = {}
        try:
            self.catalogue = catalogue(game.folder, language)
        except GameError:
            self.catalogue = Catalogue({}, language, f"words/{language}.toml of {game.id}")

    @property
    def title(self) -> str:
        return self.text("title") if self.has("title") else readable(self.game.id)

    @property
    def tagline(self) -> str:
        return self.text("tagline") if self.has("tagline") else ""

    def event(self, told: Told) -> str:
        key = (told.event, told.arguments)
        found = self._events.get(key)
        if found is None:
            if len(self._events) >= MADE:
                self._events.clear()
            found = self._events[key] = self._event(told)
        return found

    def _event(self, told: Told) -> str:
        try:
            return super().event(told)
        except MissingWord:
            about = self.game.events.about(getattr(self.game.events, told.event))
            parts = [self.seat(v) if n == "seat" else str(v) for n, v in zip(about.names, told.arguments, strict=True)]
            return f"{readable(told.event)} {' '.join(parts)}".strip()

    def action(self, seen: GameState, seat: int, action: int | Action) -> str:
        if self.by_name and isinstance(action, Action):
            label = self._labels.get(id(action))  # a game has one object for each of its actions
            if label is None:
                label = self._labels[id(action)] = self._action(seen, seat, action)
            return label
        return self._action(seen, seat, action)

    @cached_property
    def by_name(self) -> bool:
        """Whether an action's words say no more than its name and arguments."""
        return self.game.saying.describe is None

    def _action(self, seen: GameState, seat: int, action: int | Action) -> str:
        key, arguments = self.described(seen, seat, action)
        told = (key, *arguments.items())
        found = self._actions.get(told)
        if found is None:
            if len(self._actions) >= MADE:
                self._actions.clear()
            try:
                found = self._actions[told] = self.say("action", key, **arguments)
            except MissingWord:
                return f"{readable(key)} {' '.join(str(value) for value in arguments.values())}".strip()
        return found

    def kind(self, kind: str) -> str:
        return self.text("kind", kind) if self.has("kind", kind) else readable(kind)

    def fill(self, text: str, arguments: Mapping[str, object]) -> str:
        """Texts come again and again, and names are put in later: each is made once."""
        key = (text, *arguments.items())
        try:
            found = self._made.get(key)
        except TypeError:  # an argument that cannot be a key
            return super().fill(text, arguments)
        if found is None:
            if len(self._made) >= MADE:
                self._made.clear()
            found = self._made[key] = super().fill(text, arguments)
        return found

    def or_key(self, *path: str) -> str:
        """The text at a place, else the last but one word of its path."""
        return (
            self.text(*path)
            if self.has(*path)
            else readable(path[-1] if path[-1] not in ("name", "text") else path[-2])
        )


@lru_cache(maxsize=256)
def game_words(game: Game, language: str) -> GameWords:
    return GameWords(game, language)


def plain(words: str, names: Sequence[str]) -> str:
    """A text with the players' names in it."""
    return MARK.sub(lambda m: _name(names, int(m[1])), words) if "\ue000" in words else words


def html(words: str, names: Sequence[str]) -> Raw:
    """A text as HTML with the players' names set apart."""
    safe = escaped(words)
    return Raw(MARK.sub(lambda m: f'<bdi class="s{m[1]}">{escaped(_name(names, int(m[1])))}</bdi>', safe))


def fill(rendered: str, names: Sequence[str]) -> str:
    """A rendered table with the players' names in it, also inside attributes."""
    out: str = named(rendered, names) if "<bdi data-name=" in rendered else rendered
    if "\ue000" in out:
        out = MARK.sub(lambda m: escaped(_name(names, int(m[1]))).replace('"', "&quot;"), out)
    return out


def _name(names: Sequence[str], seat: int) -> str:
    return names[seat] if seat < len(names) else f"#{seat + 1}"
