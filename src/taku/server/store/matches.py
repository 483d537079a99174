"""Matches: making and changing them, taking seats, and the lists of the lobby."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Unpack

from taku.server.store.base import Base
from taku.server.store.driver import Statement, Undone
from taku.server.store.errors import AlreadyThere, BadValue, NotFound, SeatTaken, Stale
from taku.server.store.records import (
    COLUMNS,
    STATUSES,
    Change,
    Json,
    JsonObject,
    Match,
    MatchChanges,
    Page,
    Row,
    Seat,
    Status,
    Visibility,
    clean,
    match_of,
    new_id,
    pack,
)

ID = re.compile(r"[0-9A-Za-z_-]{1,64}")
MAX_SEATS = 64
MAX_PAGE = 200
JSON_COLUMNS = frozenset({"options", "nonces", "clock", "settings", "result"})


class Matches(Base):
    """The part of the store that keeps matches."""

    async def create_match(
        self,
        *,
        game: str,
        game_version: str,
        seats: Sequence[Seat],
        secret: bytes,
        commitment: str,
        now: int,
        id: str | None = None,
        options: JsonObject | None = None,
        host: str | None = None,
        nonces: Json = None,
        status: Status = "waiting",
        title: str = "",
        visibility: Visibility = "link",
        clock: JsonObject | None = None,
        settings: JsonObject | None = None,
        rematch_of: str | None = None,
    ) -> Match:
        """Open a table. A match has at most one rematch: the second who asks gets `AlreadyThere` with the first's."""
        id = id or new_id()
        if not ID.fullmatch(id):
            raise BadValue("a match's id has 1 to 64 letters, digits, - and _")
        values = {
            "id": id,
            "game": game,
            "game_version": game_version,
            "options": pack(options or {}),
            **_seat_columns(seats),
            "host": host,
            "secret": secret,
            "commitment": commitment,
            "nonces": pack(nonces if nonces is not None else {}),
            "created_at": now,
            "changed_at": now,
            "status": status,
            "title": clean(title),
            "visibility": visibility,
            "clock": pack(clock or {}),
            "settings": pack(settings or {}),
            "rematch_of": rematch_of,
            "version": 1,
        }
        places = ", ".join(f"${i}" for i in range(1, len(values) + 1))
        insert = f"insert into match ({', '.join(values)}) values ({places}) on conflict do nothing returning {COLUMNS}"
        try:
            rows = await self._store(
                Statement(insert, tuple(values.values()), must=True),
                *_members(id, seats),
                changes=(Change("match", id),),
            )
        except Undone:
            there = await self.match(id) or (rematch_of and await self.rematch(rematch_of))
            if not there:
                raise NotFound(f"match {id} was made and removed at the same moment: try again") from None
            raise AlreadyThere(there) from None
        return match_of(rows[0][0])

    async def match(self, id: str) -> Match | None:
        """The match with this id, if there is one."""
        return _first(await self._fetch(f"select {COLUMNS} from match where id = $1", id))

    async def rematch(self, of: str) -> Match | None:
        """The match that was opened as the rematch of this one."""
        return _first(await self._fetch(f"select {COLUMNS} from match where rematch_of = $1", of))

    async def secret(self, id: str) -> bytes:
        """The secret from which a match's luck is dealt: show it to nobody before the end."""
        rows = await self._fetch("select secret from match where id = $1", id)
        if not rows:
            raise _no_match(id)
        return bytes(rows[0][0])

    async def update_match(
        self, id: str, *, now: int, version: int | None = None, **changes: Unpack[MatchChanges]
    ) -> Match:
        """Change a match; if `version` is given and the match has another one meanwhile, raise `Stale`."""
        try:
            rows = await self._store(
                *match_update(id, now, version, changes),
                changes=(Change("match", id),),
            )
        except Undone:
            there = await self.match(id)
            raise Stale(there) if there else _no_match(id) from None
        return match_of(rows[0][0])

    async def take_seat(
        self, id: str, seat: int, holder: Seat, *, now: int, invited: bool = False, nonce: str | None = None
    ) -> Match:
        """Sit down: of two who take the same seat one gets it, the other `SeatTaken`.

        Only an open seat can be taken, or with `invited` (the link of the seat was used) one kept for an invitation.
        The nonce that its holder throws into the deal comes with the seat: the last one to sit down begins the match.
        """
        free = ("open", "invited") if invited else ("open",)
        while True:
            match = await self.match(id)
            if match is None:
                raise _no_match(id)
            if not 0 <= seat < len(match.seats):
                raise BadValue(f"match {id} has seats 0 to {len(match.seats) - 1}, not {seat}")
            if match.status not in ("waiting", "playing", "paused") or match.seats[seat].kind not in free:
                raise SeatTaken(match, seat)
            changes: dict[str, Any] = {"seats": (*match.seats[:seat], holder, *match.seats[seat + 1 :])}
            if match.status == "waiting":
                kept = {k: v for k, v in dict(match.nonces or {}).items() if k != str(seat)}
                changes["nonces"] = kept if nonce is None else {**kept, str(seat): nonce}
            try:
                return await self.update_match(id, now=now, version=match.version, **changes)
            except Stale:
                continue  # somebody changed something, perhaps another seat: look again

    async def delete_match(self, id: str) -> bool:
        """Remove a match with its log, talk and everything else of it."""
        rows = await self._run("delete from match where id = $1 returning id", id, change=Change("gone", id))
        return bool(rows)

    # --- lists, newest first; `after` is the `next` of the page before

    async def open_tables(self, *, game: str | None = None, after: str | None = None, limit: int = 50) -> Page:
        """Public tables with a free seat that have not begun."""
        return await self._page(("waiting",), "visibility = 'public' and open_seats > 0", game, None, after, limit)

    async def watchable(self, *, game: str | None = None, after: str | None = None, limit: int = 50) -> Page:
        """Public tables where a match is going on."""
        return await self._page(("playing", "paused"), "visibility = 'public'", game, None, after, limit)

    async def finished(self, *, game: str | None = None, after: str | None = None, limit: int = 50) -> Page:
        """Public matches that ended, the last one first."""
        return await self._page(("over",), "visibility = 'public'", game, None, after, limit, by="finished_at")

    async def tables_of(
        self,
        player: str,
        *,
        statuses: Sequence[Status] = STATUSES,
        game: str | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> Page:
        """The tables at which a guest holds a seat."""
        return await self._page(statuses, "", game, player, after, limit)

    async def matches(
        self,
        *,
        statuses: Sequence[Status] = STATUSES,
        game: str | None = None,
        clock: str | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> Page:
        """All matches, or those with one kind of clock: for the host, and for clocks that go on while nobody looks."""
        return await self._page(statuses, "", game, None, after, limit, clock=clock)

    async def _page(
        self,
        statuses: Sequence[Status],
        condition: str,
        game: str | None,
        player: str | None,
        after: str | None,
        limit: int,
        by: str = "created_at",
        clock: str | None = None,
    ) -> Page:
        limit = max(1, min(limit, MAX_PAGE))
        values: list[Any] = list(statuses)
        where = [f"status in ({', '.join(f'${i}' for i in range(1, len(values) + 1))})"]
        if set(statuses) == set(STATUSES):
            values, where = [], ["1 = 1"]

        def add(clause: str, *more: Any) -> None:
            where.append(clause.format(*(f"${len(values) + i}" for i in range(1, len(more) + 1))))
            values.extend(more)

        if condition:
            add(condition)
        if by == "finished_at":
            add("finished_at is not null")
        if game is not None:
            add("game = {}", game)
        if clock is not None:
            add("clock like {}", f'%"kind":"{clock}"%')
        if player is not None:
            add("id in (select m.match from member m where m.player = {})", player)
        if after is not None:
            add(f"({by}, id) < ({{}}, {{}})", *_cursor(after))
        order = f"order by {by} desc, id desc"
        page = f"select id from match where {' and '.join(where)} {order} limit {limit + 1}"
        # The page first, then its matches: the length of a log is looked up for what is shown only.
        rows = await self._fetch(f"select {COLUMNS} from match where id in ({page}) {order}", *values)
        found = tuple(match_of(row) for row in rows[:limit])
        more = len(rows) > limit
        return Page(found, f"{getattr(found[-1], by)}.{found[-1].id}" if more else None)


def match_update(id: str, now: int, version: int | None, changes: MatchChanges) -> list[Statement]:
    """The statements that change a match, the first of which returns it."""
    columns: dict[str, Any] = {"changed_at": now}
    for name, value in changes.items():
        if name not in MatchChanges.__annotations__:
            raise BadValue(f"a match's {name} cannot be changed")
        if name in JSON_COLUMNS:
            columns[name] = None if name == "result" and value is None else pack(value)
        elif name != "seats":
            columns[name] = clean(str(value)) if name == "title" else value
    seats = changes.get("seats")
    if seats is not None:
        columns |= _seat_columns(seats)
    sets = ", ".join(f"{name} = ${i}" for i, name in enumerate(columns, 1))
    values = [*columns.values(), id]
    check = ""
    if version is not None:
        values.append(version)
        check = f" and version = ${len(values)}"
    update = f"update match set {sets}, version = version + 1 where id = ${len(columns) + 1}{check} returning {COLUMNS}"
    again = [] if seats is None else [Statement("delete from member where match = $1", (id,)), *_members(id, seats)]
    return [Statement(update, tuple(values), must=True), *again]


def _seat_columns(seats: Sequence[Seat]) -> dict[str, Any]:
    if len(seats) > MAX_SEATS:
        raise BadValue(f"a match has at most {MAX_SEATS} seats")
    return {
        "seats": pack([s.to_json() for s in seats]),
        "open_seats": sum(s.kind == "open" for s in seats),
    }


def _members(id: str, seats: Sequence[Seat]) -> list[Statement]:
    """Who is at the table, so that a guest's tables are found at once."""
    players = dict.fromkeys(s.player for s in seats if s.player)
    return [Statement("insert into member (player, match) values ($1, $2)", (player, id)) for player in players]


def _cursor(text: str) -> tuple[int, str]:
    time, _, id = text.partition(".")
    if not (time.isascii() and time.isdigit() and len(time) < 16 and 0 < len(id) <= 64):
        raise BadValue("this page of the list is not there: begin with the first page")
    return int(time), id


def _first(rows: Sequence[Row]) -> Match | None:
    return match_of(rows[0]) if rows else None


def _no_match(id: str) -> NotFound:
    return NotFound(f"there is no match {id}: it was deleted, or the link is wrong")
