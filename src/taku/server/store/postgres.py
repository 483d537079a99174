"""The store in PostgreSQL: any number of server processes share the matches and hear of each other's moves."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import asyncpg

from taku.server.store import copy
from taku.server.store.driver import Outcome, Rows, Undone, Unit
from taku.server.store.errors import BadValue, DiskFull, NewerSchema, StoreError, Unavailable
from taku.server.store.records import Change
from taku.server.store.schema import STEPS, VERSION, for_postgres

log = logging.getLogger(__name__)

SCHEMA = "taku"
READERS = 4
PATIENCE_SECONDS = 10.0  # a restart or fail-over of the database takes seconds: wait it out before giving up
RETRY_SECONDS = 0.2
LISTEN_SECONDS = (0.2, 0.5, 1.0, 2.0)  # between tries to listen again, the last of these for ever
ANSWER_SECONDS = 60.0  # an answer that takes longer never comes
PING_SECONDS = 15.0  # a line that was cut without a word is noticed after this

# The connection is gone, or not to be had now.
LOST = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.InternalClientError,  # the server has said good-bye, but asyncpg has not yet closed the connection
)
# The value is at fault.
REFUSED = (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError, ValueError)


class _Lost(Exception):
    """The connection broke before the batch was committed: nothing of it is stored, it can be tried again."""


class Postgres:
    """A driver over PostgreSQL: one connection writes, one listens, a few read."""

    kind = "postgresql"
    shared = True
    hold = 0.0

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        query = dict(parse_qsl(parts.query))
        self.schema = query.pop("schema", SCHEMA)
        self._url = urlunsplit(parts._replace(query=urlencode(query)))
        self._name = f"{parts.hostname or 'localhost'}:{parts.port or 5432}{parts.path}"
        self._channel = f"taku_{self.schema}"[:63]
        self._me = secrets.token_hex(4)  # tells this process's notifications from those of others
        self._write: asyncpg.Connection[asyncpg.Record] | None = None
        self._listener: asyncio.Task[None] | None = None
        self._lost_at: float | None = None
        """Since when the database has not been reached."""

    async def open(self) -> Postgres:
        """Make or bring up to date the tables, and be ready."""
        if not self.schema.replace("_", "").isalnum():
            raise BadValue(f"schema={self.schema} is no name for a schema: use letters, digits and _")
        try:
            self._write = await self._connect()
            await self._step_forward(self._write)
            self._pool = await asyncpg.create_pool(
                self._url, min_size=0, max_size=READERS, command_timeout=ANSWER_SECONDS, **self._settings
            )
        except (*LOST, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as e:
            if self._write:
                self._write.terminate()
            raise Unavailable(
                f"The database {self._name} cannot be used ({type(e).__name__}: {e}):"
                " check that PostgreSQL runs, and the host, port, user, password and database name in the URL"
            ) from e
        except StoreError:
            if self._write:
                self._write.terminate()
            raise
        return self

    @property
    def _settings(self) -> dict[str, Any]:
        return {"server_settings": {"search_path": self.schema, "application_name": self._channel}, "timeout": 10}

    async def _connect(self) -> asyncpg.Connection[asyncpg.Record]:
        return await asyncpg.connect(self._url, command_timeout=ANSWER_SECONDS, **self._settings)

    async def _step_forward(self, db: asyncpg.Connection[asyncpg.Record]) -> None:
        async with db.transaction():
            # Several processes may start at once: only one makes the step, the others wait for it.
            await db.execute("select pg_advisory_xact_lock(hashtext($1))", self._channel)
            await db.execute(f'create schema if not exists "{self.schema}"')
            await db.execute("create table if not exists schema_version (version bigint not null)")
            version = int(await db.fetchval("select max(version) from schema_version") or 0)
            if version > VERSION:
                raise NewerSchema(
                    f"The database {self._name} was written by a newer Taku (its tables are version {version}, this"
                    f" program knows {VERSION}): update Taku, or restore a backup made by this version"
                )
            for step in STEPS[version:]:
                await db.execute(for_postgres(step))
            if version < VERSION:
                await db.execute("delete from schema_version")
                await db.execute("insert into schema_version values ($1)", VERSION)

    async def fetch(self, sql: str, *values: Any) -> Rows:
        while True:
            try:
                rows: Rows = await self._pool.fetch(sql, *values)
                self._lost_at = None
                return rows
            except (*LOST, asyncpg.InterfaceError) as e:
                if isinstance(e, REFUSED):
                    raise BadValue(f"this cannot be looked up: {e}") from e
                await self._wait(e)
            except asyncpg.PostgresError as e:
                raise BadValue(f"this cannot be looked up: {e}") if isinstance(e, REFUSED) else self._gone(e) from e

    async def _wait(self, error: BaseException) -> None:
        """Wait a moment before the next try; raise once the outage has lasted too long. Whoever comes later is told at
        once: nobody should wait for what is known to be gone."""
        if self._lost_at is None:
            self._lost_at = time.monotonic()
        if time.monotonic() > self._lost_at + PATIENCE_SECONDS:
            raise self._gone(error) from error
        await asyncio.sleep(RETRY_SECONDS)

    def _gone(self, error: BaseException) -> Unavailable:
        if isinstance(error, asyncpg.DiskFullError):
            return DiskFull(f"The disk of the database {self._name} is full ({error}): make room")
        return Unavailable(f"The database {self._name} does not answer ({error}): see whether PostgreSQL runs")

    async def commit(self, batch: Sequence[Unit]) -> list[Outcome]:
        while True:
            try:
                if self._write is None or self._write.is_closed():
                    self._write = await self._connect()
                outcomes = await self._together(self._write, batch)
                self._lost_at = None
                return outcomes
            except (_Lost, *LOST) as e:
                if self._write is not None:
                    self._write.terminate()
                await self._wait(e)
            except (asyncpg.PostgresError, asyncpg.InterfaceError) as e:
                # One unit spoils a transaction for all (a reference to what is gone, a deadlock): each by itself then.
                if len(batch) == 1:
                    return [BadValue(f"the database refused it: {e}") if isinstance(e, REFUSED) else self._gone(e)]
                return [(await self.commit([unit]))[0] for unit in batch]

    async def _together(self, db: asyncpg.Connection[asyncpg.Record], batch: Sequence[Unit]) -> list[Outcome]:
        transaction = db.transaction()
        try:
            await transaction.start()
            outcomes = await self._store(db, batch)
            stored = (unit for unit, rows in zip(batch, outcomes, strict=True) if not isinstance(rows, StoreError))
            news = [f"{self._me} {c.what} {c.id} {c.number} {c.text}" for unit in stored for c in unit.changes]
            if news:  # delivered at the commit, or never
                await db.execute("select pg_notify($1, news) from unnest($2::text[]) as news", self._channel, news)
        except BaseException as e:
            if db.is_closed() or isinstance(e, LOST):
                raise _Lost(str(e)) from e
            await transaction.rollback()
            raise
        try:
            await transaction.commit()
        except (*LOST, asyncpg.InterfaceError) as e:
            db.terminate()
            raise Unavailable(
                f"The line to the database {self._name} was cut in the middle of a commit ({e}):"
                " read again to see what was stored"
            ) from e
        return outcomes

    async def _store(self, db: asyncpg.Connection[asyncpg.Record], batch: Sequence[Unit]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        at = 0
        while at < len(batch):
            run = _run_of(batch, at)
            if len(run) > 1:
                outcomes += await self._store_run(db, run)
            elif len(batch[at].statements) == 1:
                outcomes.append(await self._store_unit(db, batch[at]))
            else:
                try:
                    async with db.transaction():  # inside another: a savepoint
                        outcome = await self._store_unit(db, batch[at])
                        if isinstance(outcome, Undone):
                            raise outcome
                except Undone as undone:
                    outcome = undone
                outcomes.append(outcome)
            at += len(run)
        return outcomes

    @staticmethod
    async def _store_unit(db: asyncpg.Connection[asyncpg.Record], unit: Unit) -> Outcome:
        rows: list[Rows] = []
        for s in unit.statements:
            rows.append(await db.fetch(s.sql, *s.values))
            if s.must and not rows[-1]:
                return Undone()
        return rows

    @staticmethod
    async def _store_run(db: asyncpg.Connection[asyncpg.Record], run: Sequence[Unit]) -> list[Outcome]:
        """Many alike statements in one round trip; each row that comes back names the first two values of its own."""
        alike = [unit.statements[0] for unit in run]
        rows = {(row[0], row[1]): row for row in await db.fetchmany(alike[0].sql, [s.values for s in alike])}
        found = (rows.pop((s.values[0], s.values[1]), None) for s in alike)  # of two with one number the first won
        return [[[row]] if row is not None else Undone() for row in found]

    def listen(self, heard: Callable[[Change], None]) -> None:
        self._listener = asyncio.create_task(self._hear(heard), name="taku store: listener")

    async def _hear(self, heard: Callable[[Change], None]) -> None:
        def news(_db: Any, _pid: int, _channel: str, payload: object) -> None:
            me, what, id, number, text = str(payload).split(" ", 4)
            if me != self._me:
                heard(Change(what, id, int(number), here=False, text=text))  # type: ignore[arg-type]

        tries = 0
        while True:
            db = None
            try:
                db = await self._connect()
                await db.add_listener(self._channel, news)
                if tries:
                    log.warning("the database %s is listened to again", self._name)
                tries = 0
                heard(Change("all", here=False))  # whatever was missed while there was no line
                while not db.is_closed():
                    await self._ping(db)
            except (*LOST, asyncpg.PostgresError, asyncpg.InterfaceError) as e:
                if not tries:  # once for each time the line is cut, however long that lasts
                    log.warning("the line that listens to the database %s was cut (%s); trying again", self._name, e)
                tries += 1
            finally:
                if db is not None:
                    db.terminate()
            await asyncio.sleep(LISTEN_SECONDS[min(tries, len(LISTEN_SECONDS) - 1)])

    @staticmethod
    async def _ping(db: asyncpg.Connection[asyncpg.Record]) -> None:
        gone = asyncio.Event()

        def note(_db: object) -> None:
            gone.set()

        db.add_termination_listener(note)
        try:
            await asyncio.wait_for(gone.wait(), PING_SECONDS)
        except TimeoutError:
            await db.execute("select 1", timeout=5)
        finally:
            db.remove_termination_listener(note)

    async def size(self) -> int:
        rows = await self.fetch(
            "select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint from pg_class c"
            " join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relkind = 'r'",
            self.schema,
        )
        return int(rows[0][0])

    async def backup(self, path: Path) -> None:
        db = await self._connect()
        try:
            async with db.transaction(isolation="repeatable_read", readonly=True):
                await copy.to_file(db, path)
        except LOST as e:
            raise self._gone(e) from e
        finally:
            db.terminate()

    async def restore(self, path: Path) -> None:
        db = await self._connect()
        try:
            async with db.transaction():
                await copy.from_file(db, path)
                await db.execute("select pg_notify($1, $2)", self._channel, f"{self._me} all  0 ")
        except LOST as e:
            raise self._gone(e) from e
        finally:
            db.terminate()

    async def close(self) -> None:
        if self._listener:
            self._listener.cancel()
            with suppress(asyncio.CancelledError):
                await self._listener
        for ending in (self._pool.close(), self._write.close() if self._write else None):
            if ending is not None:
                with suppress(*LOST, asyncpg.InterfaceError):
                    await asyncio.wait_for(ending, 5)


def _run_of(batch: Sequence[Unit], at: int) -> Sequence[Unit]:
    """The units from `at` on that are one and the same bulk statement; the one at `at` in any case."""
    end = at + 1
    first = batch[at].statements
    if len(first) == 1 and first[0].bulk:
        while end < len(batch) and len(batch[end].statements) == 1 and batch[end].statements[0].sql == first[0].sql:
            end += 1
    return batch[at:end]
