"""The server's own words, in every language, and a game's words with players' names put in late."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from taku.engine.actions import Action
from taku.engine.game import Game, GameError
from taku.engine.match import Told
from taku.engine.state import GameState
from taku.engine.words import LANGUAGES, MissingWord, Words, catalogue
from taku.page.html import Raw
from taku.page.html import text as escaped
from taku.page.parts import named

MADE = 20_000
"""Texts of one game and language that are kept, at about 200 bytes each."""
FOLDER = Path(__file__).parent / "words"
LANGUAGE_NAMES = {"en": "English", "ja": "日本語"}


class _Plural(string.Formatter):
    """``{n:seat|seats}`` is "1 seat" or "3 seats"."""

    def format_field(self, value: Any, spec: str) -> str:
        if "|" in spec:
            one, many = spec.split("|", 1)
            return f"{value} {one if value == 1 else many}"
        return str(super().format_field(value, spec))


_FORMAT = _Plural()


@cache
def texts(language: str) -> Mapping[str, Any]:
    """The server's catalogue."""
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


class Text:
    """The server's words in one language: ``t("room.seat", n=2)``."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts = texts(language)
        self._made = lru_cache(maxsize=MADE // 8)(self._make)

    def __call__(self, key: str, **fill: object) -> str:
        try:
            return self._made(key, **fill)
        except TypeError:  # something to fill in that cannot be a key
            return self._make(key, **fill)

    def _make(self, key: str, **fill: object) -> str:
        found = self.find(key)
        if not isinstance(found, str):
            raise KeyError(f"words/{self.language}.toml lacks {key}")
        return _FORMAT.format(found, **fill) if fill or "{" in found else found

    def find(self, key: str) -> Any:
        """The text, list or table at a dotted place; None if there is none."""
        here: Any = self._texts
        for part in key.split("."):
            here = here.get(part) if isinstance(here, Mapping) else None
        return here

    def all(self, key: str) -> list[str]:
        """A list of texts."""
        found = self.find(key)
        return [str(x) for x in found] if isinstance(found, list) else []


@cache
def text_of(language: str) -> Text:
    return Text(language if language in LANGUAGES else LANGUAGES[0])


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
        self._labels: dict[int, str] = {}
        try:
            self.texts = catalogue(game.folder, language)
        except GameError:
            self.texts = {}

    @property
    def title(self) -> str:
        return self.text("title") if self.has("title") else readable(self.game.id)

    @property
    def tagline(self) -> str:
        return self.text("tagline") if self.has("tagline") else ""

    def event(self, told: Told) -> str:
        try:
            return super().event(told)
        except MissingWord:
            about = self.game.events.about(getattr(self.game.events, told.event))
            parts = [self.seat(v) if n == "seat" else str(v) for n, v in zip(about.names, told.arguments, strict=True)]
            return f"{readable(told.event)} {' '.join(parts)}".strip()

    def action(self, seen: GameState, seat: int, action: int | Action) -> str:
        if self._by_name and isinstance(action, Action):
            label = self._labels.get(id(action))  # a game has one object for each of its actions
            if label is None:
                label = self._labels[id(action)] = self._action(seen, seat, action)
            return label
        return self._action(seen, seat, action)

    @cached_property
    def _by_name(self) -> bool:
        """Whether an action's words say no more than its name and arguments."""
        return not hasattr(self.game.module("page"), "describe")

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
