"""Showing parts of a match in a terminal: lines of its log, the rule behind one, the ranks at the end."""

from __future__ import annotations

from taku.cli.parser import Fault
from taku.cli.rulebook import Rulebook
from taku.cli.speech import Speech, Voice
from taku.cli.story import Line
from taku.cli.terminal import page
from taku.engine.game import Game
from taku.engine.match import Match


def show_lines(lines: list[Line], since: int = 0) -> None:
    """Lines of the log with the numbers that ``why`` takes."""
    for number, line in enumerate(lines[max(0, since) :], max(0, since) + 1):
        print(f"  [{number}] {line.text}")


def explain_line(lines: list[Line], which: str, game: Game, speech: Speech) -> None:
    """The clause behind a line of the log."""
    if not which.isdecimal():
        print(speech("says", "why_what"))
        return
    number = int(which)
    if not 1 <= number <= len(lines):
        print(speech("says", "no_line", n=number, last=len(lines)))
        return
    line = lines[number - 1]
    print(f"  [{number}] {line.text}")
    if not line.clause:
        print(speech("says", "no_clause", n=number))
        return
    show_rules(game, speech.language, line.clause)


def show_rules(game: Game, language: str, clause: str) -> None:
    """A clause of the rulebook, or all of it."""
    try:
        book = Rulebook(game, language)
        if clause:
            print(book.clause(clause))
        else:
            page(book.text)
    except Fault as fault:
        print(fault)


def show_ranks(match: Match, voice: Voice, speech: Speech) -> None:
    """Who came in which place."""
    print(speech("play", "over"))
    ranks = match.scores()
    for rank in sorted(set(ranks)):
        names = ", ".join(voice.seat(seat) for seat, r in enumerate(ranks) if r == rank)
        print("  " + speech("play", "rank", rank=rank, names=names))
