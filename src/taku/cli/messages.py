"""What the terminal says about a match: Taku's own words, and those of the game."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from taku.cli.terminal import printable
from taku.engine.catalogue import Catalogue, MissingWord, catalogue
from taku.engine.fields import NOBODY, OWNER, Number
from taku.engine.game import Game
from taku.engine.match import Told
from taku.engine.options import Option
from taku.engine.state import GameState
from taku.engine.words import SEATS, Words
from taku.page.contract import page_of

OPEN = -2
"""Stands for a reader who sees everything; −1 is a spectator."""

NOT_ON_THE_TABLE = ("stream", "seats", "opt", "log")


def messages(language: str) -> Catalogue:
    """What the command line says: ``say("play.over")``."""
    return catalogue(Path(__file__).parent, language)


def read_command(say: Catalogue, line: str) -> tuple[str, str]:
    """The command in a line and what follows it; no command and the line if there is none."""
    word, _, rest = line.partition(" ")
    for name, words in say.tree["command"].items():
        if word.casefold() in words:
            return name, rest.strip()
    return "", line


class GameText:
    """The words of a game; where it has none yet, its names and numbers, so that it can be played while it is made."""

    def __init__(self, game: Game, language: str, names: Sequence[str] = ()) -> None:
        self.game = game
        self.language = language
        self.names = [printable(name) for name in names]
        self.words: Words | None
        try:
            self.words = Words(game, language, self.names)
        except MissingWord:
            self.words = None

    @property
    def title(self) -> str:
        return self.words.title if self.words else self.game.id

    def seat(self, seat: int) -> str:
        if self.words:
            return self.words.seat(seat)
        return (
            self.names[seat] if seat < len(self.names) and self.names[seat] else SEATS[self.language].format(n=seat + 1)
        )

    def kind(self, kind: str) -> str:
        return self.words.kind(kind) if self.words and self.words.has("kind", kind) else kind

    def action(self, seen: GameState, seat: int, action: int) -> str:
        if self.words:
            with contextlib.suppress(MissingWord):
                return self.words.action(seen, seat, action)
        return str(self.game.asked(seen, seat).read(action))

    def event(self, told: Told) -> str:
        if self.words and self.words.has("event", told.event):
            return self.words.event(told)
        return " ".join([told.event, *map(str, told.arguments)])

    def option(self, option: Option, value: int) -> str:
        """An option with its value, for the headline."""
        path = ("option", option.name, "choice", option.choices[value]) if option.choices else ()
        told = self.words.text(*path) if self.words and path and self.words.has(*path) else str(option.write(value))
        known = self.words and self.words.has("option", option.name, "name")
        name = self.words.text("option", option.name, "name") if self.words and known else option.name
        return f"{name} {told}"

    def table(self, seen: GameState, seat: int) -> str:
        """The table as the game draws it for terminals, else a list of what the seat sees."""
        page = page_of(self.game)
        if page and page.text and self.words:
            return page.text(seen, seat, self.words).rstrip("\n")
        return "\n".join(listing(seen, seat))


def listing(seen: Any, seat: int, before: str = "") -> list[str]:
    """The fields of a state that are public or the seat's own, one a line."""
    lines: list[str] = []
    for name, f in seen.layout.fields.items():
        if f.scratch or f.seen == NOBODY or (not before and name in NOT_ON_THE_TABLE):
            continue
        value = getattr(seen, name)
        if isinstance(f.of, Number):
            lines += _numbers(before + name, value.tolist() if f.shape else value, f.seen == OWNER, seat)
        elif f.shape:
            own = f.seen == OWNER
            for at in range(f.shape[0]) if len(f.shape) == 1 else ():
                if not own or at == seat:
                    lines += listing(value[at], seat, f"{before}{name}[{at + 1}].")
        else:
            lines += listing(value, seat, f"{before}{name}.")
    return lines


def _numbers(name: str, value: Any, own: bool, seat: int) -> list[str]:
    if own:
        if not 0 <= seat < len(value):
            return []
        value = value[seat]
    if isinstance(value, int):
        return [f"{name:16} {value}"]
    if all(isinstance(item, int) for item in value):
        return [f"{name:16} {' '.join(map(str, value))}"]
    rows = [" ".join(map(str, row)) if all(isinstance(n, int) for n in row) else str(row) for row in value]
    return [f"{name:16} {rows[0]}", *(" " * 17 + row for row in rows[1:])]
