"""Durability under force: SIGKILL, a disk that stalls, a line that is cut; and who hears of what."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from taku.server.store import (
    Change,
    Closed,
    Conflict,
    Entry,
    Match,
    NotFound,
    Seat,
    Store,
    Unavailable,
    commit,
    open_store,
)
from taku.server.store.driver import Outcome, Unit
from taku.server.store.sqlite import Sqlite
from tests.server.store_kit import move, new_match, run, sql, where

__all__ = ["where"]

# Twenty tables write as fast as they can and say what was acknowledged, until they are killed.
LOAD = """
import asyncio, os, sys
from taku.server.store import Entry, Seat, open_store
async def table(store, i):
    match = await store.create_match(
        game="g", game_version="1", seats=[Seat()], secret=b"", commitment="", now=0, id=f"{sys.argv[2]}x{i}")
    for number in range(1, 1_000_000):
        await store.append([Entry(match.id, number, "move", 0, {"action": number}, 0)])
        os.write(1, f"{match.id} {number}\\n".encode())
async def main():
    store = await open_store(sys.argv[1])
    await asyncio.gather(*(table(store, i) for i in range(20)))
asyncio.run(main())
"""


def test_no_acknowledged_entry_is_missing_after_a_kill(where: str) -> None:
    acknowledged: dict[str, int] = {}
    for round in range(4):
        process = subprocess.Popen([sys.executable, "-c", LOAD, where, f"r{round}"], stdout=subprocess.PIPE)
        assert process.stdout is not None
        text, begun = b"", set[bytes]()
        while len(begun) < 20:
            text += (line := process.stdout.readline())
            begun.add(line.split()[0])
        time.sleep(0.1 * round)
        process.kill()
        text += process.stdout.read()
        process.stdout.close()
        process.wait()
        for line in text.decode().splitlines():
            match, number = line.split()
            assert int(number) == acknowledged.get(match, 0) + 1
            acknowledged[match] = int(number)
    assert len(acknowledged) == 80

    async def check() -> None:
        async with await open_store(where) as store:
            for match, last in acknowledged.items():
                entries = await store.entries(match)
                assert [e.number for e in entries] == list(range(1, len(entries) + 1))
                assert [e.body["action"] for e in entries] == [e.number for e in entries]
                # One more may be durable than its server lived to say.
                assert last <= len(entries) <= last + 1

    run(check())


def test_many_tables_share_a_commit(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            matches = [await new_match(store) for _ in range(50)]
            before = store.stats.commits

            async def play(match: object) -> None:
                for number in range(1, 11):
                    await store.append([move(match, number)])  # type: ignore[arg-type]

            await asyncio.gather(*(play(m) for m in matches))
            assert store.stats.commits - before < 150  # 500 moves
            assert store.stats.entries == 500

    run(go())


def test_moves_that_come_soon_after_each_other_share_a_commit(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commit, "PACE", 1)
    monkeypatch.setattr(commit, "BUSY_SECONDS", 1)
    monkeypatch.setattr(commit, "GATHER_SECONDS", 1)

    async def go() -> None:
        async with await open_store(where) as store:
            matches = [await new_match(store) for _ in range(4)]

            async def play(match: Match) -> None:
                await store.turn()
                await store.append([move(match, 1)])

            await play(matches[0])  # nobody else moves: at once
            before = store.stats.commits
            moves = []
            for match in matches[1:]:
                moves.append(asyncio.create_task(play(match)))
                await asyncio.sleep(0.01)
            assert store.stats.commits == before
            moves[1].cancel()  # who gives up takes nobody along
            await asyncio.gather(*moves, return_exceptions=True)
            assert store.stats.commits == before + 1
            assert [len(await store.entries(m.id)) for m in matches] == [1, 1, 0, 1]

    run(go())


def test_one_bad_unit_does_not_spoil_the_batch(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            matches = [await new_match(store) for _ in range(5)]
            results = await asyncio.gather(
                *(store.append([move(m, 1)]) for m in matches),
                store.append([move("nothing", 1)]),
                store.append([move(matches[0], 1), move(matches[0], 2)]),
                store.update_match(matches[1].id, now=0, status="dancing"),  # type: ignore[arg-type]
                store.create_invite("nothing", now=0),
                *(store.append([move(m, 2)]) for m in matches),
                return_exceptions=True,
            )
            assert [type(r).__name__ for r in results] == [
                *["NoneType"] * 5,
                *["NotFound", "Conflict", "BadValue", "NotFound"],
                *["NoneType"] * 5,
            ]

    run(go())


def test_closing_stores_everything_that_waits(where: str) -> None:
    async def go() -> None:
        store = await open_store(where)
        matches = [await new_match(store) for _ in range(100)]
        writes = [asyncio.create_task(store.append([move(m, 1)])) for m in matches]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*writes) == [None] * 100
        async with await open_store(where) as again:
            assert [len(await again.entries(m.id)) for m in matches] == [1] * 100

    run(go())


def test_whoever_gives_up_waiting_harms_nobody(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            matches = [await new_match(store) for _ in range(20)]
            writes = [asyncio.create_task(store.append([move(m, 1)])) for m in matches]
            await asyncio.sleep(0)
            for write in writes[::2]:
                write.cancel()
            results = await asyncio.gather(*writes, return_exceptions=True)
            assert results[1::2] == [None] * 10
            assert [len(await store.entries(m.id)) for m in matches[1::2]] == [1] * 10
            assert store.stats.waiting_bytes == 0

    run(go())


class Stalling(Sqlite):
    """A disk that stalls until it is released."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.moving = asyncio.Event()
        self.moving.set()
        self.broken = False

    async def commit(self, batch: Sequence[Unit]) -> list[Outcome]:
        await self.moving.wait()
        if self.broken:
            raise Unavailable("the disk is full")
        return await super().commit(batch)


