"""A match to be looked at step by step, as one seat saw it or with everything open."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from taku.engine.catalogue import Catalogue
from taku.engine.match import Match, told_by
from taku.engine.state import GameState
from taku.server.live import view
from taku.server.live.history import SPECTATOR, History, Line
from taku.server.words import fill, plain

ALL = "all"
BLOCK = 50
"""Steps that are rendered for one request."""
LOG = 400
"""Lines of the log on a page that needs no JavaScript; the newest."""
PIECE = 50
"""Entries that are replayed before others are let in: some milliseconds."""
T = TypeVar("T")
_open_lines: WeakKeyDictionary[History, tuple[int, list[Line]]] = WeakKeyDictionary()
"""The logs with everything open, each made once: after so many entries."""


async def in_pieces(work: Iterable[T]) -> list[T]:
    """Do work in the server's loop piece by piece, so that nobody else waits for all of it."""
    made = []
    for one in work:
        made.append(one)
        await asyncio.sleep(0)
    return made


def number(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else default


def read_eye(wanted: str, seats: int) -> int | str:
    """Whose eyes an address names; an onlooker's, if nobody's."""
    if wanted == ALL:
        return ALL
    if wanted.isascii() and wanted.isdigit() and int(wanted[:3]) < seats:
        return int(wanted[:3])
    return SPECTATOR


def block(query: dict[str, str]) -> tuple[int, int]:
    """The steps that an address asks for, at least one and at most a block."""
    first = number(query.get("from", ""), 0)
    return first, max(first, min(number(query.get("to", ""), first), first + BLOCK - 1))


@dataclass(frozen=True)
class Step:
    """One step as it is shown."""

    step: int
    html: str
    status: str
    events: list[dict[str, Any]]


@dataclass(frozen=True)
class Moment:
    """One step with the log, all that a page of it needs."""

    game: str
    eye: int | str
    names: tuple[str, ...]
    shown: Step
    last: int
    log: list[dict[str, Any]]
    options: dict[str, int]


class Replay:
    """The steps of a match for one way of looking at it: a seat, −1 for an onlooker, or "all"."""

    def __init__(self, match: Match, history: History, names: Sequence[str], eye: int | str, t: Catalogue) -> None:
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

    def read(self) -> Iterator[None]:
        """Make the log with everything open, piece by piece; every other one is there already."""
        if self.eye != ALL or _open_lines.get(self.history, (-1,))[0] == self.match.step:
            return
        made: list[Line] = []
        end = self.match.step
        for number, state in self.match.history():
            kind = self.match.entries[number - 1].kind if number else ""
            if kind in ("timeout", "bot", "back", "undo"):
                made.append(Line(len(made) + 1, number, number, None, kind, self.match.entries[number - 1].seat))
            if kind not in ("undo", "bot", "back", "branch"):
                game = self.match.game
                told = [one for one in told_by(game, number, state) if one.event not in game.unlogged]
                made += [Line(len(made) + 1 + i, number, number, one) for i, one in enumerate(told)]
            if number % PIECE == 0:
                yield
        _open_lines[self.history] = (end, made)

    def lines(self) -> list[Line]:
        """The whole log."""
        if self.eye != ALL:
            return self.history.past[self.seat].lines
        for _ in self.read():
            pass
        return _open_lines[self.history][1]

    def steps(self, first: int, last: int) -> Iterator[Step]:
        """Rendered steps, both ends included."""
        first, last = max(0, first), min(last, self.last)
        if first > last:
            return
        numbers = self.numbers
        lines = self.lines()
        states = self.match.history(numbers[first])
        for step in range(first, last + 1):
            state = next(s for number, s in states if number == numbers[step])
            begin = bisect_left(lines, step, key=lambda one: one.step)
            end = bisect_left(lines, step + 1, begin, key=lambda one: one.step)
            yield self._step(step, state, lines[begin:end], lines)

    def moment(self, wanted: str) -> Moment:
        """The step that an address names, or the last one, with the log."""
        step = min(number(wanted, self.last), self.last)
        match = self.match
        lines = self.lines()
        log = [
            view.line(match.game, one, self.t, self.names, view.icon(match.game, match.state, self.seat, lines, one))
            for one in lines[-LOG:]
        ]
        return Moment(
            match.game.id,
            self.eye,
            tuple(self.names),
            next(self.steps(step, step)),
            self.last,
            log,
            dict(match.options),
        )

    def _step(self, step: int, state: GameState, lines: list[Line], past: list[Line]) -> Step:
        rules, game = self.match.rules, self.match.game
        seen: GameState
        if self.eye == ALL:
            seen = state.copy()
            seen.clear_stream()  # the coming chance stays unknown
        else:
            seen = rules.view(state, self.seat)
        shown = view.show(game, rules, seen, self.seat, self.t, act=False, past=(past, step))
        events = [
            view.line(game, one, self.t, self.names, view.effects(game, seen, self.seat, past, one, self.t, self.names))
            for one in lines
        ]
        return Step(step, fill(shown.html, self.names), plain(shown.text, self.names), events)
