"""Whose job is next: work of several kinds for several people, shared by the time it takes and not by who asks more."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeVar

T = TypeVar("T")

MOST = 100
"""Jobs of one owner and kind that may wait: five tables of twenty. Who wants more is refused and asks again later."""
SECONDS = 0.1
"""What an owner's first job is thought to take; from then on it is measured."""
PATIENCE = 8
"""So many jobs of more urgent kinds are done before one of a less urgent kind that waits: nobody waits for ever."""
FRESH_PATIENCE = 64
"""The same while the next urgent job is of an owner who was not served lately: a person who plays waits for one search
that runs already, and not for a second one of a guest who keeps the workers busy."""
REMEMBERED = 1_000
"""Owners without a waiting job whose use is remembered."""


class Kind(IntEnum):
    """What a job is for, the most urgent first."""

    MOVE = 0
    """A bot's move that a person at the table waits for."""
    HINT = 1
    ALONE = 2
    """A bot's move at a table where no person waits."""
    ANALYSIS = 3
    """A whole match, in a process of its own."""


@dataclass(frozen=True)
class Granted(Generic[T]):
    """A job that is being done, and what its owner has paid for it so far."""

    kind: Kind
    owner: str
    job: T
    paid: float


class TooMany(Exception):
    """The owner has too many jobs waiting."""


class FairQueue(Generic[T]):
    """Jobs that wait. The most urgent kind is served first, and within it the owner who was given the least time.

    That is start-time fair queueing: each owner has an account of virtual seconds; the lowest is next and pays for its
    job. Who was away comes back at the account of those being served: time that was not used is not saved up, and
    somebody who was busy while nobody else wanted anything does not pay for it later.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lines: dict[Kind, _Line[T]] = {kind: _Line() for kind in Kind}
        self._passed_over = 0

    def __len__(self) -> int:
        return sum(len(line) for line in self._lines.values())

    def add(self, kind: Kind, owner: str, job: T, *, again: bool = False) -> None:
        """Let a job wait; one that comes ``again``, since its worker died, goes first among its owner's."""
        line = self._lines[kind]
        if len(line.waiting.get(owner, ())) >= self._most and not again:
            raise TooMany(f"{self._most} jobs of {owner or 'nobody'} wait already")
        line.add(owner, job, again=again)

    def take(self, least: Kind = Kind.ANALYSIS) -> Granted[T] | None:
        """The next job, of kind ``least`` or a more urgent one; None if there is none."""
        ready = [kind for kind in Kind if kind <= least and self._lines[kind].waiting]
        if not ready:
            return None
        waits = len(ready) > 1
        patience = FRESH_PATIENCE if waits and self._lines[ready[0]].fresh else PATIENCE
        overdue = waits and self._passed_over >= patience
        self._passed_over = self._passed_over + 1 if waits and not overdue else 0
        kind = ready[-1] if overdue else ready[0]
        return Granted(kind, *self._lines[kind].take())

    def ended(self, granted: Granted[T], seconds: float) -> None:
        """The job has ended after so long: its owner pays for that."""
        self._lines[granted.kind].ended(granted.owner, granted.paid, seconds)

    def remove(self, kind: Kind, owner: str, job: T) -> bool:
        """Nobody wants this job any more; False if it does not wait."""
        return self._lines[kind].remove(owner, job)

    def position(self, kind: Kind, owner: str) -> int:
        """How many jobs of its kind come before the first one of this owner, if nobody comes in between."""
        return self._lines[kind].position(owner)


class _Line(Generic[T]):
    """The jobs of one kind."""

    def __init__(self) -> None:
        self.waiting: dict[str, deque[T]] = {}
        self._account: dict[str, float] = {}
        self._usual: dict[str, float] = {}
        """What a job of this owner takes, on average."""
        self._now = 0.0
        """The account of the owner who was served last."""
        self._running = 0

    def __len__(self) -> int:
        return sum(map(len, self.waiting.values()))

    def add(self, owner: str, job: T, *, again: bool) -> None:
        jobs = self.waiting.get(owner)
        if jobs is None:
            jobs = self.waiting[owner] = deque()
            self._account[owner] = max(self._account.get(owner, 0.0), self._now)
        (jobs.appendleft if again else jobs.append)(job)

    @property
    def fresh(self) -> bool:
        """Whether the next owner was not served lately."""
        return min(self._account[owner] for owner in self.waiting) <= self._now

    def take(self) -> tuple[str, T, float]:
        owner = min(self.waiting, key=self._account.__getitem__)
        jobs = self.waiting.pop(owner)
        job = jobs.popleft()
        self._now = max(self._now, self._account[owner])
        paid = self._usual.get(owner, SECONDS)  # until it is known what the job takes
        self._account[owner] += paid
        self._running += 1
        if jobs:
            self.waiting[owner] = jobs  # behind those whose account is the same
        return owner, job, paid

    def ended(self, owner: str, paid: float, seconds: float) -> None:
        self._running -= 1
        if owner in self._account:
            self._account[owner] += seconds - paid
            usual = self._usual.get(owner, SECONDS)
            self._usual[owner] = usual + (seconds - usual) / 4
        if not self._running and not self.waiting:
            self._now = max(self._account.values(), default=self._now)  # nobody waited for what was used
        if len(self._account) > REMEMBERED:
            self._forget()

    def _forget(self) -> None:
        """Owners who owe nothing are like new ones; should too many owe something, those who owe least are."""
        owing = [o for o, account in self._account.items() if account > self._now and o not in self.waiting]
        owing = sorted(owing, key=self._account.__getitem__)[-REMEMBERED // 2 :]
        self._account = {o: self._account[o] for o in (*self.waiting, *owing)}
        self._usual = {o: s for o, s in self._usual.items() if o in self._account}

    def remove(self, owner: str, job: T) -> bool:
        jobs = self.waiting.get(owner)
        if jobs is None or job not in jobs:
            return False
        jobs.remove(job)
        if not jobs:
            del self.waiting[owner]
        return True

    def position(self, owner: str) -> int:
        begin = [  # when each job would begin, by the owners' accounts; of equals the one that waits longest
            (self._account[one] + i * self._usual.get(one, SECONDS), i, place, one)
            for place, (one, jobs) in enumerate(self.waiting.items())
            for i in range(len(jobs))
        ]
        return next((n for n, (*_, one) in enumerate(sorted(begin)) if one == owner), 0)