def test_while_the_disk_stalls_memory_does_not_grow(tmp_path: Path) -> None:
    async def go() -> None:
        disk = Stalling(tmp_path / "taku.db")
        await disk.open()
        async with Store(disk, max_waiting=20_000) as store:
            matches = [await new_match(store) for _ in range(200)]
            disk.moving.clear()
            writes = [asyncio.create_task(store.append([move(m, 1)])) for m in matches]
            await asyncio.sleep(0.05)
            assert store.stats.waiting_bytes < 22_000
            assert store.stats.waiting < 50
            disk.moving.set()
            await asyncio.gather(*writes)
            assert store.stats.waiting == 0
            disk.moving.clear()
            writes = [asyncio.create_task(store.append([move(m, 2)])) for m in matches]
            await asyncio.sleep(0.05)
            closing = asyncio.create_task(store.close())
            await asyncio.sleep(0.05)
            disk.moving.set()
            await closing
            ends = {type(r) for r in await asyncio.gather(*writes, return_exceptions=True)}
            assert ends == {type(None), Closed}  # stored, or told that it was not

    run(go())


def test_what_could_not_be_stored_is_not_acknowledged_and_the_store_goes_on(tmp_path: Path) -> None:
    async def go() -> None:
        disk = Stalling(tmp_path / "taku.db")
        await disk.open()
        async with Store(disk) as store:
            match = await new_match(store)
            disk.broken = True
            with pytest.raises(Unavailable, match="full"):
                await store.append([move(match, 1)])
            disk.broken = False
            await store.append([move(match, 1)])

    run(go())


