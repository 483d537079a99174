"""Maintenance: counts, purging by age, backup, restore and export."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

from taku.server.store import copy
from taku.server.store.commit import PROBE
from taku.server.store.errors import NotEmpty, NotFound
from taku.server.store.log import Log
from taku.server.store.people import People
from taku.server.store.records import STATUSES, Change, Match, Purged

# Deleted in small steps, so that moves of live tables never wait long behind them.
STEP = 100
EXPORT_FORMAT = 1

OLD = """
    changed_at < $1 and coalesce(finished_at, 0) < $1
    and coalesce((select e.at from entry e where e.match = match.id order by e.number desc limit 1), 0) < $1
"""
OLD_PLAYERS = f"""
    delete from player where id in (
        select p.id from player p where p.seen_at < $1 and p.banned is null
        and not exists (select 1 from member m where m.player = p.id)
        limit {STEP}
    ) returning id
"""


class Maintenance(Log, People):
    """The part of the store that looks after itself."""

    async def counts(self) -> dict[str, int]:
        """How much there is, for the metrics page: matches of each status, players, bot jobs that wait, bytes."""
        by_status = {str(s): int(n) for s, n in await self._fetch("select status, count(*) from match group by status")}
        (row,) = await self._fetch(
            "select (select count(*) from player), (select count(*) from player where banned is not null),"
            " (select count(*) from bot_job where done = 0)"
        )
        return {
            **{f"matches_{status}": by_status.get(status, 0) for status in STATUSES},
            **dict(zip(("players", "players_banned", "jobs_waiting"), map(int, row), strict=True)),
            "bytes": await self._driver.size(),
        }

    async def probe(self) -> None:
        """Write something and take it out again, to see whether anything can be stored."""
        await self._store(*PROBE.statements)

    async def purge(self, before: int, *, now: int) -> Purged:
        """Remove matches in which nothing happened since `before`, guests who were not seen since and sit nowhere,
        uploaded match files, and codes that have expired. Bans stay."""
        matches = players = 0
        while old := await self._fetch(f"select id from match where {OLD} limit {STEP}", before):
            delete = f"delete from match where {OLD} and id = $2 returning id"  # unless something happened just now
            gone = await asyncio.gather(*(self._run(delete, before, id, change=Change("gone", id)) for (id,) in old))
            matches += sum(map(len, gone))
        while forgotten := await self._run(OLD_PLAYERS, before):
            players += len(forgotten)
        codes = len(await self._run("delete from device_code where expires_at < $1 returning code", now))
        uploads = len(await self._run("delete from upload where at < $1 returning id", before))
        return Purged(matches, players, codes, uploads)

    async def backup(self, path: str | Path) -> None:
        """Write everything into a new file while the store is in use. The file is a Taku database itself."""
        await self._driver.backup(Path(path))

    async def restore(self, path: str | Path, *, replace: bool = False) -> None:
        """Take everything from a backup, whichever database it came from; `replace` what is there."""
        with ExitStack() as stack:
            ready = stack.enter_context(copy.up_to_date(Path(path)))
            there = await self._fetch("select 1 from match union all select 1 from player limit 1")
            if there and not replace:
                raise NotEmpty(
                    "there are matches or players already: restore into an empty store, or say to replace them"
                )
            await self._driver.restore(ready)
        self._tell(Change("all"))

    async def export(
        self, ids: Iterable[str] | None = None, *, unfinished: bool = False, secrets: bool = False
    ) -> AsyncIterator[str]:
        """Matches as lines of JSON, one match a line with its log: those named, or all.

        The log of a match that is still played is left out unless `unfinished` is said, since it holds hidden choices.
        The secret of a match that is not over is left out unless `secrets` is said: with it all hidden cards are known.
        """
        if ids is not None:
            for id in ids:
                match = await self.match(id)
                if match is None:
                    raise NotFound(f"there is no match {id}: it was deleted, or the name is wrong")
                yield await self._line(match, unfinished, secrets)
            return
        after = None
        while True:
            page = await self.matches(after=after, limit=50)
            for match in page.matches:
                yield await self._line(match, unfinished, secrets)
            after = page.next
            if after is None:
                return

    async def _line(self, match: Match, unfinished: bool, secrets: bool) -> str:
        facts = asdict(match)
        facts["seats"] = [seat.to_json() for seat in match.seats]
        known = secrets or match.status == "over"
        facts["secret"] = base64.b64encode(await self.secret(match.id)).decode() if known else None
        entries = None
        if unfinished or match.status in ("over", "closed"):
            entries = [
                {"number": e.number, "kind": e.kind, "seat": e.seat, "body": e.body, "at": e.at}
                for e in await self.entries(match.id)
            ]
        return json.dumps({"taku_match": EXPORT_FORMAT, **facts, "entries": entries}, separators=(",", ":"))
