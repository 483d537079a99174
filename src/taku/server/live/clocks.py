"""Clocks: none, so long for each decision, a bank with an increment, or days for each move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SECOND = 1000
DAY = 24 * 3600 * SECOND
FLOOR = 5 * SECOND
"""Who has emptied the bank still has so long for each decision: enough to tap, too little to think."""
REFUND = 30 * SECOND
"""After a restart nobody's time runs before they are back, or before so long has passed."""
LATE = 600 * SECOND
"""After a restart nobody runs out of days sooner than this."""


@dataclass
class Clocks:
    """The time of all seats. A seat's time runs while it is asked."""

    kind: str = "none"
    full: int = 0
    increment: int = 0
    bank: list[int] = field(default_factory=list)
    asked: dict[int, tuple[int, int]] = field(default_factory=dict)
    """For each seat that must choose: which of its moves it is, and since when it is asked."""
    stopped: int | None = None
    """Since when all clocks stand still."""

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

    def ask(self, who: Mapping[int, int], now: int) -> None:
        """These seats must choose now, each its so-manieth move; those that were asked already go on."""
        self.asked = {
            seat: self.asked[seat] if seat in self.asked and self.asked[seat][0] == seq else (seq, now)
            for seat, seq in who.items()
        }

    def left(self, seat: int, now: int) -> int:
        """How long the seat still has, in ms."""
        base = max(self.bank[seat], FLOOR) if self.kind == "bank" else self.full
        if seat not in self.asked:
            return self.bank[seat] if self.kind == "bank" else self.full
        until = now if self.stopped is None else self.stopped
        return base - max(0, until - self.asked[seat][1])

    def settled(self, seat: int, now: int) -> int | None:
        """What is in the seat's bank if it chooses now, to be kept with the entry."""
        if self.kind != "bank" or seat not in self.asked:
            return None
        return max(0, self.left(seat, now)) + self.increment

    def stop(self, now: int) -> None:
        if self.stopped is None:
            self.stopped = now

    def go_on(self, now: int) -> None:
        """After a pause everybody has what they had before it."""
        if self.stopped is not None:
            lost = now - self.stopped
            self.asked = {seat: (seq, since + lost) for seat, (seq, since) in self.asked.items()}
            self.stopped = None

    def refund(self, now: int, last: int) -> None:
        """After a restart: what was being decided begins anew, and not before people are back."""
        if self.kind == "days":
            since = max(last, now - self.full + LATE)
        else:
            since = now + REFUND
        self.asked = {seat: (seq, since) for seat, (seq, _) in self.asked.items()}

    def back(self, seat: int, now: int) -> None:
        """A player is back after a restart: from now on their time runs."""
        if seat in self.asked and self.asked[seat][1] > now:
            self.asked[seat] = (self.asked[seat][0], now)

    def due(self, now: int) -> tuple[int, int] | None:
        """Whose time runs out next and in how many ms; None while nobody's does."""
        if not self.on or self.stopped is not None or not self.asked:
            return None
        return min((self.left(seat, now), seat) for seat in self.asked)

    def message(self, now: int) -> list[dict[str, Any]]:
        """As the client shows them."""
        if not self.on:
            return []
        made = []
        for seat in range(len(self.bank)):
            one: dict[str, Any] = {"seat": seat, "left": max(0, self.left(seat, now)), "full": self.full}
            runs = seat in self.asked and self.stopped is None
            made.append(
                one
                | {"runs": runs}
                | ({"bank": True} if self.kind == "bank" else {})
                | ({"days": True} if self.kind == "days" else {})
            )
        return made
