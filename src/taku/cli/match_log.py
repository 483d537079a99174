"""The story of a match as one seat was told it: the lines of its log, each with its step and its clause."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from taku.cli.messages import OPEN, GameText
from taku.engine.catalogue import Catalogue
from taku.engine.match import Match, Told, told_by
from taku.engine.state import GameState

SILENT = ("undo", "bot", "back", "branch")
"""Entries that are no move: their states still hold the events of an earlier one."""


@dataclass(frozen=True)
class Line:
    """A line of the log."""

    step: int
    text: str
    clause: str


def in_force(match: Match, step: int) -> list[int]:
    """The steps that lead to the state after ``step`` entries, notes included, without those that were taken back."""
    ways: list[tuple[int, Any]] = [(0, None)]  # for each step its number and the way there
    for number, entry in enumerate(match.entries[:step], 1):
        way: Any = ways[-1]
        if entry.kind != "undo":
            way = (number, way)
        elif entry.seat < 0:
            way = ways[entry.value]
        else:
            gone, kept = {*match.steps.dropped[number]}, []
            while gone:
                here, way = way
                if here in gone:
                    gone.remove(here)
                else:
                    kept.append(here)
            for here in reversed(kept):
                way = (here, way)
        ways.append(way)
    path, way = [], ways[-1]
    while way:
        here, way = way
        path.append(here)
    return path[::-1]


class MatchLog:
    """What a seat (−1 a spectator, OPEN everybody together) was told at every step."""

    def __init__(self, match: Match, seat: int, game_text: GameText, t: Catalogue) -> None:
        self.match = match
        self.seat = seat
        self.game_text = game_text
        self.t = t
        self._told: dict[int, list[Told]] = {}
        for step, s in match.history():
            self._take(step, s)

    def go_on(self) -> None:
        """Hear of the entry that was just made."""
        self._take(self.match.step, self.match.state)

    def _take(self, step: int, s: GameState) -> None:
        if step and self.match.entries[step - 1].kind in SILENT:
            self._told[step] = []
            return
        seen = s if self.seat == OPEN else self.match.rules.view(s, self.seat)
        self._told[step] = told_by(self.match.game, step, seen)

    def at(self, step: int) -> list[Line]:
        """The lines of one step."""
        lines = [Line(step, self.game_text.event(told), told.clause) for told in self._told[step]]
        entry = self.match.entries[step - 1] if step else None
        if entry and entry.kind in self.t.tree["line"]:
            seat = self.game_text.seat(entry.seat) if entry.seat >= 0 else ""
            lines.insert(0, Line(step, self.t(f"line.{entry.kind}", seat=seat, n=entry.value), ""))
        return lines

    def lines(self, step: int | None = None) -> list[Line]:
        """The log of the match as it stands, now or after some step: what was taken back is not in it."""
        path = in_force(self.match, self.match.step if step is None else step)
        return [line for number in path for line in self.at(number)]

    def whole(self) -> list[Line]:
        """Everything that was ever written, also what was taken back."""
        return [line for step in range(self.match.step + 1) for line in self.at(step)]
