"""The store in one SQLite file: no set-up, durable at every commit.

The processes of one server share the file: they write in turn, and tell each other over the bus what they wrote.
Another program (`taku admin`) has no bus and leaves a mark (`folder_lock.py`): what SQLite says of other writers does
not tell it from the processes.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Literal

from taku.server.store.desk import Desk
from taku.server.store.driver import Bus, Outcome, Rows, Undone, Unit
from taku.server.store.errors import (
    BadValue,
    DiskFault,
    DiskFull,
    NewerSchema,
    NotEmpty,
    NotTaku,
    StoreError,
    Unavailable,
    Unwritable,
)
from taku.server.store.folder_lock import Turn, mark, marks
from taku.server.store.records import Change
from taku.server.store.schema import APPLICATION_ID, STEPS, TABLES, VERSION, for_sqlite, statements

log = logging.getLogger(__name__)
FILE = "taku.db"
OLDEST = (3, 35, 0)  # the first with RETURNING
BUSY_SECONDS = 30  # another program (`taku admin`) may hold the file for a moment
TIDY_SECONDS = 2.0  # how often to look whether what was written can be carried from the log over into the file
MANY = 5_000  # commits after which it is, though moves are being stored: the log has some 100 MB then
WATCH_SECONDS = 0.5  # how often to look whether another program wrote: a table closed by `taku admin` closes at once

# FULL survives a loss of power, NORMAL only the death of the process.
Synchronous = Literal["FULL", "NORMAL"]


class Sqlite:
    """A driver over one SQLite file: a thread that writes, one that reads, and one that tidies up.

    By itself SQLite carries the log over into the file inside every hundredth commit, which then takes 20 to 170 ms,
    and all moves wait. Here that is done when nothing was stored for a moment.
    """

    kind = "sqlite"

    def __init__(self, path: Path, synchronous: Synchronous = "FULL", bus: Bus | None = None) -> None:
        self.path = path
        self.shared = bus is not None and bus.count > 1
        self._bus = bus
        self._turn: Turn | None = None
        self._synchronous = synchronous
        self.hold = 0.0
        self._writer = Desk("taku-store-write")
        self._reader = Desk("taku-store-read")
        self._tidier = Desk("taku-store-tidy")
        self._watch: asyncio.Task[None] | None = None
        self._tidying: asyncio.Task[None] | None = None
        self._written = 0

    async def open(self) -> Sqlite:
        """Make or bring up to date the file, and be ready."""
        try:
            self._write = await self._writer.do(self._connect_writer)
            self._read = await self._reader.do(self._connect_reader)
            self._side = await self._tidier.do(partial(connect, self.path))
        except BaseException:
            for thread in (self._writer, self._reader, self._tidier):
                thread.close()
            raise
        if self._bus is None or self._bus.index == 0:  # of several processes one is enough
            self._tidying = asyncio.create_task(self._tidy(), name="taku store: log into file")
        return self

    def _connect_writer(self) -> sqlite3.Connection:
        ready(self.path)
        if self.shared:
            self._turn = Turn(self.path)
        db = connect(self.path)
        try:
            step_forward(db, self.path)
            if db.execute("pragma journal_mode=wal").fetchone()[0] != "wal":
                raise Unwritable(f"{self.path} is on a file system without shared memory: use a folder on a local disk")
            db.execute(f"pragma synchronous={self._synchronous}")
            db.execute("pragma journal_size_limit=67108864")
            db.execute("pragma wal_autocheckpoint=0")
        except sqlite3.Error as e:
            db.close()
            raise plain(e, self.path) from e
        except BaseException:
            db.close()
            raise
        return db

    def _connect_reader(self) -> sqlite3.Connection:
        db = connect(self.path)
        db.execute("pragma query_only=on")
        return db

    async def fetch(self, sql: str, *values: Any) -> Rows:
        return await self._reader.do(partial(self._fetch, for_sqlite(sql), values))

    def _fetch(self, sql: str, values: tuple[Any, ...]) -> Rows:
        try:
            return self._read.execute(sql, values).fetchall()
        except sqlite3.OperationalError as e:
            raise plain(e, self.path) from e

    async def commit(self, batch: Sequence[Unit]) -> list[Outcome]:
        if any(unit.statements for unit in batch):
            job = self._writer.begin(partial(self._commit, batch))
            if self.hold:
                job.wait(self.hold)
            outcomes = await job.ended()
        else:
            outcomes = [[] for _ in batch]
        if self._bus is not None and self.shared:
            stored = (unit for unit, rows in zip(batch, outcomes, strict=True) if not isinstance(rows, StoreError))
            self._bus.tell([change for unit in stored for change in unit.changes])
        return outcomes

    def _commit(self, batch: Sequence[Unit]) -> list[Outcome]:
        db = self._write
        with self._in_turn():
            try:
                if len(batch) == len(batch[0].statements) == 1:  # a statement alone is a transaction by itself
                    outcomes = [self._store(db, batch[0])]
                else:
                    db.execute("begin immediate")
                    outcomes = [self._store(db, unit) for unit in batch]
                    db.execute("commit")
            except sqlite3.Error as e:
                if db.in_transaction:
                    with suppress(sqlite3.Error):
                        db.execute("rollback")
                raise plain(e, self.path) from e
        self._written += 1
        if self._bus is None:
            mark(self.path)
        return outcomes

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        """No other process of this server writes meanwhile."""
        if self._turn is None:
            yield
        else:
            with self._turn.taken():
                yield

    async def _tidy(self) -> None:
        """Carry the log over. It begins anew once nothing is left in it; while moves are being stored, most of it is
        carried over beside the commits, and the last of it by the writer itself."""
        many = MANY // (self._bus.count if self._bus is not None else 1)  # the others store about as much
        carried, tidied, seen = 0, 0, 0
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            before, seen = seen, self._last_write()
            if self._written - carried >= many:
                await self._tidier.do(partial(carry_over, self._side))
                await self._writer.do(self._carry_rest)
            elif seen == before != tidied:
                await self._tidier.do(partial(carry_over, self._side))
            else:
                continue
            carried, tidied = self._written, seen

    def _last_write(self) -> int:
        """When somebody wrote last, be it this process or another."""
        with suppress(OSError):
            return self.path.with_name(self.path.name + "-wal").stat().st_mtime_ns
        return 0

    def _carry_rest(self) -> None:
        with self._in_turn():
            carry_over(self._write)

    @staticmethod
    def _store(db: sqlite3.Connection, unit: Unit) -> Outcome:
        """One unit inside the batch's transaction: if it fails, only it is undone."""
        alone = len(unit.statements) == 1
        rows: list[Rows] = []
        if not alone:
            db.execute("savepoint unit")
        try:
            for s in unit.statements:
                rows.append(db.execute(for_sqlite(s.sql), s.values).fetchall())
                if s.must and not rows[-1]:
                    raise Undone
        except (StoreError, sqlite3.IntegrityError) as e:
            if not alone:
                db.execute("rollback to unit")
                db.execute("release unit")
            return e if isinstance(e, StoreError) else BadValue(f"the database refused it: {e}")
        if not alone:
            db.execute("release unit")
        return rows

    def listen(self, heard: Callable[[Change], None]) -> None:
        if self._bus is not None:
            self._bus.listen(heard)
        self._watch = asyncio.create_task(self._look(heard), name="taku store: other writers")

    async def _look(self, heard: Callable[[Change], None]) -> None:
        last: int | None = None
        while True:
            version = marks(self.path) if self.shared else await self._writer.do(self._data_version)
            if last is not None and version is not None and version != last:
                heard(Change("all", here=False))
            last = version if version is not None else last
            await asyncio.sleep(WATCH_SECONDS)

    def _data_version(self) -> int | None:
        """A number that changes when another connection than the writing one has written."""
        with suppress(sqlite3.Error):
            return int(self._write.execute("pragma data_version").fetchone()[0])
        return None

    async def size(self) -> int:
        files = (self.path, self.path.with_name(self.path.name + "-wal"))
        return sum(f.stat().st_size for f in files if f.exists())

    async def backup(self, path: Path) -> None:
        await asyncio.to_thread(self._backup, path)

    def _backup(self, path: Path) -> None:
        part = begin_file(path)
        try:
            with closing(connect(self.path)) as db:
                db.execute("vacuum into ?", (str(part),))
        except sqlite3.Error as e:
            part.unlink(missing_ok=True)
            raise plain(e, part) from e
        finish_file(part, path)

    async def restore(self, path: Path) -> None:
        await asyncio.to_thread(self._restore, path)

    def _restore(self, path: Path) -> None:
        with closing(connect(self.path)) as db:
            try:
                db.execute("attach ? as backup", (str(path),))
                db.execute("begin immediate")
                for table in reversed(TABLES):
                    db.execute(f"delete from main.{table}")
                for table, columns in TABLES.items():
                    names = ", ".join(columns)
                    db.execute(f"insert into main.{table} ({names}) select {names} from backup.{table}")
                db.execute("commit")
            except sqlite3.Error as e:
                raise plain(e, path) from e
        if self._bus is None:
            mark(self.path)

    async def close(self) -> None:
        for task in (self._watch, self._tidying):
            if task:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        for thread, db in ((self._tidier, self._side), (self._reader, self._read), (self._writer, self._write)):
            await thread.do(db.close)
            thread.close()
        if self._turn is not None:
            self._turn.close()


