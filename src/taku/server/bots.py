"""The processes in which bots think, beside the server and never in its loop, and the queue of a shared database."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from taku.server import think
from taku.server.config import now
from taku.server.store import Change, Job, Store
from taku.server.workers import Failed, Kind, NoAnswer, TooMany, Workers

if TYPE_CHECKING:
    from taku.engine.game import Game
    from taku.server.live.table import Table

log = logging.getLogger(__name__)
COMPILING = 3600.0
"""Seconds in which a game must be compiled; the largest takes two minutes where the machine is free."""
LIMIT = 30.0
"""Seconds after which nobody waits for the queue in the database any more."""
LATE = 3.0
"""Seconds between looks at the queue in the database, should a message be lost."""


class BotFailed(Exception):
    """No worker answered."""


class Pool:
    """A bot's choice for a seat: in this server's own workers, or by the queue in the database."""

    best = think.BEST

    def __init__(self, workers: int, store: Store, *, shared: bool) -> None:
        self.store = store
        self.shared = shared
        self.bots = Workers(workers, think.begin)
        self.answered = 0
        self._ready: set[str] = set()
        self._compiler = Workers(1, think.settle_in, "the compiler's process", stay=False)
        self._turn = asyncio.Lock()
        self._jobs: dict[tuple[str, int, int], asyncio.Future[int]] = {}
        self._closed = False

    async def choose(
        self, table: Table, seat: int, level: str, number: int, payload: bytes, *, kind: Kind, owner: str
    ) -> int:
        """The action for a seat, from the bytes that it sees; the owner's share of the workers' time pays for it."""
        game = table.game.id
        try:
            if not self.shared or kind == Kind.HINT:
                thinking = self.bots.run(think.choose, game, seat, level, payload, think.seed(), kind=kind, owner=owner)
                action = int(await thinking)
            else:
                action = await self._queued(table.id, game, seat, level, number, payload)
        except (NoAnswer, TooMany) as fault:
            raise BotFailed(str(fault)) from fault
        self.answered += 1
        return action

    async def warm_up(self) -> None:
        """Start the workers, so that the first bot does not wait for them."""
        with contextlib.suppress(NoAnswer):
            await self.bots.run(think.warm_up)

    def ready(self, game: Game) -> bool:
        """Whether a game is compiled, so that its bots play at their level."""
        with contextlib.suppress(Exception):  # a game that does not compile is never ready
            if game.id not in self._ready and think.is_ready(game):
                self._ready.add(game.id)
        return game.id in self._ready

    async def prepare(self, game: Game) -> bool:
        """Compile a game in a process of its own, one game after another; True if it was not compiled before."""
        async with self._turn:
            if self._closed or game.id in self._ready:
                return False
            with contextlib.suppress(NoAnswer, Failed):  # a game that cannot be asked is compiled, or says why not
                if await self.bots.run(think.compiled, game.id):
                    self._ready.add(game.id)
                    return False
            try:
                took = await self._compiler.run(think.compile_ahead, game.id, limit=COMPILING, tries=1, precious=False)
                log.info("%s is compiled (%.0f s)", game.id, took)
            except NoAnswer:
                return False
            except Failed as fault:  # a game that does not compile is still played, interpreted
                log.warning("%s could not be compiled: %s", game.id, fault)
                return False
            return self.ready(game)

    # ---- the queue in the database

    async def _queued(self, match: str, game: str, seat: int, level: str, number: int, payload: bytes) -> int:
        key = (match, seat, number)
        future = self._jobs.get(key)
        if future is None:
            future = self._jobs[key] = asyncio.get_running_loop().create_future()
        try:
            await self.store.queue_job(match, seat, number, level, game.encode() + b"\0" + payload, now=now())
            for _ in range(int(LIMIT / LATE)):
                try:
                    return await asyncio.wait_for(asyncio.shield(future), LATE)
                except TimeoutError:
                    await self._look(match)
            raise BotFailed("no worker took the job")
        finally:
            self._jobs.pop(key, None)

    async def _look(self, match: str) -> None:
        for job in await self.store.jobs(match):
            future = self._jobs.get((job.match, job.seat, job.number))
            if job.done and future is not None and not future.done() and isinstance(job.answer, dict):
                future.set_result(int(job.answer["action"]))

    async def heard(self, change: Change) -> None:
        """A job was queued or answered somewhere."""
        if any(key[0] == change.id for key in self._jobs):
            await self._look(change.id)

    async def work(self, name: str, stop: asyncio.Event, wake: asyncio.Event) -> None:
        """Take jobs from the queue until told to stop: ``taku worker``, and a server with workers of its own."""
        while not stop.is_set():
            job = await self.store.take_job(name, now=now())
            if job is None:
                wake.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(wake.wait(), LATE)
                continue
            try:
                await self.store.finish_job(job, {"action": await self._do(job)})
            except NoAnswer as fault:
                log.warning("the bot job of %s seat %d: %s", job.match, job.seat, fault)

    async def _do(self, job: Job) -> int:
        game, _, payload = job.payload.partition(b"\0")
        return int(await self.bots.run(think.choose, game.decode(), job.seat, job.level, payload, think.seed()))

    def close(self) -> None:
        """End the workers."""
        self._closed = True
        self.bots.close()
        self._compiler.close()