def test_a_full_disk_is_told_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    async def go() -> None:
        disk = await Sqlite(tmp_path / "taku.db").open()
        async with Store(disk) as store:
            match = await new_match(store)

            async def pages(most: int) -> None:
                limit = f"pragma max_page_count={most}"
                await disk._writer.do(partial(disk._write.execute, limit))

            await pages(1)  # as many as there are

            async def fill() -> None:
                for number in range(1, 1000):
                    await store.append([Entry(match.id, number, "move", 0, "x" * 1000, 0)])

            with pytest.raises(Unavailable, match="is full: make room"):
                await fill()
            with pytest.raises(Unavailable, match="is full: make room"):
                await store.probe()
            stored = len(await store.entries(match.id))
            await pages(1_000_000)
            await store.append([move(match, stored + 1)])
            await store.probe()

    run(go())


def test_listeners_hear_of_own_changes_after_they_are_durable(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            heard: list[Change] = []

            def fail(change: Change) -> None:
                raise RuntimeError("a bad listener")

            store.listen(fail)
            stop = store.listen(heard.append)
            match = await new_match(store)
            await store.append([move(match, 1), move(match, 2)], changes={"status": "playing"})
            await store.say(match.id, "table", "p", "hi", now=0)
            with pytest.raises(Conflict):
                await store.append([move(match, 1)])
            with pytest.raises(NotFound):
                await store.update_match("nothing", now=0)
            assert not await store.delete_match("nothing")
            stop()
            stop()
            await store.delete_match(match.id)
            own = [c for c in heard if c.here]
            assert own == [
                Change("match", match.id),
                Change("entry", match.id, 2),
                Change("match", match.id),
                Change("chat", match.id),
            ]

    run(go())


async def until(check: object, seconds: float = 180) -> None:
    end = time.monotonic() + seconds
    while not check():  # type: ignore[operator]
        assert time.monotonic() < end, "it never happened"
        await asyncio.sleep(0.01)


def test_a_server_hears_what_another_process_writes(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as one, await open_store(where) as two:
            await new_match(two)
            await asyncio.sleep(0.7)  # the listening lines stand
            heard: list[Change] = []
            match = await new_match(one)
            await asyncio.sleep(0.7)
            two.listen(heard.append)
            await one.append([move(match, 1)])
            wanted = (Change("entry", match.id, 1, here=False), Change("all", here=False))
            await until(lambda: any(c in wanted for c in heard))
            assert not any(c.here for c in heard)

    run(go())


@pytest.mark.postgres
@pytest.mark.parametrize("where", ["postgresql"], indirect=True)
def test_when_all_lines_to_postgresql_are_cut_nothing_is_lost_and_every_table_wakes(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as one, await open_store(where) as two:
            heard: list[Change] = []
            two.listen(heard.append)
            matches = [await new_match(one, seats=1) for _ in range(10)]
            acknowledged = dict.fromkeys((m.id for m in matches), 0)
            stop = False

            async def play(id: str) -> None:
                number = 1
                while not stop:
                    try:
                        await one.append([move(id, number)])
                    except Unavailable:  # cut in the middle of a commit: see what is there
                        number = len(await one.entries(id))
                    except Conflict as conflict:
                        own = conflict.entry == move(id, number)
                        assert own, "somebody else wrote it"
                    acknowledged[id] = number
                    number += 1

            playing = [asyncio.create_task(play(m.id)) for m in matches]
            for _ in range(3):
                await asyncio.sleep(0.4)
                heard.clear()
                await sql(
                    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1",
                    "taku_" + where.split("schema=")[1],
                )
                await until(lambda: Change("all", here=False) in heard)
                await until(lambda: any(c.what == "entry" for c in heard))
            stop = True
            await asyncio.gather(*playing)
            for id, last in acknowledged.items():
                assert [e.number for e in await two.entries(id)] == list(range(1, last + 1))
            assert await two.take_seat(matches[0].id, 0, Seat("player", "p"), now=0)

    run(go())


@pytest.mark.postgres
@pytest.mark.parametrize("where", ["postgresql"], indirect=True)
def test_a_wrong_password_or_database_is_told(where: str) -> None:
    with pytest.raises(Unavailable, match="cannot be used"):
        run(open_store(where.split("?")[0] + "_not_there"))
