"""Guests, codes, invitations, talk and bot jobs, in both databases."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from taku.server.fair_queue import Kind
from taku.server.store import BadValue, NotFound, Seat, TalkLimits, TooMuch, open_store
from taku.server.store.jobs import MAX_WAITING
from tests.server.store_kit import NOW, new_match, run, where

__all__ = ["where"]


def test_a_guest_is_kept_changed_and_forgotten(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            ada = await store.create_player(name=" Ada\0 <b> ", colour="#123456", language="ja", now=NOW)
            bo = await store.create_player(name="Bo", now=NOW + 1)
            assert (ada.name, ada.colour, ada.language, ada.banned) == ("Ada <b>", "#123456", "ja", None)
            assert await store.player(ada.id) == ada
            assert await store.player("nobody") is None
            assert await store.players([ada.id, bo.id, "nobody", ada.id]) == {ada.id: ada, bo.id: bo}
            assert await store.players([]) == {}
            changed = await store.update_player(ada.id, name="エイダ", settings={"mute": ["x"]})
            assert (changed.name, changed.settings, changed.colour) == ("エイダ", {"mute": ["x"]}, "#123456")
            assert await store.update_player(ada.id) == changed
            with pytest.raises(NotFound):
                await store.update_player("nobody", name="x")
            with pytest.raises(BadValue):
                await store.update_player(ada.id, name="x" * 100)
            await store.seen(ada.id, NOW + 10)  # so soon that it is not noted
            assert (await store.list_players())[0] == bo
            await store.seen(ada.id, NOW + 100_000)
            assert [p.id for p in await store.list_players()] == [ada.id, bo.id]
            match = await new_match(store, seats=0)
            await store.update_match(match.id, now=NOW, seats=[Seat("player", ada.id, name="Ada")])
            assert await store.delete_player(ada.id)
            assert not await store.delete_player(ada.id)
            kept = await store.match(match.id)
            assert kept is not None
            assert kept.seats[0].name == "Ada"
            assert (await store.tables_of(ada.id)).matches == ()

    run(go())


def test_a_banned_guest_is_known_as_such_and_gets_no_code(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            ada = await store.create_player(name="Ada", now=NOW)
            code = await store.create_code(ada.id, now=NOW)
            assert (await store.ban(ada.id, "spam")).banned == "spam"
            assert await store.redeem_code(code, now=NOW) is None
            with pytest.raises(NotFound):
                await store.create_code(ada.id, now=NOW)
            assert [p.id for p in await store.list_players(banned=True)] == [ada.id]
            assert await store.list_players(banned=False) == []
            assert (await store.unban(ada.id)).banned is None
            assert (await store.ban(ada.id)).banned == ""
            with pytest.raises(NotFound):
                await store.ban("nobody")

    run(go())


def test_a_code_works_once_and_for_some_minutes(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            ada = await store.create_player(name="Ada", now=NOW)
            old = await store.create_code(ada.id, now=NOW)
            code = await store.create_code(ada.id, now=NOW, valid_ms=1000)
            assert await store.redeem_code(old, now=NOW) is None
            tries = await asyncio.gather(*(store.redeem_code(f" {code.upper()} ", now=NOW + 999) for _ in range(5)))
            assert sorted(tries, key=str) == [None] * 4 + [ada.id] or tries.count(ada.id) == 1
            late = await store.create_code(ada.id, now=NOW, valid_ms=1000)
            assert await store.redeem_code(late, now=NOW + 1000) is None
            assert await store.redeem_code("\0\ud800", now=NOW) is None

    run(go())


def test_invitations_lead_to_a_table_or_a_seat(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            match = await new_match(store)
            table = await store.create_invite(match.id, now=NOW)
            seat = await store.create_invite(match.id, 1, now=NOW + 1)
            assert await store.invite(table.token) == table
            assert await store.invites(match.id) == [table, seat]
            assert (table.seat, seat.seat) == (None, 1)
            assert await store.delete_invite(table.token)
            assert not await store.delete_invite(table.token)
            assert await store.invite(table.token) is None
            with pytest.raises(NotFound):
                await store.create_invite("nothing", now=NOW)

    run(go())


def test_talk_is_read_by_channel_and_has_limits(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            match = await new_match(store)
            limits = TalkLimits(length=10, lines=3, within_ms=1000, match=6)

            async def say(channel: str, player: str, text: str, at: int = 0) -> int:
                return (await store.say(match.id, channel, player, text, now=NOW + at, limits=limits)).number

            assert await say("table", "a", "hi\n<b>") == 1
            assert await say("team:1", "a", "secret") == 2
            assert await say("spectators", "a", "psst") == 3
            with pytest.raises(TooMuch) as rate:
                await say("table", "a", "again", at=999)
            assert rate.value.limit == "rate"
            assert await say("table", "a", "later", at=1000) == 4
            with pytest.raises(TooMuch) as length:
                await say("table", "b", "x" * 11)
            assert length.value.limit == "length"
            with pytest.raises(BadValue):
                await say("table", "b", " \0 ")
            assert [s.text for s in await store.talk(match.id, ["table"])] == ["hi <b>", "later"]
            assert [s.number for s in await store.talk(match.id, ["table", "team:1"], after=1)] == [2, 4]
            assert [s.number for s in await store.talk(match.id, ["table", "team:1"], limit=1)] == [4]
            assert await store.talk(match.id, []) == []
            numbers = await asyncio.gather(*(say("table", p, "!") for p in "bcdef"), return_exceptions=True)
            assert sorted(n for n in numbers if isinstance(n, int)) == [5, 6]
            assert all(n.limit == "match" for n in numbers if isinstance(n, TooMuch))
            with pytest.raises(NotFound):
                await store.say("nothing", "table", "z", "hi", now=NOW)

    run(go())


def test_talk_from_two_servers_at_once_loses_nothing(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as one, await open_store(where) as two:
            match = await new_match(one)
            said = await asyncio.gather(
                *((one, two)[i % 2].say(match.id, "table", f"p{i}", f"line {i}", now=NOW) for i in range(30))
            )
            assert sorted(s.number for s in said) == list(range(1, 31))

    run(go())


def test_each_bot_job_goes_to_one_worker(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as one, await open_store(where) as two:
            match = await new_match(one)
            assert await one.queue_job(match.id, 0, 7, "strong", b"\x00\x01", now=NOW)
            assert not await two.queue_job(match.id, 0, 7, "strong", b"", now=NOW)
            for number in range(8, 12):
                assert await one.queue_job(match.id, 0, number, "weak", b"", now=NOW + number)
            taken = await asyncio.gather(*((one, two)[i % 2].take_job(f"w{i}", now=NOW + 100) for i in range(8)))
            jobs = [job for job in taken if job]
            assert sorted(job.number for job in jobs) == [7, 8, 9, 10, 11]
            first = next(job for job in jobs if job.number == 7)
            assert (first.payload, first.level, first.tries, first.done) == (b"\x00\x01", "strong", 1, False)
            assert await two.finish_job(first, {"action": 3})
            assert not await one.finish_job(first, {"action": 4})
            answered = [job for job in await one.jobs(match.id) if job.done]
            assert [(job.number, job.answer) for job in answered] == [(7, {"action": 3})]
            await one.queue_job(match.id, 0, 12, "weak", b"", now=NOW + 12)
            for number in (11, 12):
                await one.drop_job(match.id, 0, number)  # somebody works on the first of them
            assert [job.number for job in await two.jobs(match.id)] == [7, 8, 9, 10, 11]
            await one.forget_jobs(NOW + 60_010)
            assert [job.number for job in await two.jobs(match.id)] == [10, 11]
            assert not await one.queue_job("nothing", 0, 1, "weak", b"", now=NOW)

    run(go())


def test_bot_jobs_are_shared_fairly_between_people(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            match = await new_match(store)
            number = 0

            async def queue(owner: str, kind: Kind = Kind.MOVE) -> bool:
                nonlocal number
                number += 1
                return await store.queue_job(
                    match.id, 0, number, owner, b"", now=NOW + number, owner=owner, kind=kind
                )  # the level tells whose it is

            async def serve(jobs: int, ms: int = 100, **how: Any) -> list[str]:
                served = []
                for _ in range(jobs):
                    job = await store.take_job("w", now=NOW, **how)
                    if job is None:
                        break
                    await store.finish_job(job, 0, ms)
                    served.append(job.level)
                return served

            for _ in range(MAX_WAITING):
                assert await queue("many")
            assert not await queue("many")  # enough
            assert await queue("hint", Kind.HINT)
            assert await serve(3) == ["many"] * 3
            assert await queue("one")
            assert await serve(2) == ["one", "many"]  # at once, though 97 came before
            for _ in range(4):
                assert await queue("a")
                assert await queue("b")
            served = await serve(12)
            assert served.count("many") == served.count("a") == served.count("b") == 4
            assert await serve(1, turned=True) == ["hint"]
            assert await queue("hint", Kind.HINT)
            assert set(await serve(200, least=Kind.MOVE)) == {"many"}
            assert await serve(200) == ["hint"]
            for owner, ms in (("dear", 1600), ("cheap", 100)):
                await queue(owner)
                assert await serve(1, ms) == [owner]
            # Whose jobs took long has paid more for each: the other's next ones come first.
            for _ in range(3):
                await queue("dear")
                await queue("cheap")
            assert await serve(6) == ["cheap"] * 3 + ["dear"] * 3

    run(go())


def test_the_job_of_a_worker_that_died_is_given_to_another_but_not_for_ever(where: str) -> None:
    async def go() -> None:
        async with await open_store(where) as store:
            match = await new_match(store)
            await store.queue_job(match.id, 0, 1, "strong", b"", now=NOW)
            dead = await store.take_job("dead", now=NOW)
            assert dead is not None
            assert await store.take_job("next", now=NOW + 1000, lost_ms=1000) is None
            assert (await store.take_job("next", now=NOW + 1001, lost_ms=1000)) is not None
            assert not await store.finish_job(dead, 1)
            assert (await store.take_job("third", now=NOW + 5000, lost_ms=1000)) is not None
            assert await store.take_job("fourth", now=NOW + 9000, lost_ms=1000) is None
            await store.queue_job(match.id, 0, 2, "strong", b"", now=NOW)
            tried = await store.take_job("one", now=NOW)
            assert tried is not None
            await store.return_job(tried)
            assert (await store.take_job("another", now=NOW)) is not None

    run(go())
