"""Bots at the table: which seats they play, when they are asked, and answers for those who have no choice."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Coroutine
from typing import TYPE_CHECKING

from taku.bots.table import asked_view
from taku.server.bots import BotFailed
from taku.server.config import now
from taku.server.store import StoreError

if TYPE_CHECKING:
    from taku.server.live.table import Table

log = logging.getLogger(__name__)
THINK = (700, 1900)
"""ms between being asked and answering, as a person who plays briskly would take."""
FURTHER = (300, 600)
"""The same for a further click of one who alone must choose and has just clicked: a turn of many clicks flows."""
FORCED = (400, 900)
"""When there is nothing to choose."""
NATURAL = (1500, 5000)
"""When several are asked at once, one who has no choice must not be known by how soon they answer."""
TAKEOVER_LEVEL = "club"
RETRIES = (0.2, 1, 2, 5, 10, 20, 30, 60, 60, 60)
"""Seconds between tries to store a move while the database does not answer."""


class BotSeats:
    """The seats of a table that the server plays for."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._at_work: dict[tuple[int, int], asyncio.Task[None]] = {}

    @property
    def taken(self) -> set[int]:
        """Seats of people for whom a bot plays now."""
        return self.table.history.taken if self.table.history is not None else set()

    def level(self, seat: int) -> str | None:
        """The level that plays a seat; None for people."""
        holder = self.table.record.seats[seat]
        if holder.kind == "bot":
            return holder.level or TAKEOVER_LEVEL
        return TAKEOVER_LEVEL if seat in self.taken else None

    def wake(self) -> None:
        """See who must choose now and whom the server answers for."""
        table = self.table
        if table.match is None or table.history is None or table.record.status != "playing" or table.over:
            return
        acting = table.acting()
        for seat in acting:
            key = (seat, table.history.seq(seat))
            if key in self._at_work:
                continue
            level = self.level(seat)
            if level is not None:
                self._start(key, self._think(*key, level))
            elif table.setting("auto", True) and len(table.legal(seat)) == 1:
                self._start(key, self._answer(*key, alone=len(acting) == 1))

    def _start(self, key: tuple[int, int], work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(self._guarded(key, work))
        self._at_work[key] = task
        task.add_done_callback(lambda _: self._at_work.pop(key, None))

    async def _guarded(self, key: tuple[int, int], work: Coroutine[None, None, None]) -> None:
        """Whatever a bot does wrong, its table goes on."""
        seat, seq = key
        try:
            await work
        except Exception:
            log.exception("table %s: the bot in seat %d failed; the default is played", self.table.id, seat)
            await self._play(seat, seq, self._default(seat))

    def _default(self, seat: int) -> int:
        """What a seat plays that does not choose."""
        match, history = self.table.match, self.table.history
        assert match is not None
        assert history is not None
        return match.rules.default(history.past[seat].seen, seat)

    def _pause(self, span: tuple[int, int]) -> float:
        return random.uniform(*span) / 1000 / self.table.hall.config.speed

    def _goes_on(self, seat: int) -> bool:
        """Whether this seat has made the last click and nobody else must choose now."""
        match = self.table.match
        return bool(match and match.entries and match.entries[-1].seat == seat) and self.table.acting() == [seat]

    async def _think(self, seat: int, seq: int, level: str) -> None:
        table = self.table
        assert table.history is not None
        began = now()
        legal = table.legal(seat)
        pause = self._pause(FORCED if len(legal) == 1 else FURTHER if self._goes_on(seat) else THINK)
        action = legal[0]
        if len(legal) > 1:
            number = table.match.step if table.match else 0
            payload = self._asked(seat)
            for attempt in range(3):
                try:
                    action = await table.hall.pool.choose(table, seat, level, number, payload)
                    break
                except BotFailed:
                    if attempt == 2:
                        action = random.choice(legal)
        await asyncio.sleep(max(0.0, pause - (now() - began) / 1000))
        if self.level(seat) is not None:
            await self._play(seat, seq, action)

    def _asked(self, seat: int) -> bytes:
        """The bytes that a bot gets: what its seat sees, less which of the others have sealed their choice already."""
        match, history = self.table.match, self.table.history
        assert match is not None
        assert history is not None
        seen = asked_view(match, seat)
        return seen.memory[: seen.layout.offsets["log"]].tobytes().ljust(seen.layout.size, b"\0")

    async def _answer(self, seat: int, seq: int, *, alone: bool) -> None:
        await asyncio.sleep(self._pause(FORCED if alone else NATURAL))
        legal = self.table.legal(seat)
        if len(legal) == 1:
            await self._play(seat, seq, legal[0])

    async def _play(self, seat: int, seq: int, action: int) -> None:
        """Play until it is stored: nobody else would wake the table."""

        async def play() -> None:
            chosen = action
            for wait in RETRIES:
                try:
                    why = await self.table.act(seat, seq, chosen)
                except StoreError as fault:
                    log.warning("table %s: the move of seat %d waits: %s", self.table.id, seat, fault)
                    why = "refused.busy"
                if why == "refused.illegal":
                    log.error("table %s: the bot in seat %d answers %d, which is not legal; the default is played",
                              self.table.id, seat, chosen)  # fmt: skip
                    chosen = self._default(seat)
                elif why == "refused.busy":
                    await asyncio.sleep(wait)
                else:
                    return
            log.error("table %s: the move of seat %d could not be stored", self.table.id, seat)

        self.table.spawn(play)

    async def hint(self, seat: int) -> int | None:
        """What the best bot would do in this seat's place, from what the seat sees."""
        table = self.table
        legal = table.legal(seat)
        if not legal or table.history is None or table.match is None:
            return None
        if len(legal) == 1:
            return legal[0]
        try:
            best = table.hall.pool.best
            action = await table.hall.pool.choose(table, seat, best, table.match.step, self._asked(seat), hint=True)
        except BotFailed:
            return None
        return action if action in table.legal(seat) else None

    def close(self) -> None:
        for task in tuple(self._at_work.values()):
            task.cancel()
