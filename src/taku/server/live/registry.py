"""The registry: all live tables of this server. A table comes into memory on demand and leaves when nobody needs it."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from taku.engine.game import Game, GameError
from taku.server.analyses import Analyses
from taku.server.bots import Pool
from taku.server.budget import Budgets
from taku.server.config import Config, now, steady, ticks
from taku.server.deals import Deals
from taku.server.games import Games
from taku.server.live.peers import AGAIN
from taku.server.live.table import Table
from taku.server.memory import Memory
from taku.server.results import series
from taku.server.siblings import Siblings
from taku.server.store import Change, Match, Seat, Store, StoreError
from taku.server.store.matches import ID
from taku.server.words import PLACES, plain

log = logging.getLogger(__name__)
IDLE = 120_000
"""ms without anybody looking, after which a table leaves memory."""
SWEEP = AGAIN / 1000
MOST = 5_000
"""Tables in memory; the one that was not used longest gives way."""
TELL_SECONDS = 1.0
"""Seconds before players are told that nothing can be stored: a short moment is nobody's concern."""
HINTS, HINT_SECONDS = 10, 60
"""Hints for one guest in so many seconds: one every six seconds, whatever number of tables and pages they have."""


class Registry:
    """Finds, opens and closes tables, and passes on what the store tells."""

    def __init__(
        self, config: Config, store: Store, games: Games, pool: Pool, deals: Deals, siblings: Siblings
    ) -> None:
        self.config = config
        self.store = store
        self.games = games
        self.pool = pool
        self.deals = deals
        self.analyses = Analyses(store, siblings)
        self.hints = Budgets(int(HINTS * config.allow), HINT_SECONDS)
        siblings.share("hints", self.hints, at_once=True)
        self.siblings = siblings
        self.shared = store.shared
        self.tables: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Future[Table | None]] = {}
        self._changed: set[str] = set()
        """Of those, the ones that another server changed meanwhile."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._memory = Memory()
        self._told_down = False
        self._unlisten = store.listen(self._heard)
        siblings.watcher = self._watched_elsewhere
        siblings.when_compiled(lambda name: self._spawn(self._compiled_elsewhere(games.get(name))))

    def drives(self, id: str) -> bool:
        """Whether bots, clocks and takeovers of a table are this process's: of those of one server, its owner's."""
        return self.siblings.owns(id)

    async def begin(self) -> None:
        """After a start: tables whose clocks run come back by themselves."""
        after = None
        while True:
            page = await self.store.matches(statuses=("playing",), after=after, limit=100)
            for match in page.matches:
                if match.clock.get("kind", "none") != "none" and self.drives(match.id):
                    await self._bring_back(match.id)
            after = page.next
            if after is None:
                break
        self._spawn(self._sweep())

    async def _bring_back(self, id: str) -> None:
        """Open a table for which nobody asked: one that cannot be replayed must not keep all others from going on."""
        try:
            await self.table(id)
        except StoreError:
            raise
        except Exception:
            log.exception("table %s cannot be opened", id)

    async def table(self, id: str) -> Table | None:
        """The table with this id, from memory or from the store; None if there is none or its rules have changed."""
        table = await self._found(id) if ID.fullmatch(id) else None
        if table is not None and table.match is None and self.shared:
            await table.look_again()
        return table

    async def _found(self, id: str) -> Table | None:
        found = self.tables.get(id)
        if found is not None:
            found.used = ticks()
            return found
        waiting = self._opening.get(id)
        if waiting is not None:
            return await asyncio.shield(waiting)
        future: asyncio.Future[Table | None] = asyncio.get_running_loop().create_future()
        self._opening[id] = future
        self.siblings.watch(id)
        try:
            table = await self._open(id)
            if table is not None and id in self._changed:
                self._spawn(self._refresh(table))
            future.set_result(table)
            return table
        except BaseException:
            future.set_result(None)
            raise
        finally:
            del self._opening[id]
            self._changed.discard(id)

    async def _open(self, id: str) -> Table | None:
        record = await self.store.match(id)
        if record is None:
            return None
        try:
            game = self.games.get(record.game)
        except GameError:
            return None
        if record.game_version != str(game.version):
            if record.status in ("waiting", "playing", "paused"):
                await self.store.update_match(id, now=now(), status="closed")
            return None
        table = Table(self, game, record)
        await table.load()
        await table.begin()  # whoever opened it may have died before the deal
        table.presence.begin()
        self.tables[id] = table
        table.set_timer()
        table.spawn(table.peers.ask)
        self._make_room()
        return table

    def _make_room(self) -> None:
        if len(self.tables) <= MOST:
            return
        idle = sorted((t for t in self.tables.values() if not t.connections), key=lambda t: t.used)
        for table in idle[: len(self.tables) - MOST]:
            self._drop(table)

    def _drop(self, table: Table) -> None:
        table.close()
        self._memory.dropped += 1
        self.tables.pop(table.id, None)

    async def forget(self, table: Table) -> None:
        """The match was deleted."""
        for c in tuple(table.connections):
            c.tell({"t": "go", "href": f"/t/{table.id}"})
        self._drop(table)

    # ---- new tables

    async def create(self, game: Game, **facts: Any) -> Match:
        """A new match in the store; whoever sits there may begin at once."""
        made = await self.store.create_match(game=game.reference, game_version=str(game.version), now=now(), **facts)
        if self.config.workers > 0 and not self.pool.ready(game):
            self._spawn(self.prepare(game))
        if not any(s.kind in ("open", "invited") for s in made.seats):
            table = await self.table(made.id)
            if table is not None:
                await table.begin()
                if not self.drives(made.id) and not table.connections:
                    self._drop(table)  # its owner goes on with it, once somebody looks
                return table.record
        return made

    async def prepare(self, game: Game) -> None:
        """Compile a game; its tables go on at native speed, since the bytes agree. Of several processes one does it."""
        if await self.pool.prepare(game, build=self.siblings.index == 0):
            self.siblings.compiled(game.reference)
            self._faster(game)

    async def _compiled_elsewhere(self, game: Game) -> None:
        await self.pool.prepare(game, build=False)
        self._faster(game)

    def _faster(self, game: Game) -> None:
        for table in tuple(self.tables.values()):
            if table.game is game:
                table.faster()

    async def again(self, of: Match, seats: list[Seat], nonces: dict[str, str], host: str | None) -> Match:
        """The rematch of a match: the same choices, a new deal, into which the players threw these."""
        game, deal = self.games.get(of.game), self.deals.rematch(of.id)
        settings = {k: v for k, v in of.settings.items() if k not in ("deal", "seed", "guide")}
        settings["series"] = series(of)
        made = await self.create(
            game, id=deal.id, options=of.options, seats=seats, host=host, secret=deal.secret,
            commitment=deal.commitment, nonces=nonces, title=of.title, visibility=of.visibility, clock=of.clock,
            settings=settings, rematch_of=of.id,
        )  # fmt: skip
        await self.store.carry_talk(of.id, made.id)
        return made

    def notice(self, table: Table, key: str, seat: int) -> None:
        """A word to everybody at a table about a seat."""
        for c in table.connections:
            c.tell(
                {"t": "notice", "level": "info", "text": plain(c.t(key, name=PLACES[seat]), table.names(c.t.language))}
            )

    # ---- what the store tells

    def _heard(self, change: Change) -> None:
        if change.what == "job":
            self._spawn(self.pool.heard(change))
            return
        if change.what in ("down", "up"):
            self._spawn(self._store_down() if change.what == "down" else self._store_up())
            return
        if change.what == "all":
            for one in tuple(self.tables.values()):
                self._spawn(self._refresh(one))
            self._spawn(self._people({c.player for t in self.tables.values() for c in t.connections} - {""}))
            return
        if change.what == "player":
            self._spawn(self._people({change.id}))
            return
        table = self.tables.get(change.id)
        if table is None:
            if change.id in self._opening:
                self._changed.add(change.id)
            return
        if change.what == "entry":
            mine = table.storing if change.here else 0
            if table.match is None or change.number > max(table.match.step, mine):
                self._spawn(table.heard(change.number))
        elif change.what == "word":
            if not change.here:
                self._spawn(self._word(table, change.text))
        elif change.what == "chat":
            self._spawn(table.talk.heard())
        elif change.what == "match":
            self._spawn(table.reread())
        elif change.what == "gone":
            self._spawn(self.forget(table))

    @staticmethod
    async def _word(table: Table, text: str) -> None:
        """Another server says something: it knew the entries that were told before, and so must this one."""
        async with table.lock:
            table.peers.heard(text)

    def _watched_elsewhere(self, id: str) -> None:
        """Another process has this one's table: what was stored before it said so was not told."""
        table = self.tables.get(id)
        if table is None:
            self._spawn(self._bring_back(id))  # somebody looks at it there: it is to be driven
        else:
            step = table.match.step if table.match is not None else 0
            self.siblings.tell([Change("match", id), Change("entry", id, step), Change("chat", id)])

    async def _refresh(self, table: Table) -> None:
        self.siblings.watch(table.id)
        await table.reread()
        if table.match is not None:
            length = table.record.length
            await table.heard(length)
        table.set_timer()
        table.bots.wake()
        await table.talk.heard()
        await table.peers.ask()
        await table.peers.tell_all()

    async def _store_down(self) -> None:
        """Nothing can be stored: no clock runs for a move that cannot be made, and everybody is told if it lasts."""
        for table in self.tables.values():
            table.clocks.stop(ticks())
        await asyncio.sleep(TELL_SECONDS)
        if self.store.trouble is not None and not self._told_down:
            self._told_down = True
            self._tell_all("store.down", "warn")

    async def _store_up(self) -> None:
        """It can be stored again: tables read what they missed, and whoever had to wait goes on."""
        if self._told_down:
            self._told_down = False
            self._tell_all("store.up", "info")
        for table in tuple(self.tables.values()):
            if not table.paused:
                table.clocks.go_on(ticks())
            self._spawn(self._refresh(table))

    def _tell_all(self, key: str, level: str) -> None:
        for table in self.tables.values():
            for c in table.connections:
                c.notice(key, level)
                c.flag("presence")  # the clocks stand or run

    async def _people(self, ids: set[str]) -> None:
        """Guests were perhaps banned or forgotten: the pages of those close. Where cookies were revoked they come back
        at once, and show which one they have."""
        found = await self.store.players(ids)
        out = {id for id in ids if id not in found or found[id].banned is not None}
        for table in self.tables.values():
            for c in tuple(table.connections):
                if c.player in out:
                    c.close(1008)
                elif c.player in found and c.generation != found[c.player].generation:
                    c.close(1012)

    # ---- keeping house

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self._look_after_tables()
                await self._days()
                if self.pool.shared:
                    await self.store.forget_jobs(now())
            except StoreError as fault:  # what could not be done now is done the next time
                log.log(fault.level, "the tables are looked after later: %s", fault)
            self._memory.tidy(ticks() - max((t.used for t in self.tables.values()), default=0))

    async def _look_after_tables(self) -> None:
        edge = ticks() - IDLE
        self.siblings.forget_watchers()
        for table in tuple(self.tables.values()):
            drives = self.drives(table.id)
            clock = table.clocks.on and not table.over and table.clocks.kind != "days"
            busy = table.connections or (drives and (clock or table.presence.elsewhere))
            if not busy and (table.used < edge or not drives):
                self._drop(table)
            elif self.shared:
                self.siblings.watch(table.id)
                table.presence.forget_old()
                await table.peers.tell_all()

    async def _days(self) -> None:
        """Tables with days per move are asleep most of the time: wake those whose time is up."""
        after = None
        while True:
            page = await self.store.matches(statuses=("playing",), clock="days", after=after)
            for match in page.matches:
                if match.id not in self.tables and self.drives(match.id):
                    last = await self.store.entries(match.id, match.length, limit=1)
                    since = last[0].at if last else match.changed_at
                    if since + int(match.clock.get("seconds", 0)) * 1000 < steady():
                        await self._bring_back(match.id)
            after = page.next
            if after is None:
                return

    def _spawn(self, work: Any) -> None:
        async def guarded() -> None:
            try:
                await work
            except StoreError as fault:
                log.log(fault.level, "%s", fault)
            except Exception:
                log.exception("in the registry")

        task = asyncio.create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Tell every page that the server goes, and let the tables go."""
        self._unlisten()
        for table in tuple(self.tables.values()):
            for c in tuple(table.connections):
                c.close(1012)
            table.close()
        for task in tuple(self._tasks):
            task.cancel()
        self.analyses.close()
        await asyncio.sleep(0.05)
        self.pool.close()

    def counts(self) -> dict[str, int]:
        pages = [c for t in self.tables.values() for c in t.connections]
        return {
            "tables": len(self.tables),
            "connections": len(pages),
            "players": sum(c.seat >= 0 for c in pages),
            "watchers": sum(c.seat < 0 for c in pages),
            "bots_waiting": self.pool.bots.waiting + self.pool.bots.running,
            "bots_answered": self.pool.answered,
            "bots_crashed": self.pool.bots.crashes,
            "analyses": len(self.analyses),
        }
