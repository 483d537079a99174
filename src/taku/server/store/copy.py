"""Backups are Taku's own SQLite files, whatever database they come from, so that each fits into the other."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from taku.server.store.errors import NotTaku
from taku.server.store.schema import APPLICATION_ID, TABLES, VERSION
from taku.server.store.sqlite import begin_file, connect, finish_file, plain, step_forward, version_of

if TYPE_CHECKING:
    import asyncpg

CHUNK = 2000  # rows in memory at once


def backup_version(path: Path) -> int:
    """Which version wrote a backup; `NotTaku` if it is none."""
    if not path.is_file():
        raise NotTaku(f"{path} is not there: name a file that `taku backup` wrote")
    with closing(connect(path)) as db:
        try:
            version = version_of(db, path)
            (application,) = db.execute("pragma application_id").fetchone()
        except sqlite3.Error as e:
            raise plain(e, path) from e
    if application != APPLICATION_ID:
        raise NotTaku(f"{path} is empty: name a file that `taku backup` wrote")
    return version


@contextmanager
def up_to_date(path: Path) -> Iterator[Path]:
    """A backup as a file of this version: itself, or a copy that was stepped forward."""
    if backup_version(path) == VERSION:
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        newer = Path(shutil.copy(path, folder))
        with closing(connect(newer)) as db:
            step_forward(db, newer)
        yield newer


async def to_file(source: asyncpg.Connection[asyncpg.Record], path: Path) -> None:
    """Write all tables of a PostgreSQL transaction into a new file."""
    part = begin_file(path)
    try:
        with closing(connect(part)) as db:
            await asyncio.to_thread(step_forward, db, part)
            db.execute("pragma foreign_keys=off")  # the source's rows refer rightly to each other
            db.execute("begin")
            for table, columns in TABLES.items():
                insert = f"insert into {table} ({', '.join(columns)}) values ({', '.join('?' * len(columns))})"
                cursor = await source.cursor(f"select {', '.join(columns)} from {table}")
                while rows := await cursor.fetch(CHUNK):
                    await asyncio.to_thread(db.executemany, insert, [tuple(row) for row in rows])
            await asyncio.to_thread(db.execute, "commit")
    except sqlite3.Error as e:
        part.unlink(missing_ok=True)
        raise plain(e, part) from e
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    finish_file(part, path)


async def from_file(target: asyncpg.Connection[asyncpg.Record], path: Path) -> None:
    """Replace all tables of a PostgreSQL transaction by those of a file."""
    for table in reversed(TABLES):
        await target.execute(f"delete from {table}")
    with closing(connect(path)) as db:
        for table, columns in TABLES.items():
            cursor = db.execute(f"select {', '.join(columns)} from {table}")
            while rows := await asyncio.to_thread(cursor.fetchmany, CHUNK):
                await target.copy_records_to_table(table, records=rows, columns=columns)
