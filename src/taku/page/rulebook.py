"""A game's rulebook: Markdown in which every rule has a number, ``- **F-2.1** …``, that logs and tests can cite.

Numbers that an option changes are written as its name, ``{rounds}``, and read with the values of a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from taku.engine.game import Game

CLAUSE = re.compile(r"^\s*[-*] +\*\*([A-Z]+-\d+(?:\.\d+)*)\*\*\s*(.*)$")
"""A clause is a list item that opens with its number: number and text."""
HEADING = re.compile(r"^(#+) +(.*?) *#*$")
NUMBERED = re.compile(r"^(?:[A-Z]+-)?\d+(?:\.\d+)*[.)]? +")
"""The number that a heading opens with: ``2. A turn``, ``F-2 A turn``."""
NUMBER = re.compile(r"\{(\w+)\}")
"""The place of an option's value."""
WIDE = "\u2e80"
"""From here on, letters are Japanese or their like: between two of them the end of a line is no space."""


@dataclass(frozen=True)
class Clause:
    """One rule: its number, its text in Markdown, and the heading it stands under, without number."""

    number: str
    text: str
    heading: str


def rulebook_file(game: Game, language: str) -> Path:
    return game.folder / "rulebook" / f"{language}.md"


def with_numbers(text: str, game: Game, options: Mapping[str, int] | None = None) -> str:
    """The text with the numbers of a table's options, or with the usual ones."""
    numbers = {one.name: one.default for one in game.options} | dict(options or {})
    return NUMBER.sub(lambda found: str(numbers.get(found[1], found[0])), text)


def changed_numbers(game: Game, options: Mapping[str, int]) -> dict[str, int]:
    """The options of a table that are numbers and not the usual ones."""
    usual = {one.name: one.default for one in game.options if not one.choices}
    return {name: options[name] for name in usual if options.get(name, usual[name]) != usual[name]}


def clauses_of(rulebook: str) -> list[Clause]:
    """All clauses in their order; a number that stands twice is there twice."""
    return list(_clauses(rulebook.splitlines()))


def _clauses(lines: list[str]) -> Iterator[Clause]:
    heading, number, text = "", "", list[str]()

    def whole() -> Iterator[Clause]:
        if number:
            yield Clause(number, joined(text), heading)

    for line in lines:
        if found := CLAUSE.match(line):
            yield from whole()
            number, text = found[1], [found[2]]
        elif not line.startswith((" ", "\t")) and line.strip():  # what is indented belongs to the clause above
            yield from whole()
            number = ""
            if found := HEADING.match(line):
                heading = NUMBERED.sub("", found[2])
        elif line.strip():
            text.append(line)
    yield from whole()


def joined(lines: list[str]) -> str:
    """The lines of a paragraph as one; items and rows of tables keep their lines."""
    out = ""
    for line in map(str.strip, lines):
        if not out or line.startswith(("- ", "* ", "|")):
            out += "\n" * bool(out) + line
        else:
            out += ("" if out[-1] >= WIDE and line[:1] >= WIDE else " ") + line
    return out