def connect(path: Path) -> sqlite3.Connection:
    """A connection that leaves transactions to us and keeps references whole."""
    try:
        db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        db.execute("pragma foreign_keys=on")
    except sqlite3.Error as e:
        raise plain(e, path) from e
    return db


def carry_over(db: sqlite3.Connection) -> None:
    """Carry the log over into the file as far as nobody needs it, without waiting."""
    try:
        db.execute("pragma wal_checkpoint(passive)").fetchone()
    except sqlite3.Error as e:  # what is in the log is durable: it is carried over later
        log.warning("the log could not be carried over: %s", e)


def ready(path: Path) -> None:
    """See that the folder can be written; a new file is for its owner only, since it holds the secrets of the deals."""
    if sqlite3.sqlite_version_info < OLDEST:
        raise StoreError(f"this Python has SQLite {sqlite3.sqlite_version}: 3.35 or newer is needed, update Python")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        if not os.access(path.parent, os.W_OK) or not os.access(path, os.W_OK):
            raise PermissionError("no permission to write")
    except OSError as e:
        raise Unwritable(
            f"The data folder {path.parent} cannot be used ({e.strerror or e}):"
            " let this user write there, or name another folder"
        ) from e


def step_forward(db: sqlite3.Connection, path: Path) -> None:
    """Bring a file from any earlier version to this one, or refuse it untouched."""
    try:
        db.execute("begin immediate")
        try:
            for step in STEPS[version_of(db, path) :]:
                for statement in statements(step):
                    db.execute(statement)
            db.execute(f"pragma application_id={APPLICATION_ID}")
            db.execute(f"pragma user_version={VERSION}")
            db.execute("commit")
        except BaseException:
            if db.in_transaction:
                db.execute("rollback")
            raise
    except sqlite3.Error as e:
        raise plain(e, path) from e


