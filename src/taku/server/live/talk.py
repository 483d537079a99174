"""Talk at the table, for a team and among onlookers."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from taku.engine import STANDING
from taku.engine.catalogue import Catalogue
from taku.page.parts import Name
from taku.server.config import now
from taku.server.store import BadValue, NotFound, Said, TooMuch

if TYPE_CHECKING:
    from taku.server.live.connection import Connection
    from taku.server.live.table import Table

KEEP = 200


class Talk:
    """The lines of a table; who reads which channel is decided here."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lines: list[Said] = []
        self.people: dict[str, Name] = {}
        self._read = 0
        self._loaded = False

    # ---- channels

    def channels(self, seat: int, t: Catalogue) -> list[dict[str, str]]:
        """Where somebody at this seat may write."""
        if seat < 0 or self.table.standing(seat) == STANDING.out:
            over = self.table.over
            return [{"id": "spectators", "label": t("talk.spectators")}] + (
                [{"id": "table", "label": t("talk.table")}] if over else []
            )
        made = [{"id": "table", "label": t("talk.table")}]
        if self._team(seat) is not None:
            made.append({"id": "team", "label": t("talk.team")})
        if self.table.over:
            made.append({"id": "spectators", "label": t("talk.spectators")})
        return made

    def _team(self, seat: int) -> str | None:
        team = self.table.team(seat)
        others = [i for i in self.table.humans() if i != seat and self.table.team(i) == team]
        return f"team:{team}" if team is not None and others else None

    def readable(self, seat: int) -> dict[str, str]:
        """The store's channels that a seat reads, and what the client calls them."""
        made = {"table": "table"}
        out = self.table.standing(seat) == STANDING.out
        if seat < 0 or out or self.table.over:
            made["spectators"] = "spectators"
        team = self._team(seat) if seat >= 0 and not out else None
        if team:
            made[team] = "team"
        return made

    # ---- saying

    async def say(self, connection: Connection, channel: str, text: str) -> str | None:
        """Keep a line; the reason if it was refused."""
        seat = connection.seat
        allowed = {c["id"] for c in self.channels(seat, connection.t)}
        if not connection.player:
            return "talk.refused.guest"
        if channel not in allowed:
            return "talk.refused.channel"
        kept = (self._team(seat) or "table") if channel == "team" else channel
        try:
            await self.table.registry.store.say(self.table.id, kept, connection.player, text, now=now())
        except TooMuch as fault:
            return f"talk.refused.{fault.limit}"
        except (BadValue, NotFound):
            return "talk.refused.empty"
        return None

    async def heard(self) -> None:
        """Something was said, here or on another server."""
        await self._fetch()
        for c in self.table.connections:
            c.flag("chat")

    async def load(self) -> None:
        if not self._loaded:
            self._loaded = True
            await self._fetch(first=True)

    async def _fetch(self, first: bool = False) -> None:
        if not self._loaded and not first:
            return
        teams = [f"team:{n}" for n in range(32)]
        channels = ["table", "spectators", *teams]
        new = await self.table.registry.store.talk(self.table.id, channels, after=self._read, limit=KEEP)
        unknown = {one.player for one in new if one.player not in self.people}
        for id, player in (await self.table.registry.store.players(unknown)).items():
            self.people[id] = Name(player.name, player.colour)
        # from here on without a pause: what counts as read must be there for those who ask at this moment
        new = [one for one in new if one.number > self._read]
        if new:
            self._read = new[-1].number
            self.lines += new
            del self.lines[:-KEEP]

    def message(self, seat: int, after: int, t: Catalogue) -> tuple[list[dict[str, Any]], int]:
        """The lines that a seat may read and has not yet, and the number of the last one."""
        channels = self.readable(seat)
        made = []
        for one in self.lines:
            if one.number <= after or one.channel not in channels:
                continue
            at = self.table.seat_of(one.player)
            name = self.table.names(t.language)[at] if at >= 0 else self.people.get(one.player, Name("?"))
            made.append({"id": one.number, "channel": channels[one.channel], "seat": at, "name": name,
                         "who": talker(one.player), "colour": name.colour, "text": phrase(one.text, t),
                         "at": one.at})  # fmt: skip
        return made, self._read


def talker(player: str) -> str:
    """Always the same for one guest, at every table and seat, so that who is muted stays so; it tells nothing else."""
    return hashlib.sha256(b"talker:" + player.encode()).hexdigest()[:16]


def phrase(text: str, t: Catalogue) -> str:
    """A quick phrase in the reader's own language; any other text as it is."""
    if text.startswith("::") and text.endswith("::"):
        found = t.find(f"phrase.{text[2:-2]}")
        if isinstance(found, str):
            return found
    return text


def phrases(t: Catalogue) -> list[dict[str, str]]:
    found = t.find("phrase")
    return [{"id": key, "text": str(value)} for key, value in found.items()] if isinstance(found, dict) else []
