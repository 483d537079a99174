"""The log of a match: entries that are numbered without a gap and never change, and what is derived from them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from taku.server.store.driver import Statement, Undone
from taku.server.store.errors import BadValue, Conflict, Gap, MatchClosed, NotFound
from taku.server.store.matches import Matches, match_update
from taku.server.store.records import MAX_DERIVED, MAX_ENTRY, Change, Entry, Json, MatchChanges, entry_of, pack

MAX_READ = 100_000  # entries in one answer; the longest match of any game is far below

# Stored only if it follows the last entry of a match that goes on; of two with one number the first wins.
APPEND = """
    insert into entry (match, number, kind, seat, body, at)
    select id, cast($2 as bigint), cast($3 as text), cast($4 as bigint), cast($5 as text), cast($6 as bigint)
    from match where id = $1 and status <> 'closed'
    and cast($2 as bigint) = 1 + coalesce((select max(e.number) from entry e where e.match = $1), 0)
    on conflict do nothing returning match, number
"""
PUT_DERIVED = """
    insert into derived (match, key, body) select id, cast($2 as text), cast($3 as text) from match where id = $1
    on conflict (match, key) do update set body = excluded.body returning key
"""


class Log(Matches):
    """The part of the store that keeps what happened in a match."""

    async def append(
        self,
        entries: Sequence[Entry],
        *,
        changes: MatchChanges | None = None,
        derived: Mapping[str, Json] | None = None,
    ) -> None:
        """Write entries of one match that follow its last one; return when they are durable.

        All of them are stored or none, together with changes to the match (e.g. status and result at the end) and
        derived data. `Conflict` has the entry that another server wrote first; `Gap` the number that is expected.
        """
        if not entries:
            raise BadValue("there is nothing to append: give at least one entry")
        first = entries[0]
        for i, e in enumerate(entries):
            if e.match != first.match or e.number != first.number + i:
                raise BadValue("entries that are appended together must be of one match, numbered one after the other")
            if not (type(e.number) is type(e.at) is int and (e.seat is None or type(e.seat) is int)):
                raise BadValue("an entry's number, time and seat are whole numbers")
        statements = [
            Statement(APPEND, (e.match, e.number, e.kind, e.seat, pack(e.body, MAX_ENTRY), e.at), must=True, bulk=True)
            for e in entries
        ]
        told = [Change("entry", first.match, entries[-1].number)]
        if changes:
            statements += match_update(first.match, entries[-1].at, None, changes)
            told.append(Change("match", first.match))
        statements += [_put(first.match, key, body) for key, body in (derived or {}).items()]
        try:
            await self._store(*statements, changes=tuple(told))
        except Undone:
            raise await self._why_not(first) from None
        self.stats.entries += len(entries)

    async def _why_not(self, entry: Entry) -> Exception:
        match = await self.match(entry.match)
        if match is None:
            return NotFound(f"there is no match {entry.match}: it was deleted, or the link is wrong")
        there = await self.entries(entry.match, entry.number, limit=1)
        if there and there[0].number == entry.number:
            return Conflict(there[0])
        if match.status == "closed":
            return MatchClosed(f"match {match.id} was closed by the host: nothing more can be played in it")
        return Gap(match.id, entry.number, match.length + 1)

    async def entries(self, match: str, start: int = 1, *, limit: int = MAX_READ) -> list[Entry]:
        """The entries of a match from a number on, in order."""
        rows = await self._fetch(
            "select match, number, kind, seat, body, at from entry where match = $1 and number >= $2"
            f" order by number limit {max(1, min(limit, MAX_READ))}",
            match,
            start,
        )
        return [entry_of(row) for row in rows]

    async def put_derived(self, match: str, key: str, body: Json) -> None:
        """Keep something that was computed from the log: a seat's log, an analysis."""
        if not (await self._store(_put(match, key, body)))[0]:
            raise NotFound(f"there is no match {match}: it was deleted, or the link is wrong")

    async def derived(self, match: str, key: str) -> Json | None:
        """What was computed from the log under this key, or None."""
        rows = await self._fetch("select body from derived where match = $1 and key = $2", match, key)
        return json.loads(rows[0][0]) if rows else None


def _put(match: str, key: str, body: Json) -> Statement:
    return Statement(PUT_DERIVED, (match, key, pack(body, MAX_DERIVED)))
