"""Group commit: what many tables write at the same moment becomes durable together, in one transaction."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from taku.server.store.driver import Driver, Outcome, Rows, Statement, Unit
from taku.server.store.errors import Closed, Stalled, StoreError, Unavailable
from taku.server.store.records import Change

log = logging.getLogger(__name__)

# A commit costs one flush of the disk (about 1 to 5 ms) however much is in it; 512 units add about 10 ms of work to it.
MAX_BATCH = 512
# Where moves follow each other more quickly than this, they are made together: a move alone finds nothing of what it
# needs in the processor's caches, and pays a commit by itself.
BUSY_SECONDS = 0.01
# They wait so long for each other: of 100 tables at two moves a second three then share what a wake-up costs. A view at
# 400 sockets took 0.47 ms of CPU time with a p95 of 26 ms, and with 20 ms of waiting 0.42 ms and 32.
GATHER_SECONDS = 0.015
# The pace of moves is a mean over about so many of them.
PACE = 16
# While there are so many, the loop itself waits for a commit, at most so long: what comes in meanwhile is then heard at
# once, instead of one wake-up for each message and one for the commit.
HOLD_SECONDS = 0.008
# What may wait in memory while the disk stalls; whoever comes later waits before queueing.
MAX_WAITING = 8 * 1024 * 1024
# A commit that takes longer is counted, and told in the log once a minute.
SLOW_SECONDS = 1.0
SLOW_LOG_SECONDS = 60.0
# What has waited so long is called trouble though it may still be stored: players are told that their moves wait.
STALL_SECONDS = 3.0
# While nothing can be stored it is tried again after so long, the last of these for ever.
PROBE_SECONDS = (0.2, 0.5, 1.0, 2.0)

PROBE_BYTES = 8192  # more than a page of the database: it must find room for another
PROBE = Unit(
    (
        Statement("insert into upload (id, body, at) values ($1, $2, 0)", ("probe", bytes(PROBE_BYTES))),
        Statement("delete from upload where id = $1", ("probe",)),
    )
)
"""Something that is written and taken out again, to see whether anything can be stored."""


@dataclass(slots=True)
class Stats:
    """What the store did since it was opened, for the metrics page."""

    commits: int = 0
    units: int = 0
    entries: int = 0
    failed: int = 0
    slow: int = 0
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
        self.trouble: Unavailable | None = None
        """Why nothing can be stored at the moment."""
        self.well = asyncio.Event()
        """Set while there is no trouble."""
        self.well.set()
        self._since = 0.0
        self._last = 0.0
        """When the last turn was asked for."""
        self._pace = 1.0
        """Seconds between two of them."""
        self._turns: list[asyncio.Future[None]] = []
        """Who waits for the next one."""
        self._slow_told = -SLOW_LOG_SECONDS
        self._probing: asyncio.Task[None] | None = None
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

    @property
    def busy(self) -> bool:
        """Whether there are so many moves that they are made together."""
        return self._pace < BUSY_SECONDS

    async def turn(self) -> None:
        """Wait until moves are made, before one is prepared: at once, unless there are many of them."""
        at = time.monotonic()
        self._pace += (min(1.0, at - self._last) - self._pace) / PACE
        self._last = at
        if not self.busy:
            return
        loop = asyncio.get_running_loop()
        if not self._turns:
            loop.call_later(GATHER_SECONDS, self._take_turns)
        mine = loop.create_future()
        self._turns.append(mine)
        await mine

    def _take_turns(self) -> None:
        turns, self._turns = self._turns, []
        for one in turns:
            if not one.done():
                one.set_result(None)

    async def close(self) -> None:
        """Store what waits, then stop."""
        self._closing = True
        self._work.set()
        async with self._room:
            self._room.notify_all()
        if self._probing is not None:
            self._probing.cancel()
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
        stall = asyncio.get_running_loop().call_later(STALL_SECONDS, self._stalled)
        outcomes: list[Outcome]
        try:
            self._driver.hold = HOLD_SECONDS if self.busy else 0.0
            outcomes = await self._driver.commit([unit for unit, _ in batch])
        except Unavailable as e:
            outcomes = [type(e)(str(e)) for _ in batch]
        except Exception as e:
            if not isinstance(e, StoreError):
                log.exception("a batch of %d could not be stored", len(batch))
            outcomes = [Unavailable(str(e)) for _ in batch]
        finally:
            stall.cancel()
        self._took(time.perf_counter() - began)
        faults = [outcome for outcome in outcomes if isinstance(outcome, Unavailable)]
        self._judge(faults[0] if len(faults) == len(outcomes) else None)
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

    def _took(self, seconds: float) -> None:
        self.stats.busy_seconds += seconds
        self.stats.commits += 1
        if seconds > SLOW_SECONDS:
            self.stats.slow += 1
            if time.monotonic() >= self._slow_told + SLOW_LOG_SECONDS:
                self._slow_told = time.monotonic()
                log.warning(
                    "the disk or the database is slow: storing took %.1f s; %d times more than %g s since the start",
                    *(seconds, self.stats.slow, SLOW_SECONDS),
                )

    def _stalled(self) -> None:
        if self.trouble is None:
            self._judge(Stalled(f"Nothing could be stored for {STALL_SECONDS:g} s: the disk or the database is slow"))

    def _judge(self, trouble: Unavailable | None) -> None:
        """Nothing can be stored, or it can be again: told once each time, and looked after until it can."""
        before, self.trouble = self.trouble, trouble
        if trouble is not None and before is None:
            self._since = time.monotonic()
            self.well.clear()
            log.error("nothing can be stored: %s", trouble)
            self._stored(Change("down", text=str(trouble)))
        elif isinstance(before, Stalled) and trouble is not None:
            log.error("what was waiting could not be stored: %s", trouble)
        elif trouble is None and before is not None:
            self.well.set()
            log.warning("it can be stored again, after %.1f s", time.monotonic() - self._since)
            self._stored(Change("up"))
        if trouble is not None and self._probing is None and not self._closing:
            self._probing = asyncio.create_task(self._probe(), name="taku store: probe")

    async def _probe(self) -> None:
        tries = 0
        try:
            while self.trouble is not None and not self._closing:
                await asyncio.sleep(PROBE_SECONDS[min(tries, len(PROBE_SECONDS) - 1)])
                tries += 1
                with contextlib.suppress(StoreError):
                    await self.write(PROBE)
        finally:
            self._probing = None
