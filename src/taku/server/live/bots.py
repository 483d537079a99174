"""Bots at the table: which seats they play, when they are asked, and answers for those who have no choice."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING

from taku.bots.search import is_perfect
from taku.bots.table import asked_view
from taku.engine.match import Entry, Refused
from taku.server.bots import BotFailed
from taku.server.fair_queue import Kind
from taku.server.store import StoreError, Unavailable

if TYPE_CHECKING:
    from taku.server.live.table import Table

log = logging.getLogger(__name__)
THINK = (700, 1900)
"""ms between being asked and answering, as a person who plays briskly would take."""
FURTHER = (300, 600)
"""The same for a further click of one who alone must choose and has just clicked: a turn of many clicks flows."""
FORCED = (400, 900)
"""When there is nothing to choose, in a game without secrets: elsewhere it would tell what the seat holds."""
FLOW = 2
"""Where turns have more decisions than this (``Game.clicks``), these pauses are as many times shorter: then the turn of
a bot takes about a second."""
SEALED = (2000, 4000)
"""ms from the beginning of a choice of several seats to a seal, and between later moments for it. The least is above
what a search takes at most (1.6 s and the way there), so that it never matters how long one searched."""
UNSEEN = (100, 300)
"""The same for a click that nobody else sees."""
HURRY = 20
"""So many times faster are bots while all people look on and have asked for it: a round takes a second or two."""
TAKEOVER_LEVEL = "club"
PATIENCE = 20.0
"""Seconds to wait for the workers; then a bot plays what the game's playouts prefer. Two killed workers are replaced
in less; those who have more bots than there is time for get on with weaker ones."""
ASK_AGAIN = 1.0
RETRIES = (0.2, 1, 2, 5, 10, 20, 30, 60, 60, 60)
"""Seconds between tries to play a move while other servers write into the same match."""

clock = time.monotonic


class BotSeats:
    """The seats of a table that the server plays for."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._at_work: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._hints: dict[int, tuple[int, asyncio.Task[int]]] = {}
        """For each seat the hint that is being found, and for which of its moves."""
        self._playing: set[tuple[int, int]] = set()
        """Moves that are being stored."""
        self._seals: dict[int, tuple[int, float]] = {}
        """For each seat that chooses together with others: from which of its moves on, and when it may be seen to have
        chosen."""
        self._unthinking = False

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

    def owner(self) -> str:
        """Whose share of the workers' time the bots of this table use: the host's, unless only others sit here."""
        host = self.table.record.host or ""
        people = [s.player for s in self.table.record.seats if s.player]
        return host if host in people or not people else people[0]

    def kind(self) -> Kind:
        """How urgent their moves are: a person who looks at the table waits for them, or nobody does."""
        waits = any(self.table.presence.state(seat) in ("here", "away") for seat in self.table.humans())
        return Kind.MOVE if waits else Kind.ALONE

    def wake(self) -> None:
        """See who must choose now and whom the server answers for."""
        table = self.table
        self._drop_unwanted()
        if table.match is None or table.history is None or table.record.status != "playing" or table.over:
            return
        if not table.registry.drives(table.id):
            return
        acting = table.acting()
        for seat in acting:
            key = (seat, table.history.seq(seat))
            if key in self._at_work or key in self._playing:
                continue
            if len(acting) > 1 and seat not in self._seals:
                self._seals[seat] = (key[1], clock() + self._pause(SEALED))
            level = self.level(seat)
            if level is not None:
                self._start(key, self._think(*key, level))
            elif table.setting("auto", True) and len(table.legal(seat)) == 1:
                self._start(key, self._answer(*key, alone=len(acting) == 1))

    def _drop_unwanted(self) -> None:
        """Nobody wants the answer for a move that was made, or for a seat whose person is back."""
        history = self.table.history
        if history is None:
            return
        for (seat, seq), task in tuple(self._at_work.items()):
            if history.seq(seat) != seq:
                task.cancel()
        for seat, (seq, hint) in tuple(self._hints.items()):
            if history.seq(seat) != seq:
                hint.cancel()
        acting = self.table.acting()
        for seat, (seq, _) in tuple(self._seals.items()):
            own_pace = self.level(seat) is None and history.seq(seat) != seq  # a person's click begins it anew
            if seat not in acting or own_pace:
                del self._seals[seat]

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

    # ---- when to answer

    def _pause(self, span: tuple[int, int]) -> float:
        hurry = HURRY if self.table.setting("hurry") and self.table.only_looked_on() else 1
        return random.uniform(*span) / 1000 / self.table.registry.config.speed / hurry

    def _goes_on(self, seat: int) -> bool:
        """Whether this seat has made the last click and nobody else must choose now."""
        match = self.table.match
        return bool(match and match.entries and match.entries[-1].seat == seat) and self.table.acting() == [seat]

    def _natural(self, seat: int) -> float:
        """How long one who chooses alone takes. Where there are secrets it does not depend on how many choices the seat
        has."""
        forced = len(self.table.legal(seat)) == 1 and is_perfect(self.table.game)
        span = FORCED if forced else FURTHER if self._goes_on(seat) else THINK
        return self._pause(span) / max(1.0, self.table.game.clicks / FLOW)

    async def _seal(self, seat: int, action: int) -> None:
        """Wait until one who chooses together with others may be seen to have chosen.

        The moment was drawn when the choice began, before anybody looked at what the seat holds, so that it depends on
        neither the number of legal actions nor the clicks nor the search. Who is not ready then (the workers are
        overloaded) waits for the next such moment: at most the number of missed moments can be seen, and bots without a
        choice stand in the same queue as the others. Clicks that nobody sees do not wait.
        """
        if not self._shows(seat, action):
            await asyncio.sleep(self._pause(UNSEEN))
            return
        seq, moment = self._seals.get(seat, (0, clock()))
        while moment < clock():
            moment += self._pause(SEALED)
        self._seals[seat] = (seq, moment)
        await asyncio.sleep(moment - clock())
        self._seals.pop(seat, None)

    def _shows(self, seat: int, action: int) -> bool:
        """Whether everybody sees that this action was played."""
        match, history = self.table.match, self.table.history
        assert match is not None
        assert history is not None
        try:
            prepared = match.prepare(Entry("move", seat, action))
        except Refused:
            return True
        return history.public(prepared.entry, prepared.state)

    # ---- bots

    async def _think(self, seat: int, seq: int, level: str) -> None:
        table = self.table
        assert table.history is not None
        began, together = clock(), seat in self._seals
        legal = table.legal(seat)
        pause = self._natural(seat)
        action = legal[0]
        if len(legal) > 1 or together:
            found = await self._ask(seat, level)
            action = self._unthought(seat) if found is None else found
        if together:
            await self._seal(seat, action)
        else:
            await asyncio.sleep(max(0.0, pause - (clock() - began)))
        if self.level(seat) is not None:
            await self._play(seat, seq, action)

    async def _ask(self, seat: int, level: str) -> int | None:
        """What the workers say; None if they do not answer for long, though the database is there."""
        table, store = self.table, self.table.registry.store
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    found = await self._choice(seat, level)
                    self._unthinking = False
                    return found
            except TimeoutError:
                if store.trouble is None:
                    break
                await store.recovered()
            except Unavailable:
                await store.recovered()
                await asyncio.sleep(ASK_AGAIN)
        if not self._unthinking:
            self._unthinking = True
            log.warning("table %s: no worker answered in %g s; its bots play without thinking", table.id, PATIENCE)
            for c in table.connections:
                c.notice("bots.unthinking")
        return None

    async def _choice(self, seat: int, level: str) -> int:
        table, payload = self.table, self._asked(seat)
        number = table.match.step if table.match else 0
        while True:
            try:
                return await table.registry.pool.choose(
                    table, seat, level, number, payload, kind=self.kind(), owner=self.owner()
                )
            except BotFailed as fault:
                log.debug("table %s: seat %d asks again: %s", table.id, seat, fault)
                await asyncio.sleep(ASK_AGAIN)

    def _unthought(self, seat: int) -> int:
        """A move for which nothing is searched: drawn as in a playout if the game has preferences, else its default."""
        match, history = self.table.match, self.table.history
        assert match is not None
        assert history is not None
        rules, seen = match.rules, history.past[seat].seen
        if "prefer" not in rules.functions:
            return self._default(seat)
        legal = self.table.legal(seat)
        kept = [a for a in legal if not rules.takes_back(seen, seat, a)] or legal
        weights = [max(0, rules.prefer(seen, seat, a)) for a in kept]
        return random.choices(kept, weights if any(weights) else None)[0]

    def _asked(self, seat: int) -> bytes:
        """The bytes that a bot gets: what its seat sees, less which of the others have sealed their choice already."""
        match, history = self.table.match, self.table.history
        assert match is not None
        assert history is not None
        seen = asked_view(match, seat)
        return seen.memory[: seen.layout.offsets["log"]].tobytes().ljust(seen.layout.size, b"\0")

    async def _answer(self, seat: int, seq: int, *, alone: bool) -> None:
        legal = self.table.legal(seat)
        if alone:
            await asyncio.sleep(self._natural(seat))
        elif legal:
            await self._seal(seat, legal[0])
        legal = self.table.legal(seat)
        if len(legal) == 1:
            await self._play(seat, seq, legal[0])

    async def _play(self, seat: int, seq: int, action: int) -> None:
        """Play until it is stored: nobody else would wake the table."""

        async def play() -> None:
            try:
                await self.table.guide.read_on.wait()
                await store()
            finally:
                self._playing.discard((seat, seq))

        async def store() -> None:
            chosen = action
            for wait in RETRIES:
                why = await self._stored(seat, seq, chosen)
                if why == "refused.illegal":
                    log.error("table %s: the bot in seat %d answers %d, which is not legal; the default is played",
                              self.table.id, seat, chosen)  # fmt: skip
                    chosen = self._default(seat)
                elif why == "refused.busy":
                    await asyncio.sleep(wait)
                else:
                    return
            log.error("table %s: the move of seat %d could not be stored", self.table.id, seat)

        self._playing.add((seat, seq))
        self.table.spawn(play)

    async def _stored(self, seat: int, seq: int, action: int) -> str | None:
        """Make a move; while the database is gone it waits, as long as the table is there."""
        while True:
            try:
                return await self.table.act(seat, seq, action)
            except Unavailable:
                await self.table.registry.store.recovered()
                await asyncio.sleep(ASK_AGAIN / 10)

    # ---- hints

    async def hint(self, seat: int) -> int | str:
        """What the best bot would do in this seat's place, from what the seat sees; else the key of why there is none.

        A seat has one hint at a time, from however many pages it asks.
        """
        table = self.table
        legal = table.legal(seat)
        if not legal or table.history is None or table.match is None:
            return "hint.none"
        if len(legal) == 1:
            return legal[0]
        if seat in self._hints:
            return "hint.thinking"
        player = table.record.seats[seat].player or ""
        if not table.registry.hints.spend(player):
            return "hint.enough"
        pool = table.registry.pool
        work = pool.choose(table, seat, pool.best, table.match.step, self._asked(seat), kind=Kind.HINT, owner=player)
        task = asyncio.create_task(work)
        self._hints[seat] = (table.history.seq(seat), task)
        try:
            await asyncio.wait({task})
            action = task.result()
        except (BotFailed, StoreError):
            return "hint.none"
        except asyncio.CancelledError:
            if not task.cancelled():  # whoever asked is gone
                raise
            return "hint.none"
        finally:
            task.cancel()
            self._hints.pop(seat, None)
        return action if action in table.legal(seat) else "hint.none"

    def close(self) -> None:
        for task in (*self._at_work.values(), *(task for _, task in self._hints.values())):
            task.cancel()
