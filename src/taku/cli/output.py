"""Showing parts of a match in a terminal: lines of its log, the rule behind one, the ranks at the end."""

from __future__ import annotations

from taku.cli.match_log import Line
from taku.cli.messages import GameText
from taku.cli.parser import Fault
from taku.cli.rulebook import Rulebook
from taku.cli.terminal import page
from taku.engine.catalogue import Catalogue
from taku.engine.match import Match


def show_lines(lines: list[Line], since: int = 0) -> None:
    """Lines of the log with the numbers that ``why`` takes."""
    for number, line in enumerate(lines[max(0, since) :], max(0, since) + 1):
        print(f"  [{number}] {line.text}")


def explain_line(lines: list[Line], which: str, match: Match, t: Catalogue) -> None:
    """The clause behind a line of the log."""
    if not which.isdecimal():
        print(t("says.why_what"))
        return
    number = int(which)
    if not 1 <= number <= len(lines):
        print(t("says.no_line", n=number, last=len(lines)))
        return
    line = lines[number - 1]
    print(f"  [{number}] {line.text}")
    if not line.clause:
        print(t("says.no_clause", n=number))
        return
    show_rules(match, t.language, line.clause)


def show_rules(match: Match, language: str, clause: str) -> None:
    """A clause of the rulebook, or all of it, with the numbers of the match."""
    try:
        book = Rulebook(match.game, language, match.options)
        if clause:
            print(book.clause(clause))
        else:
            page(book.text)
    except Fault as fault:
        print(fault)


def show_ranks(match: Match, game_text: GameText, t: Catalogue) -> None:
    """Who came in which place."""
    print(t("play.over"))
    ranks = match.scores()
    for rank in sorted(set(ranks)):
        names = ", ".join(game_text.seat(seat) for seat, r in enumerate(ranks) if r == rank)
        print("  " + t("play.rank", rank=rank, names=names))
