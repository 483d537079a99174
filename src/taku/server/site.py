"""The site: what all pages and tables of one server share."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import resource
import secrets
import sys
from collections import Counter
from typing import Any

from taku.bots import brought
from taku.compile.speed import rules_of
from taku.engine.catalogue import LANGUAGES
from taku.server import limits
from taku.server.bots import Pool
from taku.server.budget import Budgets
from taku.server.config import Config, now
from taku.server.deals import Deals
from taku.server.games import Games
from taku.server.gate import Gate
from taku.server.health import Health
from taku.server.live.registry import Registry
from taku.server.people import Keeper, Pass
from taku.server.sandbox import Sandbox
from taku.server.siblings import REPORT, Siblings
from taku.server.store import Change, Player, Store, StoreError, open_store

log = logging.getLogger(__name__)
LATER = 1.0
"""Seconds between the start and the loading of rules: the first page comes first."""
KNOWN = 20_000
"""Guests kept in memory, so that a page does not ask the database for who reads it."""


class People:
    """Guests, remembered for a while."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[Player, int]] = {}
        store.listen(self._heard)

    def _heard(self, change: Change) -> None:
        if change.what == "player":
            self._known.pop(change.id, None)
        elif change.what == "all":
            self._known.clear()

    async def get(self, id: str) -> Player | None:
        kept = self._known.get(id)
        if kept is not None and kept[1] > now() - 60_000:
            return kept[0]
        found = await self._store.player(id)
        if found is not None:
            await self._store.seen(id, now())
            if len(self._known) >= KNOWN:
                self._known.clear()
            self._known[id] = (found, now())
        return found

    async def of(self, who: Pass | None) -> Player | None:
        """The guest that a cookie names, unless it was revoked."""
        found = await self.get(who.player) if who is not None and who.player else None
        return found if found is not None and who is not None and found.generation == who.generation else None

    def changed(self, player: Player) -> None:
        self._known.pop(player.id, None)


class Site:
    """One server."""

    def __init__(self, config: Config, siblings: Siblings | None = None) -> None:
        self.config = config
        self.siblings = siblings or Siblings()
        key = config.key()
        self.keeper = Keeper(key)
        self.deals = Deals(key)
        self.games = Games(config.data / "overlays")
        if (config.data / "players").is_dir():  # workers learn it from the environment
            os.environ[brought.VARIABLE] = str(config.data / "players")
        allow = config.allow
        self.all = Budgets(int(limits.REQUESTS * allow), limits.REQUESTS_SECONDS)
        self.reads = Budgets(int(limits.READS * allow), limits.READS_SECONDS)
        self.posts = Budgets(int(limits.POSTS * allow), limits.POSTS_SECONDS)
        self.creates = Budgets(int(limits.CREATES * allow), limits.CREATES_SECONDS)
        self.newcomers = Budgets(int(limits.NEWCOMERS * allow), limits.NEWCOMERS_SECONDS)
        self.sockets = Budgets(int(limits.SOCKETS * allow), limits.SOCKETS_SECONDS)
        self.codes = Budgets(int(limits.CODES * allow), limits.CODES_SECONDS)
        for name in ("all", "reads", "posts", "sockets"):
            self.siblings.share(name, getattr(self, name))
        for name in ("creates", "newcomers", "codes"):
            self.siblings.share(name, getattr(self, name), at_once=True)
        self.open_sockets: Counter[str] = Counter()
        """Of each address."""
        self.sandbox = Sandbox()
        self.health = Health(self)
        self.began = now()
        self.requests = 0
        self.errors = 0
        self.gate: Gate | None = None
        """Counts open connections, where this is served by our own protocol."""
        self.store: Store
        self.people: People
        self.registry: Registry
        self._stop = asyncio.Event()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[Any]] = []

    async def open(self) -> None:
        await self.siblings.open()
        self.store = await open_store(self.config.store, self.siblings)
        self.people = People(self.store)
        queued = self.store.kind != "sqlite"
        pool = Pool(self.config.workers, self.store, shared=queued)
        self.registry = Registry(self.config, self.store, self.games, pool, self.deals, self.siblings)
        await self.registry.begin()
        if queued and self.config.workers > 0:
            self.store.listen(lambda change: self._wake.set() if change.what in ("job", "all") else None)
            name = f"server-{secrets.token_hex(4)}"
            for i in range(self.config.workers):
                moves = i == 0 and self.config.workers > 1
                work = pool.work(f"{name}-{i}", self._stop, self._wake, moves=moves)
                self._tasks.append(asyncio.create_task(work))
        self._tasks.append(asyncio.create_task(self._load()))
        self._tasks.append(asyncio.create_task(self._prepare()))
        if not self.siblings.alone:
            self._tasks.append(asyncio.create_task(self._report()))

    def numbers(self) -> dict[str, float]:
        """What this process counts; those of all processes together are the server's."""
        stats, counts = self.store.stats, self.registry.counts()
        return {f"taku_{name}": value for name, value in counts.items()} | {
            "taku_requests_total": self.requests,
            "taku_errors_total": self.errors,
            "taku_store_entries_total": stats.entries,
            "taku_store_commits_total": stats.commits,
            "taku_store_failed_total": stats.failed,
            "taku_store_slow_total": stats.slow,
            "taku_store_busy_seconds_total": round(stats.busy_seconds, 3),
            "taku_memory_bytes": memory(),
        }

    async def _report(self) -> None:
        while True:
            self.siblings.report(self.numbers())
            self.registry.analyses.tell()
            await asyncio.sleep(REPORT)

    async def _load(self) -> None:
        """Load the rules in a thread and draw the pictures one by one: the first page that needs them would stop
        everybody for half a second."""
        await asyncio.sleep(LATER)
        for game in self.games.all():
            with contextlib.suppress(Exception):  # a game that cannot be loaded tells those who play it
                await asyncio.to_thread(rules_of, game)
            for language in LANGUAGES:
                self.games.picture(game, language)
                await asyncio.sleep(0)

    async def _prepare(self) -> None:
        """Compile all games ahead, one after another, while people play already; of several processes one does it."""
        if self.config.workers > 0:
            await self.registry.pool.warm_up()
            games = self.games.all()
            for game in [*games, *(laid for one in games for laid in self.games.overlays(one))]:
                with contextlib.suppress(Exception):
                    await self.registry.prepare(game)

    async def close(self) -> None:
        self._stop.set()
        for task in self._tasks:
            task.cancel()
        self.sandbox.close()
        await self.registry.close()
        try:
            await self.store.close()
        except StoreError:
            log.exception("closing the store")
        await self.siblings.close()


def memory() -> int:
    """Bytes that this process had in memory at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
