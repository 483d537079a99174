"""People: guests, the one-time codes for a second device, and invitations."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any, TypedDict, Unpack

from taku.server.store.base import Base
from taku.server.store.errors import NotFound
from taku.server.store.records import (
    CODE_LENGTH,
    TOKEN_LENGTH,
    Change,
    Invite,
    JsonObject,
    Player,
    Row,
    clean,
    new_id,
    pack,
)

PLAYER = "id, name, colour, language, created_at, seen_at, banned, settings"
CODE_MILLISECONDS = 10 * 60 * 1000
SEEN_STEP = 60_000  # ms: a guest who clicks often is noted once a minute


class PlayerChanges(TypedDict, total=False):
    """What a guest may change of themselves."""

    name: str
    colour: str
    language: str
    settings: JsonObject


class People(Base):
    """The part of the store that keeps guests and invitations."""

    async def create_player(
        self, *, name: str, now: int, colour: str = "", language: str = "en", settings: JsonObject | None = None
    ) -> Player:
        """A new guest."""
        values = (
            new_id(TOKEN_LENGTH),
            clean(name),
            clean(colour),
            clean(language),
            now,
            now,
            None,
            pack(settings or {}),
        )
        rows = await self._run(
            f"insert into player ({PLAYER}) values ($1, $2, $3, $4, $5, $6, $7, $8) returning {PLAYER}", *values
        )
        return _player(rows[0])

    async def player(self, id: str) -> Player | None:
        """The guest with this id, if there is one."""
        rows = await self._fetch(f"select {PLAYER} from player where id = $1", id)
        return _player(rows[0]) if rows else None

    async def players(self, ids: Iterable[str]) -> dict[str, Player]:
        """The guests with these ids: those who are not known are left out."""
        wanted = tuple(dict.fromkeys(ids))
        if not wanted:
            return {}
        places = ", ".join(f"${i}" for i in range(1, len(wanted) + 1))
        rows = await self._fetch(f"select {PLAYER} from player where id in ({places})", *wanted)
        return {row[0]: _player(row) for row in rows}

    async def list_players(self, *, banned: bool | None = None, limit: int = 200, offset: int = 0) -> list[Player]:
        """Guests for the host, those who were here last first."""
        where = "" if banned is None else f"where banned is {'not ' if banned else ''}null"
        rows = await self._fetch(
            f"select {PLAYER} from player {where} order by seen_at desc, id limit $1 offset $2", limit, offset
        )
        return [_player(row) for row in rows]

    async def update_player(self, id: str, **changes: Unpack[PlayerChanges]) -> Player:
        """Change a guest's name, colour, language or settings."""
        columns: dict[str, Any] = {
            name: pack(value) if name == "settings" else clean(str(value))
            for name, value in changes.items()
            if name in PlayerChanges.__annotations__
        }
        return await self._change_player(id, columns)

    async def seen(self, id: str, now: int) -> None:
        """Note that a guest is here."""
        await self._run("update player set seen_at = $2 where id = $1 and seen_at < $3", id, now, now - SEEN_STEP)

    async def ban(self, id: str, reason: str = "") -> Player:
        """Keep a guest out; their codes for other devices end too."""
        await self._run("delete from device_code where player = $1", id)
        return await self._change_player(id, {"banned": clean(reason, 500)})

    async def unban(self, id: str) -> Player:
        """Let a guest in again."""
        return await self._change_player(id, {"banned": None})

    async def revoke(self, id: str) -> Player:
        """Make a guest's cookies and codes invalid, wherever they are; whoever shows one is nobody."""
        player = await self.player(id)
        if player is None:
            raise NotFound(f"there is no player {id}: they were removed")
        await self._run("delete from device_code where player = $1", id)
        settings = {**player.settings, "generation": player.generation + 1}
        return await self._change_player(id, {"settings": pack(settings)})

    async def delete_player(self, id: str) -> bool:
        """Forget a guest. Their matches stay, with the names that stood at the table."""
        await self._run("delete from member where player = $1", id)
        rows = await self._run("delete from player where id = $1 returning id", id, change=Change("player", id))
        return bool(rows)

    async def _change_player(self, id: str, columns: dict[str, Any]) -> Player:
        sets = ", ".join(f"{name} = ${i}" for i, name in enumerate(columns, 2)) or "id = id"
        update = f"update player set {sets} where id = $1 returning {PLAYER}"
        rows = await self._run(update, id, *columns.values(), change=Change("player", id))
        if not rows:
            raise NotFound(f"there is no player {id}: they were removed")
        return _player(rows[0])

    # --- codes

    async def create_code(self, player: str, *, now: int, valid_ms: int = CODE_MILLISECONDS) -> str:
        """A code that makes another device the same guest, once and for some minutes; an earlier one ends."""
        code = new_id(CODE_LENGTH)
        rows = await self._run(
            "insert into device_code (code, player, expires_at)"
            " select cast($1 as text), id, cast($3 as bigint) from player where id = $2 and banned is null"
            " on conflict (player) do update set code = excluded.code, expires_at = excluded.expires_at"
            " returning player",
            *(_hash(code), player, now + valid_ms),
        )
        if not rows:
            raise NotFound(f"there is no player {player}: they were removed or banned")
        return code

    async def redeem_code(self, code: str, *, now: int) -> str | None:
        """The guest whose code this is; None if it was used, has expired or never was."""
        rows = await self._run("delete from device_code where code = $1 returning player, expires_at", _hash(code))
        return str(rows[0][0]) if rows and rows[0][1] > now else None

    # --- invitations

    async def create_invite(self, match: str, seat: int | None = None, *, now: int) -> Invite:
        """A link to a table, or to one of its seats."""
        rows = await self._run(
            "insert into invite (token, match, seat, created_at)"
            " select cast($1 as text), id, cast($3 as bigint), cast($4 as bigint) from match where id = $2"
            " returning token, match, seat, created_at",
            *(new_id(TOKEN_LENGTH), match, seat, now),
            change=Change("match", match),
        )
        if not rows:
            raise NotFound(f"there is no match {match}: it was deleted, or the link is wrong")
        return Invite(*rows[0])

    async def invite(self, token: str) -> Invite | None:
        """Where an invitation leads, if it is valid."""
        rows = await self._fetch("select token, match, seat, created_at from invite where token = $1", token)
        return Invite(*rows[0]) if rows else None

    async def invites(self, match: str) -> list[Invite]:
        """All invitations to a table."""
        rows = await self._fetch(
            "select token, match, seat, created_at from invite where match = $1 order by created_at, token", match
        )
        return [Invite(*row) for row in rows]

    async def delete_invite(self, token: str) -> bool:
        """Make an invitation invalid."""
        return bool(await self._run("delete from invite where token = $1 returning token", token))


def _player(row: Row) -> Player:
    id, name, colour, language, created_at, seen_at, banned, settings = row
    return Player(id, name, colour, language, created_at, seen_at, banned, json.loads(settings))


def _hash(code: str) -> str:
    """A code is kept as a fingerprint only, so that nobody can use one out of a backup."""
    return hashlib.sha256(code.strip().lower().encode("utf-8", "replace")).hexdigest()
