"""Backup, restore, export, purge, counts; schema steps; what a host is told when something is wrong."""

from __future__ import annotations

import asyncio
import base64
import json
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from taku.server.store import (
    Closed,
    NewerSchema,
    NotEmpty,
    NotFound,
    NotTaku,
    Seat,
    Store,
    Unavailable,
    Unwritable,
    open_store,
    schema,
    sqlite,
)
from tests.server.store_kit import NOW, elsewhere, move, new_match, run, where

__all__ = ["elsewhere", "where"]
VERSIONS = Path(__file__).parent / "store_versions"


async def fill(store: Store) -> list[str]:
    """Something in every table."""
    ada = await store.create_player(name="Ada 卓", now=NOW, settings={"a": 1})
    await store.create_code(ada.id, now=NOW)
    ids = []
    for i in range(3):
        match = await new_match(store, now=NOW + i, secret=bytes(range(256)), options={"n": i})
        await store.take_seat(match.id, 0, Seat("player", ada.id, name="Ada"), now=NOW)
        await store.append([move(match, n) for n in range(1, 6)], derived={"log:0": ["x"]})
        await store.say(match.id, "table", ada.id, "こんにちは", now=NOW)
        await store.create_invite(match.id, 1, now=NOW)
        await store.queue_job(match.id, 1, 5, "strong", b"\x00\xff", now=NOW)
        ids.append(match.id)
    await store.keep_upload(b"a match", now=NOW)
    await store.update_match(ids[0], now=NOW, status="over", finished_at=NOW, result={"ranks": [1, 2]})
    return ids


async def everything(store: Store) -> dict[str, list[tuple[object, ...]]]:
    return {
        table: sorted((tuple(row) for row in await store._fetch(f"select {', '.join(columns)} from {table}")), key=repr)
        for table, columns in schema.TABLES.items()
    }


def test_a_backup_fits_into_every_kind_of_database(where: str, elsewhere: str, tmp_path: Path) -> None:
    async def go() -> None:
        file = tmp_path / "saved" / "backup.db"
        async with await open_store(where) as store:
            await fill(store)
            before = await everything(store)
            assert all(before.values()), "a table is not covered"
            await store.backup(file)
            await new_match(store)  # what comes after is not in it
            with pytest.raises(NotEmpty, match="choose another name"):
                await store.backup(file)
        async with await open_store(elsewhere) as other:
            await other.restore(file)
            assert await everything(other) == before
            extra = await new_match(other)
            with pytest.raises(NotEmpty, match="replace"):
                await other.restore(file)
            assert await other.match(extra.id) == extra
            await other.restore(file, replace=True)
            assert await everything(other) == before
        async with await open_store(file) as opened:  # the backup is a database itself
            assert await everything(opened) == before

    run(go())


def test_a_backup_during_play_is_whole(where: str, tmp_path: Path) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            match = await new_match(store)
            stop, last = False, 0

            async def play() -> None:
                nonlocal last
                while not stop:
                    await store.append([move(match, last + 1)])
                    last += 1

            playing = asyncio.create_task(play())
            while last < 3:
                await asyncio.sleep(0.01)
            await store.backup(tmp_path / "backup.db")
            stop = True
            await playing
        async with await open_store(tmp_path / "backup.db") as saved:
            numbers = [e.number for e in await saved.entries(match.id)]
            assert numbers == list(range(1, len(numbers) + 1))
            assert 3 <= len(numbers) <= last

    run(go())


def test_what_is_no_backup_is_refused_and_changes_nothing(where: str, tmp_path: Path) -> None:
    text, other, empty = tmp_path / "text.db", tmp_path / "other.db", tmp_path / "empty.db"
    text.write_text("no database at all, but long enough to look like one" * 20)
    empty.touch()
    with closing(sqlite3.connect(other)) as db:
        db.execute("create table t (x)")

    async def go() -> None:
        async with await open_store(where) as store:
            match = await new_match(store)
            for bad in (text, other, empty, tmp_path / "missing.db", tmp_path):
                with pytest.raises(NotTaku):
                    await store.restore(bad, replace=True)
            assert await store.match(match.id) == match

    run(go())


