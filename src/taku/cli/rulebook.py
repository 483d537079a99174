"""Looking things up in a game's rulebook: a clause, or all clauses of a section."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from taku.cli.parser import BAD, Fault, nearest

if TYPE_CHECKING:
    from taku.engine.game import Game


class Rulebook:
    """The rulebook of a game in one language, with the numbers of a table's options or the usual ones."""

    def __init__(self, game: Game, language: str, options: Mapping[str, int] | None = None) -> None:
        from taku.page.rulebook import clauses_of, rulebook_file, with_numbers

        path = rulebook_file(game, language)
        try:
            self.text = with_numbers(path.read_text(encoding="utf-8"), game, options)
        except FileNotFoundError:
            raise Fault(f"{game.id} has no rulebook in this language: {path} is missing", BAD) from None
        self.game = game
        self.clauses = {clause.number: clause for clause in clauses_of(self.text)}

    def clause(self, name: str) -> str:
        """The text of a clause, or of all clauses of a section; a Fault names the nearest."""
        wanted = name.strip().upper()
        inside = [c for c in self.clauses.values() if f"{c.number}.".startswith(f"{wanted}.")]
        if not inside:
            sections = {number.rpartition(".")[0] for number in self.clauses} - {""}
            near = nearest(wanted, [*self.clauses, *sorted(sections)])
            raise Fault(f"{self.game.id} has no clause {name!r}{near} (taku rules {self.game.id} shows all)")
        head = [] if wanted in self.clauses else [f"{wanted}  {plain(inside[0].heading)}".rstrip()]
        return "\n".join([*head, *(f"{c.number}  {plain(c.text)}" for c in inside)])


def plain(text: str) -> str:
    """Markdown as a terminal shows it."""
    text = re.sub(r"\*\*(.+?)\*\*", r"\1", text)
    text = re.sub(r"(?<![\w*])[*_](\S(?:.*?\S)?)[*_](?![\w*])", r"\1", text)
    return re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
