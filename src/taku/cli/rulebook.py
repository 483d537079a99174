"""A game's rulebook, clause by clause: ``- **F-2.1** …`` under headings like ``### F-2 The course of play``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from taku.cli.parser import BAD, Fault, nearest

if TYPE_CHECKING:
    from taku.engine.game import Game

CLAUSE = re.compile(r"^\s*[-*] +\*\*([A-Z]+-\d+(?:\.\d+)*)\*\*\s*")
HEADING = re.compile(r"^#+ +(?:([A-Z]+-\d+(?:\.\d+)*)\b\s*)?(.*)$")


class Rulebook:
    """The rulebook of a game in one language."""

    def __init__(self, game: Game, language: str) -> None:
        path = game.folder / "rulebook" / f"{language}.md"
        try:
            self.text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            raise Fault(f"{game.id} has no rulebook in this language: {path} is missing", BAD) from None
        self.game = game
        self.clauses: dict[str, str] = {}
        self.sections: dict[str, str] = {}
        self._read()

    def _read(self) -> None:
        clause = ""
        for line in self.text.splitlines():
            heading, item = HEADING.match(line), CLAUSE.match(line)
            if heading:
                clause = ""
                if heading[1]:
                    self.sections[heading[1]] = heading[2]
            elif item:
                clause = item[1]
                self.clauses[clause] = line[item.end() :]
            elif clause and line.startswith(("  ", "\t")):
                self.clauses[clause] += "\n" + line.strip()
            elif line.strip():
                clause = ""

    def clause(self, name: str) -> str:
        """The text of a clause, or of all clauses of a section; a Fault names the nearest."""
        wanted = name.strip().upper()
        if wanted in self.clauses:
            return f"{wanted}  {plain(self.clauses[wanted])}"
        inside = [c for c in self.clauses if c.startswith(f"{wanted}.")]
        if not inside:
            raise Fault(
                f"{self.game.id} has no clause {name!r}{nearest(wanted, [*self.clauses, *self.sections])}"
                f" (taku rules {self.game.id} shows all)"
            )
        head = [f"{wanted}  {plain(self.sections[wanted])}".rstrip()] if wanted in self.sections else []
        return "\n".join([*head, *(f"{c}  {plain(self.clauses[c])}" for c in inside)])


def plain(text: str) -> str:
    """Markdown as a terminal shows it."""
    text = re.sub(r"\*\*(.+?)\*\*", r"\1", text)
    text = re.sub(r"(?<![\w*])[*_](\S(?:.*?\S)?)[*_](?![\w*])", r"\1", text)
    return re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
