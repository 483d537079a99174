"""Words: what a game's actions, events, cards and options are called, in every language it has.

A game's catalogue is ``words/<language>.toml``. Texts hold places: ``{card}`` for an argument, ``{n:card|cards}`` for a
number with its noun, and arguments may be typed: an argument ``card:item`` is looked up in the table ``[name.item]``.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from taku.engine.actions import Action
from taku.engine.game import Game, GameError
from taku.engine.match import Told
from taku.engine.names import Event
from taku.engine.state import GameState

LANGUAGES = ("en", "ja")
SEATS = {"en": "Seat {n}", "ja": "席{n}"}
"""What an empty seat is called when no player's name is known."""


class MissingWord(GameError):
    """A text that the catalogue lacks; the message names the place to add it."""


class _Formatter(string.Formatter):
    """Python's format with plurals: ``{n:card|cards}`` is "1 card" or "3 cards"."""

    def format_field(self, value: Any, spec: str) -> str:
        if "|" in spec:
            one, many = spec.split("|", 1)
            return f"{value} {one if value == 1 else many}"
        return str(super().format_field(value, spec))


FORMAT = _Formatter()


@lru_cache(maxsize=64)
def catalogue(folder: Path, language: str) -> Mapping[str, Any]:
    """The catalogue file of a game in one language."""
    path = folder / "words" / f"{language}.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise MissingWord(f"{path} is missing: every game has its words in {', '.join(LANGUAGES)}") from None
    except tomllib.TOMLDecodeError as fault:
        raise GameError(f"{path}: {fault}") from None


class Words:
    """The words of one game in one language, with the names of the players at the table."""

    def __init__(self, game: Game, language: str, names: Sequence[str] = ()) -> None:
        self.game = game
        self.language = language
        self.names = names
        self.texts = catalogue(game.folder, language)

    def text(self, *path: str) -> str:
        """The text at a place of the catalogue, e.g. ``text("kind", "drop")``."""
        here: Any = self.texts
        try:
            for part in path:
                here = here[part]
        except (KeyError, TypeError):
            here = None
        if not isinstance(here, str):
            raise MissingWord(f"words/{self.language}.toml of {self.game.id} lacks {'.'.join(path)}")
        return here

    def has(self, *path: str) -> bool:
        try:
            self.text(*path)
        except MissingWord:
            return False
        return True

    def say(self, *path: str, **arguments: object) -> str:
        """The text at a place with its arguments filled in; typed arguments are looked up."""
        return self.fill(self.text(*path), arguments)

    def fill(self, text: str, arguments: Mapping[str, object]) -> str:
        """Put arguments into a text. ``seat`` and ``…:seat`` become players' names, ``…:table`` a name from a table."""
        ready: dict[str, object] = {}
        for typed, value in arguments.items():
            name, _, kind = typed.partition(":")
            kind = kind or ("seat" if name == "seat" else "")
            if kind and isinstance(value, int):
                value = self.seat(value) if kind == "seat" else self.name(kind, value)
            ready[name] = value
        try:
            return FORMAT.format(text, **ready)
        except (KeyError, IndexError) as fault:
            raise MissingWord(f"words/{self.language}.toml of {self.game.id}: {text!r} asks for {fault}") from None

    def seat(self, seat: int) -> str:
        """The name of who sits there."""
        if 0 <= seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return SEATS.get(self.language, SEATS["en"]).format(n=seat + 1)

    def name(self, table: str, number: int) -> str:
        """The name of a numbered thing: ``[name] item = ["…", …]``, or ``[name.item]`` with the numbers as keys."""
        names: Any = self.texts.get("name", {}).get(table) or self.game.names.get(self.language, {}).get(table)
        try:
            found = names[number] if isinstance(names, list) else names[str(number)]
        except (KeyError, IndexError, TypeError):
            raise MissingWord(
                f"words/{self.language}.toml of {self.game.id} lacks name.{table} number {number}"
            ) from None
        return str(found)

    @property
    def title(self) -> str:
        """The game's name."""
        return self.text("title")

    def action(self, seen: GameState, seat: int, action: int | Action) -> str:
        """What an action is called, e.g. on its button: it names the effect."""
        key, arguments = self.described(seen, seat, action)
        return self.say("action", key, **arguments)

    def described(self, seen: GameState, seat: int, action: int | Action) -> tuple[str, dict[str, object]]:
        """The key of an action's text and what fills it: name and arguments, and what the page's `describe` adds."""
        if not isinstance(action, Action):
            action = self.game.asked(seen, seat).read(action)
        describe = getattr(self.game.module("page"), "describe", None)
        if describe is None:
            return action.name, action.typed
        key, more = describe(seen, seat, action)
        return key, action.typed | more

    def event(self, told: Told) -> str:
        """An event as a line of the log."""
        about: Event = self.game.events.about(getattr(self.game.events, told.event))
        return self.say("event", told.event, **dict(zip(about.arguments, told.arguments, strict=True)))

    def kind(self, kind: str) -> str:
        """What a seat is asked to do, for the status line."""
        return self.text("kind", kind)
