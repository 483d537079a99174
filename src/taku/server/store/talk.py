"""Talk at the table, with limits that hold however many servers and tabs somebody uses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from taku.server.store.base import Base
from taku.server.store.errors import BadValue, NotFound, TooMuch
from taku.server.store.records import Change, Said, clean

MAX_TALK = 1000
CHAT = "match, number, channel, player, text, at"

# The count and the number are found in the same statement that writes: two lines at once cannot both be the last one.
SAY = f"""
    insert into chat ({CHAT})
    select m.id, 1 + coalesce((select max(c.number) from chat c where c.match = m.id), 0),
           cast($2 as text), cast($3 as text), cast($4 as text), cast($5 as bigint)
    from match m where m.id = $1
    and (select count(*) from chat c where c.player = cast($3 as text) and c.at > cast($6 as bigint)) < $7
    and (select count(*) from chat c where c.match = m.id) < $8
    on conflict do nothing returning {CHAT}
"""
CARRY = f"""
    insert into chat ({CHAT})
    select cast($2 as text), number, channel, player, text, at from chat where match = $1 and channel = 'table'
    on conflict do nothing returning number
"""


@dataclass(frozen=True, slots=True)
class TalkLimits:
    """How long a line may be, how many one guest may say in a while, and how many a match keeps."""

    length: int = 300
    lines: int = 6
    within_ms: int = 10_000
    match: int = 2_000


DEFAULT = TalkLimits()


class Talk(Base):
    """The part of the store that keeps what was said."""

    async def say(
        self, match: str, channel: str, player: str, text: str, *, now: int, limits: TalkLimits = DEFAULT
    ) -> Said:
        """Keep a line of talk, or raise `TooMuch`."""
        try:
            line = clean(text, limits.length)
        except BadValue as e:
            raise TooMuch("length", str(e)) from None
        if not line:
            raise BadValue("an empty line cannot be said")
        values = (match, channel, player, line, now, now - limits.within_ms, limits.lines, limits.match)
        for _ in range(20):
            rows = await self._run(SAY, *values, change=Change("chat", match))
            if rows:
                return Said(*rows[0])
            await self._refuse(match, player, now, limits)
            # Somebody on another server took the number at the same moment: take the next one.
        raise TooMuch("rate", "everybody talks at once: wait a moment")

    async def carry_talk(self, of: str, to: str) -> None:
        """A rematch begins with what was said at the table before it."""
        await self._run(CARRY, of, to, change=Change("chat", to))

    async def _refuse(self, match: str, player: str, now: int, limits: TalkLimits) -> None:
        (row,) = await self._fetch(
            "select (select count(*) from match where id = $1), (select count(*) from chat where match = $1),"
            " (select count(*) from chat where player = $2 and at > $3)",
            *(match, player, now - limits.within_ms),
        )
        there, lines, recent = row
        if not there:
            raise NotFound(f"there is no match {match}: it was deleted, or the link is wrong")
        if recent >= limits.lines:
            raise TooMuch("rate", f"at most {limits.lines} lines in {limits.within_ms // 1000} s: wait a moment")
        if lines >= limits.match:
            raise TooMuch("match", f"this table has said {limits.match} lines: no more are kept")

    async def talk(self, match: str, channels: Sequence[str], *, after: int = 0, limit: int = 200) -> list[Said]:
        """The last lines of some channels that came after a number, in order."""
        if not channels:
            return []
        places = ", ".join(f"${i}" for i in range(3, len(channels) + 3))
        rows = await self._fetch(
            f"select {CHAT} from chat where match = $1 and number > $2 and channel in ({places})"
            f" order by number desc limit {max(1, min(limit, MAX_TALK))}",
            *(match, after, *channels),
        )
        return [Said(*row) for row in reversed(rows)]