def test_export_writes_a_match_a_line_and_keeps_live_secrets(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            ids = await fill(store)
            lines = {m["id"]: m for m in [json.loads(line) async for line in store.export()]}
            assert set(lines) == set(ids)
            over = lines[ids[0]]
            assert base64.b64decode(over["secret"]) == bytes(range(256))
            assert lines[ids[1]]["secret"] is None
            assert lines[ids[1]]["entries"] is None
            (live,) = [json.loads(line) async for line in store.export([ids[1]], unfinished=True)]
            assert [e["number"] for e in live["entries"]] == [1, 2, 3, 4, 5]
            assert live["secret"] is None
            assert [e["number"] for e in over["entries"]] == [1, 2, 3, 4, 5]
            assert over["result"] == {"ranks": [1, 2]}
            (one,) = [json.loads(line) async for line in store.export([ids[1]], secrets=True)]
            assert base64.b64decode(one["secret"]) == bytes(range(256))
            with pytest.raises(NotFound):
                _ = [line async for line in store.export(["nothing"])]

    run(go())


def test_what_is_old_is_purged_and_what_is_in_use_stays(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            old, away, banned, seated = [await store.create_player(name=n, now=NOW) for n in ("o", "a", "b", "s")]
            await store.seen(away.id, NOW + 200_000)
            await store.ban(banned.id, "spam")
            forgotten = await new_match(store)
            changed = await new_match(store)
            await store.update_match(changed.id, now=NOW + 500, seats=[Seat("player", seated.id)])
            played = await new_match(store)
            await store.append([move(played, 1, at=NOW), move(played, 2, at=NOW + 500)])
            await store.create_code(away.id, now=NOW)
            await store.keep_upload(b"early", now=NOW)
            late = await store.keep_upload(b"late", now=NOW + 500)
            heard: list[str] = []
            store.listen(lambda change: heard.append(change.id) if change.what == "gone" else None)
            purged = await store.purge(NOW + 100, now=NOW + 3_600_000)
            assert (purged.matches, purged.players, purged.codes, purged.uploads) == (1, 1, 1, 1)
            assert await store.upload(late) == b"late"
            assert heard == [forgotten.id]
            assert {m.id for m in (await store.matches()).matches} == {changed.id, played.id}
            assert await store.player(old.id) is None
            assert len(await store.players([away.id, banned.id, seated.id])) == 3
            assert (await store.purge(NOW + 100, now=NOW)).matches == 0

    run(go())


def test_counts_for_the_metrics_page(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            await fill(store)
            counts = await store.counts()
            assert counts.pop("bytes") > 0
            assert counts == {
                "matches_waiting": 2,
                "matches_playing": 0,
                "matches_paused": 0,
                "matches_over": 1,
                "matches_closed": 0,
                "players": 1,
                "players_banned": 0,
                "jobs_waiting": 3,
            }
            assert store.stats.entries == 15
            assert store.stats.commits > 0
            assert store.stats.waiting == store.stats.waiting_bytes == 0

    run(go())


def test_a_closed_store_says_so(where: str) -> None:
    async def go() -> None:
        store = await open_store(where)
        match = await new_match(store)
        await store.close()
        await store.close()
        with pytest.raises(Closed):
            await store.append([move(match, 1)])
        with pytest.raises(Closed):
            await store.match(match.id)

    run(go())


# --- schema steps


@pytest.mark.parametrize("version", range(1, schema.VERSION + 1))
def test_a_database_of_every_earlier_version_is_stepped_forward(version: int, tmp_path: Path) -> None:
    """store_versions/N.sql is what version N wrote: added with each step, never changed."""
    with closing(sqlite3.connect(tmp_path / "taku.db")) as db:
        db.executescript((VERSIONS / f"{version}.sql").read_text("utf-8"))

    async def go() -> None:
        async with await open_store(tmp_path) as store:
            tables = await everything(store)
            assert [table for table, rows in tables.items() if not rows] == (["upload"] if version < 2 else [])
            match = await store.match("match0000001")
            assert match is not None
            assert [e.number for e in await store.entries(match.id)] == [1, 2]
            await store.append([move(match, 3)])

    run(go())


def test_a_new_step_is_taken_once_and_a_newer_database_is_refused(
    where: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from taku.server.store import copy, postgres, sqlite

    old = schema.STEPS
    steps = (*old, "alter table match add column mood text; create table extra (id text primary key)")

    def use(known: tuple[str, ...]) -> None:
        for module in (sqlite, postgres, copy):
            for name, value in (("STEPS", known), ("VERSION", len(known))):
                if hasattr(module, name):
                    monkeypatch.setattr(module, name, value)

    async def go() -> None:
        async with await open_store(where) as store:
            match = await new_match(store)
            await store.backup(tmp_path / "old.db")
        use(steps)
        for _ in range(2):
            both = await asyncio.gather(open_store(where), open_store(where))  # two servers start at once
            assert await both[0].match(match.id) == match
            assert await both[1]._fetch("select mood from match") != []
            for store in both:
                await store.close()
        async with await open_store(where) as store:
            await store.restore(tmp_path / "old.db", replace=True)  # a backup of an earlier version
            assert await store.match(match.id) == match
            await store.backup(tmp_path / "new.db")
        use(old)
        with pytest.raises(NewerSchema, match="update Taku"):
            await open_store(where)
        async with await open_store(tmp_path / "fresh") as store:
            with pytest.raises(NewerSchema, match="update Taku"):
                await store.restore(tmp_path / "new.db")

    run(go())


# --- what a host is told


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unwritable, match="name another folder"):
        run(open_store(tmp_path / "file" / "data"))
    with pytest.raises(Unwritable, match="name another folder"):
        run(open_store("/proc/taku"))


def test_a_file_of_another_kind_is_left_as_it_is(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("just some text " * 100)
    with pytest.raises(NotTaku, match="not a Taku database"):
        run(open_store(text))
    assert text.read_text().startswith("just some text")
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as db:
        db.execute("create table t (x)")
    before = other.read_bytes()
    with pytest.raises(NotTaku, match="another program"):
        run(open_store(other))
    assert other.read_bytes() == before


def test_a_file_is_for_its_owner_only(tmp_path: Path) -> None:
    async def go() -> None:
        async with await open_store(tmp_path / "data") as store:
            await store.backup(tmp_path / "backup.db")

    run(go())
    assert (tmp_path / "data" / "taku.db").stat().st_mode & 0o077 == 0
    assert (tmp_path / "backup.db").stat().st_mode & 0o077 == 0


def test_a_database_that_cannot_be_reached() -> None:
    with pytest.raises(Unavailable, match="check that PostgreSQL runs") as error:
        run(open_store("postgresql://ada:hidden@127.0.0.1:1/taku"))
    assert "hidden" not in str(error.value)


@pytest.mark.parametrize("many", [1, 1_000_000])
def test_sqlites_log_is_carried_over_beside_the_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    """While moves are stored, after many of them; else as soon as none was for a moment."""
    monkeypatch.setattr(sqlite, "TIDY_SECONDS", 0.02)
    monkeypatch.setattr(sqlite, "MANY", many)
    threads: list[str] = []
    real = sqlite.carry_over

    def carry(db: sqlite3.Connection) -> None:
        threads.append(threading.current_thread().name.rsplit("_", 1)[0])
        real(db)

    monkeypatch.setattr(sqlite, "carry_over", carry)

    async def go() -> None:
        async with await open_store(str(tmp_path)) as store:
            await new_match(store)
            while len(threads) < (2 if many == 1 else 1):
                await asyncio.sleep(0.01)

    run(go())
    assert threads[0] == "taku-store-tidy"
    assert ("taku-store-write" in threads) == (many == 1)


def test_sqlite_never_carries_the_log_over_inside_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "TIDY_SECONDS", 1000)

    async def go() -> None:
        async with await open_store(str(tmp_path)) as store:
            match = await new_match(store)
            for number in range(1, 1500):
                await store.append([move(match, number)])
            pages = (tmp_path / "taku.db-wal").stat().st_size // 4096
            assert pages > 1_500  # by itself SQLite begins the log anew at 1,000

    run(go())
