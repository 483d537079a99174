"""What each seat has seen of a match: its steps, the lines of its log, and its table as it is now.

All of it is derived from the log of the match, so that every server counts the same steps and knows the same lines.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import NamedTuple

from taku.engine.match import Entry, Match, Told, told_by
from taku.engine.state import GameState

SPECTATOR = -1
NOTES = ("timeout", "bot", "back", "undo")
"""Entries that everybody is told of by a line of the server's own."""


class Line(NamedTuple):
    """One line of a seat's log: an event of the game, or a note of the server about an entry."""

    id: int
    step: int
    number: int
    told: Told | None = None
    note: str = ""
    seat: int = -1


@dataclass(slots=True)
class Past:
    """One seat's side of the match."""

    core: bytes
    seen: GameState
    """What the seat sees now; the handle stays the same, what it shows changes with the steps."""
    steps: list[int] = field(default_factory=lambda: [0])
    """For each step the entry after which the seat saw it."""
    lines: list[Line] = field(default_factory=list)
    next_id: int = 1
    dropped: list[int] = field(default_factory=list)
    """For each undo the id above which all lines were taken back."""

    @property
    def step(self) -> int:
        return len(self.steps) - 1

    @property
    def drops(self) -> int:
        """How many undos there were."""
        return len(self.dropped)


class History:
    """All seats' sides of a match, kept up entry by entry."""

    def __init__(self, match: Match, start: GameState | None = None) -> None:
        """Before the first entry; ``start`` is the state there of a match that has some already."""
        self.match = match
        self.number = 0
        """The last entry that was taken in."""
        self.undone = [0] * match.seats
        self.moves = [0] * match.seats
        self.taken: set[int] = set()
        """Seats of people for whom a bot plays."""
        self._view = match.state.copy()
        """Where views are made until it is known whether they are new."""
        self.past: dict[int, Past] = {}
        for seat in range(-1, match.seats):
            seen = match.rules.view(start or match.state, seat)
            self.past[seat] = past = Past(seen.core_bytes(), seen)
            for told in told_by(match.game, 0, seen):
                self._line(past, 0, told)

    @classmethod
    def of(cls, match: Match) -> History:
        """The history of a match as far as it has come."""
        states = match.history()
        made = cls(match, next(states)[1])
        for number, s in states:
            made._take(match.entries[number - 1], number, s)
        return made

    def seq(self, seat: int) -> int:
        """How many moves of the seat were accepted; taking back counts too, since it makes older answers void."""
        return self.moves[seat] + self.undone[seat] if seat >= 0 else 0

    def public(self, entry: Entry, state: GameState) -> bool:
        """Whether everybody will see that something happened when this entry leads to this state."""
        if entry.kind in NOTES:
            return True
        seen = self.match.rules.view(state, SPECTATOR, self._view)
        return bool(seen.log.count) or seen.core_bytes() != self.past[SPECTATOR].core

    def was_public(self, number: int) -> bool:
        """Whether everybody saw that something happened at an entry."""
        steps = self.past[SPECTATOR].steps
        at = bisect_left(steps, number)
        return at < len(steps) and steps[at] == number

    def advance(self, entry: Entry) -> list[int]:
        """Take in the entry that the match has just carried out; the seats that see a change."""
        return self._take(entry, self.match.step, self.match.state)

    def _take(self, entry: Entry, number: int, state: GameState) -> list[int]:
        match = self.match
        self.number = number
        changed = []
        if entry.kind in ("move", "timeout"):
            self.moves[entry.seat] += 1
        elif entry.kind == "undo":
            for seat in range(match.seats) if entry.seat < 0 else (entry.seat,):
                self.undone[seat] += 1
        elif entry.kind == "bot":
            self.taken.add(entry.seat)
        elif entry.kind == "back":
            self.taken.discard(entry.seat)
        known: dict[tuple[int, ...], Told] = {}
        for seat, past in self.past.items():
            core, told = past.core, []
            if entry.kind not in ("bot", "back", "branch"):
                seen = match.rules.view(state, seat, self._view)
                core = seen.core_bytes()
                told = [] if entry.kind == "undo" else told_by(match.game, number, seen, known)
                if entry.kind == "undo" and entry.seat >= 0:
                    gone = match.steps.dropped.get(number, ())
                    if seat != entry.seat and core == past.core and not any(one.number in gone for one in past.lines):
                        continue  # what was taken back had shown this seat nothing
                elif core == past.core and not told and entry.kind not in NOTES:
                    continue
                past.core = core
                past.seen.load(seen.memory)
            elif entry.kind not in NOTES:
                continue
            past.steps.append(number)
            if entry.kind == "undo":
                self._drop(past, entry, number)
            if entry.kind in NOTES:
                self._line(past, number, None, entry.kind, entry.seat)
            for one in told:
                self._line(past, number, one)
            changed.append(seat)
        return changed

    def _line(self, past: Past, number: int, told: Told | None, note: str = "", seat: int = -1) -> None:
        if told is not None and told.event in self.match.game.unlogged:
            return
        past.lines.append(Line(past.next_id, past.step, number, told, note, seat))
        past.next_id += 1

    def _drop(self, past: Past, entry: Entry, number: int) -> None:
        """Lines of what was taken back go; those that others wrote since then and that stay are written anew."""
        lines = past.lines
        if entry.seat < 0:
            gone = {one.number for one in lines if one.number > entry.value}
        else:
            gone = set(self.match.steps.dropped.get(number, ()))
        first = next((i for i, one in enumerate(lines) if one.number in gone), len(lines))
        stay = [one for one in lines[first:] if one.number not in gone]
        del lines[first:]
        past.dropped.append(lines[-1].id if lines else 0)
        for one in stay:
            lines.append(one._replace(id=past.next_id, step=past.step))
            past.next_id += 1
