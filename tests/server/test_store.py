"""Matches and their logs, in both databases."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from taku.server.store import (
    AlreadyThere,
    BadValue,
    Conflict,
    Entry,
    Gap,
    MatchClosed,
    NotFound,
    Seat,
    SeatTaken,
    Stale,
    Store,
    open_store,
)
from tests.server.store_kit import NOW, move, new_match, run, where

__all__ = ["where"]


def test_a_match_is_read_as_it_was_written(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            match = await new_match(
                store,
                seats=0,
                options={"rows": 6, "名前": "卓"},
                title="Friday 🎲",
                visibility="public",
                clock={"kind": "bank"},
                settings={"bots": True},
                nonces=["a", None],
                host="p1",
            )
            match = await store.update_match(
                match.id, now=NOW + 1, seats=[Seat("player", "p1", name="Ada"), Seat("bot", level="strong"), Seat()]
            )
        async with await open_store(where) as store:
            again = await store.match(match.id)
            assert again == match
            assert again is not None
            assert again.options == {"rows": 6, "名前": "卓"}
            assert again.title == "Friday 🎲"
            assert again.nonces == ["a", None]
            assert again.seats == (Seat("player", "p1", name="Ada"), Seat("bot", level="strong"), Seat())
            assert again.players == ("p1",)
            assert (again.version, again.length, again.status, again.result) == (2, 0, "waiting", None)
            assert await store.secret(match.id) == b"\x00\xffsecret"
            assert "secret" not in repr(again)
            assert await store.match("nothing") is None
            with pytest.raises(NotFound, match="no match nothing"):
                await store.secret("nothing")

    run(go())


def test_entries_are_numbered_without_a_gap_and_never_twice(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            match = await new_match(store)
            await store.append([move(match, 1)])
            await store.append([move(match, 2), Entry(match.id, 3, "timeout", None, {}, NOW + 5)])
            with pytest.raises(Conflict) as conflict:
                await store.append([move(match, 3, action=6)])
            assert conflict.value.entry == Entry(match.id, 3, "timeout", None, {}, NOW + 5)
            with pytest.raises(Gap) as gap:
                await store.append([move(match, 6)])
            assert gap.value.expected == 4
            with pytest.raises(Conflict):  # none of them is stored
                await store.append([move(match, 3), move(match, 4)])
            assert [e.number for e in await store.entries(match.id)] == [1, 2, 3]
            assert await store.entries(match.id, 2, limit=1) == [move(match, 2)]
            assert await store.entries(match.id, 4) == []
            again = await store.match(match.id)
            assert again is not None
            assert again.length == 3
            with pytest.raises(NotFound):
                await store.append([move("nothing", 1)])
            with pytest.raises(BadValue):
                await store.append([move(match, 4), move(match, 6)])
            with pytest.raises(BadValue):
                await store.append([])
            with pytest.raises(BadValue, match="too long"):
                await store.append([Entry(match.id, 4, "move", 0, "x" * 70_000, NOW)])

    run(go())


def test_of_many_who_write_one_number_exactly_one_wins(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as one, await open_store(where) as two:
            match = await new_match(one)
            for number in range(1, 11):
                tries = [store.append([move(match, number, action=i)]) for i, store in enumerate((one, two) * 4)]
                results = await asyncio.gather(*tries, return_exceptions=True)
                assert results.count(None) == 1
                winner = (await two.entries(match.id, number))[0]
                assert winner.body == {"action": results.index(None)}
                assert all(isinstance(r, Conflict) and r.entry == winner for r in results if r is not None)

    run(go())


def test_two_servers_that_write_many_tables_in_different_orders_do_not_hang(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as one, await open_store(where) as two:
            matches = [await new_match(one) for _ in range(20)]
            for number in range(1, 6):
                tries = [one.append([move(m, number)]) for m in matches]
                tries += [two.append([move(m, number)]) for m in reversed(matches)]
                results = await asyncio.gather(*tries, return_exceptions=True)
                assert results.count(None) == len(matches)
                assert sum(isinstance(r, Conflict) for r in results) == len(matches)

    run(go())


def test_the_end_of_a_match_is_stored_with_its_last_entry(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            match = await new_match(store)
            await store.append(
                [move(match, 1)],
                changes={"status": "over", "result": {"ranks": [1, 2]}, "finished_at": NOW + 9},
                derived={"log:0": ["a", "b"], "log:1": []},
            )
            over = await store.match(match.id)
            assert over is not None
            assert (over.status, over.result, over.finished_at, over.length) == ("over", {"ranks": [1, 2]}, NOW + 9, 1)
            assert await store.derived(match.id, "log:0") == ["a", "b"]
            assert await store.derived(match.id, "log:9") is None
            await store.put_derived(match.id, "log:0", {"new": True})
            assert await store.derived(match.id, "log:0") == {"new": True}
            with pytest.raises(NotFound):
                await store.put_derived("nothing", "log:0", 1)
            with pytest.raises(Conflict):  # and is undone with it
                await store.append([move(match, 1)], changes={"status": "playing"}, derived={"log:0": 0})
            assert await store.match(match.id) == over
            assert await store.derived(match.id, "log:0") == {"new": True}

    run(go())


def test_nothing_is_written_into_a_closed_match(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            match = await new_match(store)
            await store.update_match(match.id, now=NOW, status="closed")
            with pytest.raises(MatchClosed):
                await store.append([move(match, 1)])

    run(go())


def test_a_change_to_an_older_version_is_refused(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            match = await new_match(store)
            await store.update_match(match.id, now=NOW + 1, version=1, title="first")
            with pytest.raises(Stale) as stale:
                await store.update_match(match.id, now=NOW + 2, version=1, title="second")
            assert stale.value.match.title == "first"
            assert (await store.update_match(match.id, now=NOW + 3, status="playing")).version == 3
            with pytest.raises(NotFound):
                await store.update_match("nothing", now=NOW, title="")
            with pytest.raises(BadValue):
                await store.update_match(match.id, now=NOW, status="dancing")  # type: ignore[arg-type]
            with pytest.raises(BadValue, match="commitment"):
                await store.update_match(match.id, now=NOW, commitment="x")  # type: ignore[call-arg]

    run(go())


def test_of_two_guests_who_take_one_seat_exactly_one_gets_it(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as one, await open_store(where) as two:
            match = await new_match(one, seats=3)

            async def sit(store: Store, player: str, seat: int) -> str | None:
                try:
                    await store.take_seat(match.id, seat, Seat("player", player), now=NOW)
                except SeatTaken:
                    return None
                return player

            tries = [sit((one, two)[i % 2], f"p{i}", i % 3) for i in range(12)]
            seated = [player for player in await asyncio.gather(*tries) if player]
            final = await one.match(match.id)
            assert final is not None
            assert len(seated) == 3
            assert sorted(final.players) == sorted(seated)
            with pytest.raises(SeatTaken):
                await one.take_seat(match.id, 0, Seat("player", "late"), now=NOW)
            with pytest.raises(BadValue):
                await one.take_seat(match.id, 3, Seat("player", "late"), now=NOW)
            with pytest.raises(NotFound):
                await one.take_seat("nothing", 0, Seat("player", "late"), now=NOW)

    run(go())


def test_a_seat_kept_for_an_invitation_is_not_open(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            match = await new_match(store, seats=0)
            match = await store.update_match(match.id, now=NOW, seats=[Seat("invited")])
            with pytest.raises(SeatTaken):
                await store.take_seat(match.id, 0, Seat("player", "p"), now=NOW)
            match = await store.take_seat(match.id, 0, Seat("player", "p"), now=NOW, invited=True)
            assert match.players == ("p",)

    run(go())


def test_a_match_has_one_rematch(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as one, await open_store(where) as two:
            match = await new_match(one)
            tries = [new_match(store, rematch_of=match.id) for store in (one, two, one)]
            results = await asyncio.gather(*tries, return_exceptions=True)
            rematch = await two.rematch(match.id)
            assert [r for r in results if not isinstance(r, BaseException)] == [rematch]
            assert all(isinstance(r, AlreadyThere) and r.match == rematch for r in results if r != rematch)
            with pytest.raises(AlreadyThere):
                await new_match(one, id=match.id)

    run(go())


def test_the_lists_of_the_lobby(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            ids: dict[str, str] = {}
            full = [Seat("player", "ada"), Seat("player", "ada")]
            tables: dict[str, dict[str, Any]] = {
                "open": {"visibility": "public"},
                "open_other": {"visibility": "public", "game": "goofspiel"},
                "full": {"visibility": "public", "seats": full},
                "by_link": {},
                "playing": {"visibility": "public", "status": "playing", "seats": full},
                "paused": {"visibility": "public", "status": "paused"},
                "playing_by_link": {"status": "playing"},
                "over_late": {"visibility": "public", "status": "playing"},
                "over_early": {"visibility": "public", "status": "playing"},
            }
            for i, (name, facts) in enumerate(tables.items()):
                seats = facts.pop("seats", [Seat()])
                match = await new_match(store, **facts, now=NOW + i)
                ids[match.id] = name
                await store.update_match(match.id, now=NOW + i, seats=seats)
                if name.startswith("over"):
                    late = 5 if name == "over_late" else 0
                    await store.update_match(match.id, now=NOW, status="over", finished_at=NOW + late)

            def names(page: object) -> list[str]:
                return [ids[m.id] for m in page.matches]  # type: ignore[attr-defined]

            assert names(await store.open_tables()) == ["open_other", "open"]
            assert names(await store.open_tables(game="goofspiel")) == ["open_other"]
            assert names(await store.watchable()) == ["paused", "playing"]
            assert names(await store.finished()) == ["over_late", "over_early"]
            assert names(await store.tables_of("ada")) == ["playing", "full"]
            assert names(await store.tables_of("ada", statuses=("playing",))) == ["playing"]
            assert names(await store.tables_of("nobody")) == []
            assert names(await store.matches(statuses=("playing",))) == ["playing_by_link", "playing"]
            assert len(names(await store.matches())) == 9

    run(go())


def test_matches_with_one_kind_of_clock(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            made = {}
            for kind in ("none", "days", "bank", "days"):
                match = await new_match(store, clock={"kind": kind, "seconds": 5}, title='"kind":"days"')
                made[match.id] = kind
            assert [made[m.id] for m in (await store.matches(clock="days")).matches] == ["days", "days"]
            assert len((await store.matches()).matches) == 4
            assert not (await store.matches(clock="days", statuses=("playing",))).matches

    run(go())


def test_a_long_list_comes_in_pages(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            made = [(await new_match(store, now=NOW + i // 3)).id for i in range(10)]
            seen: list[str] = []
            after = None
            while True:
                page = await store.matches(after=after, limit=4)
                seen += [m.id for m in page.matches]
                after = page.next
                if after is None:
                    break
            assert sorted(seen) == sorted(made)
            assert len(seen) == 10
            for bad in ("", "x", "1.", "9" * 30 + ".a", "1.\0", "-1.a", "١.a"):
                with pytest.raises(BadValue):
                    await store.matches(after=bad)

    run(go())


def test_a_deleted_match_takes_everything_of_it_along(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            match = await new_match(store, seats=0)
            await store.update_match(match.id, now=NOW, seats=[Seat("player", "p")])
            await store.append([move(match, 1)], derived={"k": 1})
            await store.say(match.id, "table", "p", "hello", now=NOW)
            invite = await store.create_invite(match.id, now=NOW)
            await store.queue_job(match.id, 0, 1, "strong", b"", now=NOW)
            assert await store.delete_match(match.id)
            assert not await store.delete_match(match.id)
            assert await store.match(match.id) is None
            assert await store.entries(match.id) == []
            assert await store.invite(invite.token) is None
            assert await store.talk(match.id, ["table"]) == []
            assert await store.derived(match.id, "k") is None
            assert await store.take_job("w", now=NOW) is None
            assert (await store.tables_of("p")).matches == ()

    run(go())


def test_the_newest_uploads_are_kept_as_far_as_there_is_room(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            ids = [await store.keep_upload(b"%d" % n, now=NOW + n, kept=3) for n in range(5)]
            assert [await store.upload(id) for id in ids] == [None, None, b"2", b"3", b"4"]
            large = await store.keep_upload(random.Random(1).randbytes(900), now=NOW + 5, kept_bytes=1000)
            small = [await store.keep_upload(b"s", now=NOW + n, kept_bytes=1000) for n in range(6, 15)]
            assert await store.upload(large) is not None  # squeezed, 911 bytes and nine times nine
            assert await store.upload(ids[-1]) is None
            await store.keep_upload(random.Random(2).randbytes(500), now=NOW + 16, kept_bytes=1000)
            assert await store.upload(large) is None
            assert await store.upload(small[-1]) == b"s"
            assert await store.upload("nothing") is None

    run(go())


def test_hostile_values_are_refused_with_a_clear_word(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            for bad in ("\0", "a\0b", "\ud800"):
                with pytest.raises(BadValue):
                    await store.match(bad)
                with pytest.raises(BadValue):
                    await new_match(store, game=bad)
            match = await new_match(store, title="a\0b\ud800c\n\u202e d", options={"x": "\0\ud800"})
            assert match.title == "abc d"
            assert match.options == {"x": "\0\ud800"}
            for number in (2**63, -(2**70)):
                with pytest.raises(BadValue):
                    await store.entries(match.id, number)
                with pytest.raises(BadValue):
                    await store.append([move(match, number)])
            with pytest.raises(BadValue):
                await new_match(store, options={"x": float("nan")})
            with pytest.raises(BadValue):
                await new_match(store, title="x" * 500)
            with pytest.raises(BadValue):
                await new_match(store, seats=1000)
            await store.append([move(match, 1)])  # and the store goes on

    run(go())
