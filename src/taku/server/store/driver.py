"""The seam between the store and a database: units of writing, and what a database must be able to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from taku.server.store.errors import BadValue, StoreError
from taku.server.store.records import Change, Row

Rows = Sequence[Row]
MAX_INTEGER = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement, with $1, $2, … for its values; if it `must` change a row and finds none, its unit is undone.

    `bulk`: it returns its first two values when it changed a row, so that many of them can travel together.
    """

    sql: str
    values: tuple[Any, ...] = ()
    must: bool = False
    bulk: bool = False


@dataclass(frozen=True, slots=True)
class Unit:
    """Statements that are stored together or not at all, and what to tell the listeners if they are."""

    statements: tuple[Statement, ...]
    changes: tuple[Change, ...] = ()

    @property
    def weight(self) -> int:
        """About how many bytes wait in memory with this unit."""
        return 512 + sum(len(v) for s in self.statements for v in s.values if isinstance(v, str | bytes))


class Undone(StoreError):
    """A statement of the unit found no row to change, so the unit was not stored."""

    def __init__(self) -> None:
        super().__init__("nothing was there to change")


# For each unit of a batch: the rows of each of its statements, or why it was not stored.
Outcome = list[Rows] | StoreError


class Bus(Protocol):
    """The other server processes of this machine: who shares one SQLite file tells the others of every change."""

    index: int
    count: int

    def tell(self, changes: Sequence[Change]) -> None:
        """These changes are durable."""

    def listen(self, heard: Callable[[Change], None]) -> None:
        """Call back for every change that another process tells of."""


class Driver(Protocol):
    """A database: SQLite or PostgreSQL."""

    kind: str
    shared: bool
    """Whether other servers have the same matches."""
    hold: float
    """Seconds that the loop itself waits for a commit at most, where a thread makes it: waking up twice costs more."""

    async def fetch(self, sql: str, *values: Any) -> Rows:
        """Read rows."""

    async def commit(self, batch: Sequence[Unit]) -> list[Outcome]:
        """Make a batch durable in one transaction; raise if nothing of it was (or may not have been)."""

    def listen(self, heard: Callable[[Change], None]) -> None:
        """Call back for what other processes write."""

    async def size(self) -> int:
        """How many bytes the database takes."""

    async def backup(self, path: Path) -> None:
        """Write everything into a new file."""

    async def restore(self, path: Path) -> None:
        """Replace everything by what is in a file of `backup`."""

    async def close(self) -> None:
        """Let go of the database."""


def checked(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values, if both databases can hold them; hostile text and numbers stop here, with a clear word."""
    for value in values:
        if isinstance(value, str):
            if "\0" in value or not (value.isascii() or _encodes(value)):
                raise BadValue("text with a zero character or half a character cannot be stored")
        elif isinstance(value, int) and not -MAX_INTEGER <= value <= MAX_INTEGER:
            raise BadValue("a number beyond 64 bits cannot be stored")
    return values


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
