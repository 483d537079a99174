"""Clocks: none, so long for each decision, a bank with an increment, or days for each move.

All times here are of the steady clock (``config.ticks``): whoever sets the machine's clock expires nothing. A decision
begins when a seat is asked and ends when the others can see that it has chosen. Clicks that they cannot see change no
clock, earn nothing and are not shown. What a move does to the clocks is computed first and applied when it is stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from taku.server.config import Ticks

SECOND = 1000
DAY = 24 * 3600 * SECOND
FLOOR = 5 * SECOND
"""Who has emptied the bank still has so long for each decision: enough to tap, too little to think."""
REFUND = 30 * SECOND
"""After a restart nobody's time runs before they are back, or before so long has passed."""
LATE = 600 * SECOND
"""After the start of a server nobody runs out of days sooner than this, whatever the machine's clock says."""


@dataclass(frozen=True)
class Change:
    """What an entry does to a seat's clock."""

    seat: int
    bank: int | None
    """What is in the bank then; it is kept with the entry."""
    since: int | None
    """Since when the seat counts as asked; None: its decision has ended."""
    before: tuple[int, int, int] = (0, 0, 0)
    """For one who takes it back: what was in the bank before, how long the decision took, how long it could take."""


@dataclass
class Clocks:
    """The time of all seats. A seat's time runs while it is asked."""

    kind: str = "none"
    full: int = 0
    increment: int = 0
    bank: list[int] = field(default_factory=list)
    asked: dict[int, tuple[int, int]] = field(default_factory=dict)
    """For each seat that must choose: since when it is asked, and how long it has for this decision."""
    stopped: int | None = None
    """Since when all clocks stand still."""
    _before: dict[int, tuple[int, int, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, data: Mapping[str, Any], seats: int) -> Clocks:
        """The clocks that a match's record describes: ``{"kind": "bank", "seconds": 600, "increment": 5}``."""
        kind = str(data.get("kind", "none"))
        full = int(data.get("seconds", 0)) * SECOND
        if kind not in ("decision", "bank", "days") or full <= 0:
            return cls()
        return cls(kind, full, int(data.get("increment", 0)) * SECOND, [full] * seats)

    @property
    def on(self) -> bool:
        return self.kind != "none"

    def ask(self, who: Mapping[int, float], now: Ticks) -> None:
        """These seats must choose now; those that were asked already go on.

        With each seat goes how much longer than usual such a decision takes.
        """
        self.asked = {
            seat: self.asked.get(seat, (now, round(self.full * share) if self.kind == "decision" else self.full))
            for seat, share in who.items()
        }

    def left(self, seat: int, now: Ticks) -> int:
        """How long the seat still has, in ms."""
        if seat not in self.asked:
            return self.bank[seat] if self.kind == "bank" else self.full
        since, full = self.asked[seat]
        base = max(self.bank[seat], FLOOR) if self.kind == "bank" else full
        return base - max(0, self._time(now) - since)

    def _time(self, now: Ticks) -> int:
        return now if self.stopped is None else self.stopped

    # ---- what an entry changes

    def settled(self, seat: int, now: Ticks) -> Change | None:
        """Everybody can see that the seat has chosen: its decision ends."""
        if not self.on or seat not in self.asked:
            return None
        bank = max(0, self.left(seat, now)) + self.increment if self.kind == "bank" else None
        since, full = self.asked[seat]
        return Change(seat, bank, None, (self.bank[seat], max(0, self._time(now) - since), full))

    def taken_back(self, seat: int, now: Ticks) -> Change | None:
        """The seat takes back a choice that had ended its decision: it goes on, and has earned nothing."""
        if not self.on or seat not in self._before:
            return None
        bank, spent, full = self._before[seat]
        if seat in self.asked:  # its time runs already, for what would have come next
            spent += max(0, self._time(now) - self.asked[seat][0])
        kept = max(0, bank - spent) if self.kind == "bank" else None
        return Change(seat, kept, self._time(now) - spent, (bank, 0, full))

    def apply(self, change: Change) -> None:
        """The entry is stored: its change takes place."""
        seat = change.seat
        self.asked.pop(seat, None)
        if change.since is None:
            self._before[seat] = change.before
            if change.bank is not None:
                self.bank[seat] = change.bank
        else:
            self._before.pop(seat, None)
            self.bank[seat], _, full = change.before
            self.asked[seat] = (change.since, full)

    # ---- pauses and restarts

    def stop(self, now: Ticks) -> None:
        if self.stopped is None:
            self.stopped = now

    def go_on(self, now: Ticks) -> None:
        """After a pause everybody has what they had before it."""
        if self.stopped is not None:
            lost = now - self.stopped
            self.asked = {seat: (since + lost, full) for seat, (since, full) in self.asked.items()}
            self.stopped = None

    def refund(self, now: Ticks, elapsed: int, up: int) -> None:
        """The table comes back into memory: what was being decided begins anew, and not before people are back.

        Days go on meanwhile: ``elapsed`` is how long ago the machine's clock says the last entry was. That clock may
        have been set; so it counts from 0 to the full time, and for nobody sooner than ``LATE`` after the start of
        the server, which was ``up`` ms ago.
        """
        if self.kind == "days":
            since = now - max(0, min(elapsed, self.full - LATE + up))
        else:
            since = now + REFUND
        self.asked = {seat: (since, full) for seat, (_, full) in self.asked.items()}

    def back(self, seat: int, now: Ticks) -> None:
        """A player is back after a restart: from now on their time runs."""
        if seat in self.asked and self.asked[seat][0] > now:
            self.asked[seat] = (now, self.asked[seat][1])

    def due(self, now: Ticks) -> tuple[int, int] | None:
        """Whose time runs out next and in how many ms; None while nobody's does."""
        if not self.on or self.stopped is not None or not self.asked:
            return None
        return min((self.left(seat, now), seat) for seat in self.asked)

    def message(self, now: Ticks) -> list[dict[str, Any]]:
        """As the client shows them."""
        if not self.on:
            return []
        made = []
        for seat in range(len(self.bank)):
            full = self.asked[seat][1] if seat in self.asked else self.full
            one: dict[str, Any] = {"seat": seat, "left": max(0, self.left(seat, now)), "full": full}
            runs = seat in self.asked and self.stopped is None
            made.append(
                one
                | {"runs": runs}
                | ({"bank": True} if self.kind == "bank" else {})
                | ({"days": True} if self.kind == "days" else {})
            )
        return made


def share(usual: Mapping[str, int], kind: str) -> float:
    """How much longer than the game's middling decision one of this kind takes; never less than 1.

    A choice of many hidden clicks (a deployment) has one clock, since a clock for each click would tell of them.
    """
    if kind not in usual:
        return 1.0
    middling = sorted(usual.values())[(len(usual) - 1) // 2]
    return max(1.0, usual[kind] / middling)
