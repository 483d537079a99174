"""A match to be looked at step by step, as one seat saw it or with everything open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from taku.engine.match import Match, told_by
from taku.engine.state import GameState
from taku.server.live import view
from taku.server.live.history import History, Line
from taku.server.words import Text, fill, plain

ALL = "all"
BLOCK = 50


@dataclass(frozen=True)
class Step:
    """One step as it is shown."""

    step: int
    html: str
    status: str
    events: list[dict[str, Any]]


class Reel:
    """The steps of a match for one way of looking at it: a seat, −1 for an onlooker, or "all"."""

    def __init__(self, match: Match, history: History, names: Sequence[str], eye: int | str, t: Text) -> None:
        self.match, self.history, self.names, self.eye, self.t = match, history, names, eye, t

    @property
    def seat(self) -> int:
        return self.eye if isinstance(self.eye, int) else 0

    @property
    def numbers(self) -> Sequence[int]:
        """For each step the entry after which it was seen."""
        return range(self.match.step + 1) if self.eye == ALL else self.history.past[self.seat].steps

    @property
    def last(self) -> int:
        return len(self.numbers) - 1

    def lines(self) -> list[Line]:
        """The whole log."""
        if self.eye != ALL:
            return self.history.past[self.seat].lines
        made: list[Line] = []
        for number, state in self.match.history():
            kind = self.match.entries[number - 1].kind if number else ""
            if kind in ("timeout", "bot", "back", "undo"):
                made.append(Line(len(made) + 1, number, number, None, kind, self.match.entries[number - 1].seat))
            if kind not in ("undo", "bot", "back", "branch"):
                made += [
                    Line(len(made) + 1 + i, number, number, told)
                    for i, told in enumerate(told_by(self.match.game, number, state))
                ]
        return made

    def steps(self, first: int, last: int) -> Iterator[Step]:
        """Rendered steps, both ends included."""
        first, last = max(0, first), min(last, self.last)
        if first > last:
            return
        numbers = self.numbers
        by_step: dict[int, list[Line]] = {}
        lines = self.lines()
        for one in lines:
            by_step.setdefault(one.step, []).append(one)
        states = self.match.history(numbers[first])
        for step in range(first, last + 1):
            state = next(s for number, s in states if number == numbers[step])
            yield self._step(step, state, by_step.get(step, []), lines)

    def _step(self, step: int, state: GameState, lines: list[Line], past: list[Line]) -> Step:
        rules, game = self.match.rules, self.match.game
        seen: GameState
        if self.eye == ALL:
            seen = state.copy()
            seen.clear_stream()  # the coming chance stays unknown
        else:
            seen = rules.view(state, self.seat)
        shown = view.show(game, rules, seen, self.seat, self.t, act=False, past=(past, step))
        events = [view.line(game, one, self.t, self.names, view.effects(game, seen, self.seat, one)) for one in lines]
        return Step(step, fill(shown.html, self.names), plain(shown.text, self.names), events)
