"""Words: what a game's actions, events, cards and options are called, in every language it has.

A game's texts are a catalogue. Their arguments may be typed: an argument ``card:item`` is looked up in ``[name.item]``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from taku.engine.actions import Action
from taku.engine.catalogue import MissingWord, catalogue
from taku.engine.game import Game
from taku.engine.match import Told
from taku.engine.names import Event
from taku.engine.part import Described
from taku.engine.state import GameState

SEATS = {"en": "Seat {n}", "ja": "席{n}"}
"""What an empty seat is called when no player's name is known."""


class Words:
    """The words of one game in one language, with the names of the players at the table."""

    def __init__(self, game: Game, language: str, names: Sequence[str] = ()) -> None:
        self.game = game
        self.language = language
        self.names = names
        self.catalogue = catalogue(game.folder, language)

    def text(self, *path: str) -> str:
        """The text at a place of the catalogue, e.g. ``text("kind", "drop")``."""
        found = self.catalogue.texts.get(path)  # asked for hundreds of times in a view
        return self.catalogue.text(*path) if found is None else found

    def has(self, *path: str) -> bool:
        return path in self.catalogue.texts

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
        return self.catalogue.fill(text, ready)

    def seat(self, seat: int) -> str:
        """The name of who sits there."""
        if 0 <= seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return SEATS.get(self.language, SEATS["en"]).format(n=seat + 1)

    def name(self, table: str, number: int) -> str:
        """The name of a numbered thing: ``[name] item = ["…", …]``, or ``[name.item]`` with the numbers as keys."""
        names: Any = self.catalogue.find(f"name.{table}") or self.game.names.get(self.language, {}).get(table)
        try:
            found = names[number] if isinstance(names, list) else names[str(number)]
        except (KeyError, IndexError, TypeError):
            raise MissingWord(f"{self.catalogue.file} lacks name.{table} number {number}") from None
        return str(found)

    @property
    def title(self) -> str:
        """The game's name."""
        return self.text("title")

    def action(self, seen: GameState, seat: int, action: int | Action) -> str:
        """What an action is called, e.g. on its button: it names the effect."""
        key, arguments = self.described(seen, seat, action)
        return self.say("action", key, **arguments)

    def described(self, seen: GameState, seat: int, action: int | Action) -> Described:
        """The key of an action's text and what fills it: name and arguments, and what the page's `describe` adds."""
        if not isinstance(action, Action):
            action = self.game.asked(seen, seat).read(action)
        describe = self.game.saying.describe
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
