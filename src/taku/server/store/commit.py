"""Group commit: what many tables write at the same moment becomes durable together, in one transaction."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from taku.server.store.driver import Driver, Rows, Unit
from taku.server.store.errors import Closed, StoreError, Unavailable
from taku.server.store.records import Change

log = logging.getLogger(__name__)

# A commit costs one flush of the disk (about 1 to 5 ms) however much is in it; 512 units add about 10 ms of work to it.
MAX_BATCH = 512
# What may wait in memory while the disk stalls; whoever comes later waits before queueing.
MAX_WAITING = 8 * 1024 * 1024


@dataclass(slots=True)
class Stats:
    """What the store did since it was opened, for the metrics page."""

    commits: int = 0
    units: int = 0
    entries: int = 0
    failed: int = 0
    busy_seconds: float = 0.0
    waiting: int = 0
    waiting_bytes: int = 0


class Committer:
    """Collects units while the last batch is being made durable, then commits them all at once."""

    def __init__(
        self,
        driver: Driver,
        stored: Callable[[Change], None],
        *,
        max_batch: int = MAX_BATCH,
        max_waiting: int = MAX_WAITING,
    ) -> None:
        self._driver = driver
        self._stored = stored
        self._max_batch = max_batch
        self._max_waiting = max_waiting
        self._queue: deque[tuple[Unit, int, asyncio.Future[list[Rows]]]] = deque()
        self._work = asyncio.Event()
        self._room = asyncio.Condition()
        self._closing = False
        self.stats = Stats()
        self._task = asyncio.create_task(self._run(), name="taku store: group commit")

    async def write(self, unit: Unit) -> list[Rows]:
        """Return once the unit is durable, with the rows of each statement.

        Whoever is cancelled while waiting here does not know whether the unit was stored.
        """
        weight = unit.weight
        if self.stats.waiting_bytes >= self._max_waiting:
            async with self._room:
                await self._room.wait_for(lambda: self._closing or self.stats.waiting_bytes < self._max_waiting)
        if self._closing:
            raise Closed("the store is closed: nothing more can be written")
        done: asyncio.Future[list[Rows]] = asyncio.get_running_loop().create_future()
        self._queue.append((unit, weight, done))
        self.stats.waiting += 1
        self.stats.waiting_bytes += weight
        self._work.set()
        return await done

    async def close(self) -> None:
        """Store what waits, then stop."""
        self._closing = True
        self._work.set()
        async with self._room:
            self._room.notify_all()
        await self._task

    async def _run(self) -> None:
        while True:
            await self._work.wait()
            if not self._queue:
                if self._closing:
                    return
                self._work.clear()
                continue
            batch = [self._queue.popleft() for _ in range(min(len(self._queue), self._max_batch))]
            live = [(unit, done) for unit, _, done in batch if not done.cancelled()]
            await self._commit(live)
            self.stats.waiting -= len(batch)
            self.stats.waiting_bytes -= sum(weight for _, weight, _ in batch)
            async with self._room:
                self._room.notify_all()

    async def _commit(self, batch: list[tuple[Unit, asyncio.Future[list[Rows]]]]) -> None:
        if not batch:
            return
        began = time.perf_counter()
        try:
            outcomes = await self._driver.commit([unit for unit, _ in batch])
        except Exception as e:
            if not isinstance(e, StoreError):
                log.exception("a batch of %d could not be stored", len(batch))
            outcomes = [Unavailable(str(e)) for _ in batch]
        self.stats.busy_seconds += time.perf_counter() - began
        self.stats.commits += 1
        for (unit, done), outcome in zip(batch, outcomes, strict=True):
            if isinstance(outcome, StoreError):
                self.stats.failed += 1
                if not done.done():
                    done.set_exception(outcome)
                continue
            self.stats.units += 1
            if not done.done():
                done.set_result(outcome)
            for change in unit.changes:
                self._stored(change)