def version_of(db: sqlite3.Connection, path: Path) -> int:
    """Which version of Taku's tables a file has: 0 for an empty one."""
    (application,), (version,) = (
        db.execute(f"pragma {name}").fetchone() for name in ("application_id", "user_version")
    )
    (tables,) = db.execute("select count(*) from sqlite_master").fetchone()
    if application != APPLICATION_ID and (application or version or tables):
        raise NotTaku(f"{path} is a database of another program: name another file or folder")
    if version > VERSION:
        raise NewerSchema(
            f"{path} was written by a newer Taku (its tables are version {version}, this program knows {VERSION}):"
            " update Taku, or restore a backup made by this version"
        )
    return int(version)


def plain(error: sqlite3.Error, path: Path) -> StoreError:
    """What a SQLite error means for the host."""
    text = str(error)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary one, without its refinement
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return NotTaku(f"{path} is not a Taku database, or is damaged ({text}): name another file, or restore a backup")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return Unwritable(f"{path} cannot be written ({text}): let this user write there, or name another folder")
    if code == sqlite3.SQLITE_FULL:
        return DiskFull(f"The disk with {path} is full: make room; what was not acknowledged was not stored")
    if code == sqlite3.SQLITE_IOERR:
        return DiskFault(f"The disk with {path} fails ({text}): look at it; what was not acknowledged was not stored")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Unavailable(f"{path} is held by another program for more than {BUSY_SECONDS} s: close that program")
    return Unavailable(f"{path} cannot be used: {text}")


def begin_file(path: Path) -> Path:
    """The name under which a backup is written until it is whole."""
    if path.exists():
        raise NotEmpty(f"{path} exists already: choose another name for the backup, or remove it first")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(path.name + ".part")
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
    except OSError as e:
        raise Unwritable(f"{path} cannot be written ({e.strerror or e}): choose another place for the backup") from e
    return part


def finish_file(part: Path, path: Path) -> None:
    """Give a whole backup its name, durably."""
    with part.open("rb") as f:
        os.fsync(f.fileno())
    part.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
