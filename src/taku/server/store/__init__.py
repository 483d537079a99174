"""The store: everything that must outlive the server, in one SQLite file or in PostgreSQL.

It knows nothing of games. A match is an append-only log; whatever is written is durable before the call returns.
All SQL is written once, in the parts of `Store`; a `Driver` (sqlite.py, postgres.py) runs it on one of the databases.
"""

from __future__ import annotations

from pathlib import Path
from typing import Self

from taku.server.store.commit import Stats
from taku.server.store.driver import Bus, Driver
from taku.server.store.errors import (
    AlreadyThere,
    BadValue,
    Closed,
    Conflict,
    DiskFault,
    DiskFull,
    Gap,
    InUse,
    MatchClosed,
    NewerSchema,
    NotEmpty,
    NotFound,
    NotTaku,
    SeatTaken,
    Stale,
    StoreError,
    TooMuch,
    Unavailable,
    Unwritable,
)
from taku.server.store.jobs import Jobs
from taku.server.store.maintenance import Maintenance
from taku.server.store.records import (
    Change,
    Entry,
    Invite,
    Job,
    Match,
    MatchChanges,
    Page,
    Player,
    Purged,
    Said,
    Seat,
    Status,
    Visibility,
    new_id,
)
from taku.server.store.sqlite import FILE, Sqlite
from taku.server.store.talk import Talk, TalkLimits
from taku.server.store.uploads import Uploads


class Store(Maintenance, Jobs, Talk, Uploads):
    """Matches, their logs, and what belongs to people and tables."""

    async def __aenter__(self) -> Self:
        return self


async def open_store(where: str | Path, bus: Bus | None = None) -> Store:
    """Open the store: a data folder, a `.db` file in one, or a `postgresql://…` URL (`?schema=NAME` if not `taku`).

    A new one is made where there is none; one of an earlier version is brought up to date. A server names its `bus`,
    by which processes that share an SQLite file hear of each other; other programs have none.
    """
    return Store(await _driver(where, bus))


async def _driver(where: str | Path, bus: Bus | None) -> Driver:
    if str(where).startswith(("postgresql://", "postgres://")):
        from taku.server.store.postgres import Postgres  # asyncpg is loaded only where it is used

        return await Postgres(str(where)).open()
    path = Path(where).expanduser()
    if path.suffix not in (".db", ".sqlite", ".sqlite3"):
        path = path / FILE
    return await Sqlite(path, bus=bus).open()


__all__ = [
    "AlreadyThere",
    "BadValue",
    "Change",
    "Closed",
    "Conflict",
    "DiskFault",
    "DiskFull",
    "Entry",
    "Gap",
    "InUse",
    "Invite",
    "Job",
    "Match",
    "MatchChanges",
    "MatchClosed",
    "NewerSchema",
    "NotEmpty",
    "NotFound",
    "NotTaku",
    "Page",
    "Player",
    "Purged",
    "Said",
    "Seat",
    "SeatTaken",
    "Stale",
    "Stats",
    "Status",
    "Store",
    "StoreError",
    "TalkLimits",
    "TooMuch",
    "Unavailable",
    "Unwritable",
    "Visibility",
    "new_id",
    "open_store",
]
