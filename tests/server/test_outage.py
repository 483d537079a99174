"""The database goes and comes back: players are told, bots and workers go on by themselves, nothing is lost."""

import asyncio
import logging
import sqlite3
import subprocess

import pytest

from taku.server.health import Health
from taku.server.store import Change, DiskFault, DiskFull, Store, Unavailable, Unwritable, open_store
from taku.server.store import commit as committing
from taku.server.store.sqlite import Sqlite, plain
from tests.conftest import lacking
from tests.server.kit import duel, on_loop, serving
from tests.server.outage import own_server, play_through
from tests.server.store_kit import move, new_match, run


@pytest.fixture(scope="module")
def postgres():
    with own_server() as server:
        if server is None:
            lacking("postgres")
        yield server


@pytest.mark.postgres
@pytest.mark.parametrize("elsewhere", [False, True])
def test_bots_and_players_go_on_when_postgresql_is_back(postgres, tmp_path, monkeypatch, caplog, elsewhere):
    from taku.server.store import postgres as driver

    monkeypatch.setattr(driver, "PATIENCE_SECONDS", 1.0)
    with caplog.at_level(logging.INFO):
        _, worker = play_through(postgres, tmp_path, outage=6.0, patience=1.0, elsewhere=elsewhere)
    assert caplog.text.count("nothing can be stored") >= 1
    for log in (caplog.text, worker):
        assert log.count("nothing can be stored") == log.count("it can be stored again")
        assert log.count("the line that listens") <= 1
        assert len(log.splitlines()) < 30, log  # a line a change, not a line a try
        assert "Traceback" not in log


# ---- a full, failing or slow disk


@pytest.fixture
def small_disk(tmp_path):
    """A file system of a few megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)]
    try:
        done = subprocess.run(mount, capture_output=True, check=False)
    except FileNotFoundError:
        done = None
    if done is None or done.returncode:
        lacking("disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_is_told_to_host_and_players_and_play_goes_on_when_there_is_room(small_disk, caplog):
    with serving(small_disk, workers=0) as site:
        home = site.server._site
        _, (ann, one), (_, two) = duel(site)
        one.mine()
        one.act(3)
        with open(small_disk / "filler", "wb") as filler:
            try:
                for chunk in (1 << 16, 1 << 10, 1):
                    while True:
                        filler.write(bytes(chunk))
                        filler.flush()
            except OSError:
                pass

        async def write():
            while True:
                await home.store.probe()

        with pytest.raises(DiskFull, match="is full: make room"):
            on_loop(site, write())
        for page in (one, two):
            page.until("notice", where=lambda m: "cannot be stored at the moment" in m["text"])
        two.mine()
        two.send(t="act", seq=two.view["seq"], action=3)
        two.until("notice", where=lambda m: "could not be stored" in m["text"])
        home.health = Health(home)
        assert ann.get("/healthz").status == 503
        assert "is full: make room" in ann.page.text
        (small_disk / "filler").unlink()
        two.until("notice", where=lambda m: "stored again" in m["text"])
        two.act(3)
        one.mine()
        one.close()
        two.close()
    assert caplog.text.count("nothing can be stored") == 1
    assert caplog.text.count("it can be stored again") == 1


class Slow(Sqlite):
    """A disk that takes its time."""

    gate = None

    async def commit(self, batch):
        if self.gate is not None:
            await self.gate.wait()
        return await super().commit(batch)


def test_a_slow_disk_is_counted_and_told_once_and_what_waits_is_stored(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(committing, "SLOW_SECONDS", 0.01)
    monkeypatch.setattr(committing, "STALL_SECONDS", 0.05)

    async def go():
        disk = await Slow(tmp_path / "taku.db").open()
        heard = []
        async with Store(disk) as store:
            match = await new_match(store)
            store.listen(lambda change: heard.append(change.what))
            for number in (1, 2):
                disk.gate = asyncio.Event()
                waiting = asyncio.create_task(store.append([move(match, number)]))
                while store.trouble is None:
                    await asyncio.sleep(0.01)
                assert not waiting.done()
                disk.gate.set()
                await waiting
                await store.recovered()
            assert [e.number for e in await store.entries(match.id)] == [1, 2]
            assert store.stats.slow >= 2
        assert [what for what in heard if what in ("down", "up")] == ["down", "up"] * 2

    run(go())
    assert caplog.text.count("the disk or the database is slow: storing took") == 1


def test_what_cannot_be_stored_is_tried_again_without_anybody_writing(tmp_path, monkeypatch):
    async def go():
        async with await open_store(tmp_path) as store:
            match = await new_match(store)
            heard = []
            store.listen(heard.append)
            known = store._driver.commit

            async def broken(batch):
                raise DiskFull("The disk is full: make room")

            store._driver.commit = broken
            with pytest.raises(DiskFull):
                await store.append([move(match, 1)])
            assert isinstance(store.trouble, DiskFull)
            store._driver.commit = known
            await store.recovered()
            assert heard == [Change("down", text="The disk is full: make room"), Change("up")]
            await store.append([move(match, 1)])

    run(go())


def test_errors_of_sqlite_say_what_they_mean(tmp_path):
    with sqlite3.connect(tmp_path / "x.db") as db:
        db.execute("create table t (x)")
    alone = sqlite3.connect(f"file:{tmp_path}/x.db?mode=ro", uri=True)
    with pytest.raises(sqlite3.OperationalError) as told:
        alone.execute("insert into t values (1)")
    assert isinstance(plain(told.value, tmp_path), Unwritable)
    for code, kind in (
        (sqlite3.SQLITE_FULL, DiskFull),
        (sqlite3.SQLITE_IOERR_WRITE, DiskFault),
        (sqlite3.SQLITE_IOERR_FSYNC, DiskFault),
        (sqlite3.SQLITE_READONLY_DBMOVED, Unwritable),
        (sqlite3.SQLITE_BUSY, Unavailable),
    ):
        error = sqlite3.OperationalError("x")
        error.sqlite_errorcode = code
        found = plain(error, tmp_path)
        assert type(found) is kind
        assert isinstance(found, Unavailable)  # pages answer 503, moves wait
