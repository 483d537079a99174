"""The processes in which bots think, beside the server and never in its loop, and the queue of a shared database."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING

from taku.server import worker_tasks
from taku.server.config import now
from taku.server.store import Change, Job, Store, StoreError, Unavailable
from taku.server.workers import Failed, Kind, NoAnswer, TooMany, Workers

if TYPE_CHECKING:
    from taku.engine.game import Game
    from taku.server.live.table import Table

log = logging.getLogger(__name__)
COMPILING = 3600.0
"""Seconds in which a game must be compiled; the largest takes two minutes where the machine is free."""
LATE = 3.0
"""Seconds between looks at the queue in the database, should a message be lost."""
AGAIN = 0.2
"""Seconds between tries to use a database that refuses something."""
URGENT = 8
"""Of so many jobs one is of the least urgent kind that waits, so that nobody waits for ever."""


class BotFailed(Exception):
    """No worker answered."""


class Pool:
    """A bot's choice for a seat: in this server's own workers, or by the queue in the database."""

    best = worker_tasks.BEST

    def __init__(self, workers: int, store: Store, *, shared: bool) -> None:
        self.store = store
        self.shared = shared
        self.bots = Workers(workers, worker_tasks.start_bot_worker)
        self.answered = 0
        self._ready: set[str] = set()
        self._compiler = Workers(1, worker_tasks.start_worker, "the compiler's process", stay=False)
        self._turn = asyncio.Lock()
        self._jobs: dict[tuple[str, int, int], asyncio.Future[int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def choose(
        self, table: Table, seat: int, level: str, number: int, payload: bytes, *, kind: Kind, owner: str
    ) -> int:
        """The action for a seat, from the bytes that it sees; the owner's share of the workers' time pays for it."""
        game = table.game.reference
        if self.shared:
            action = await self._queued(table.id, game, seat, level, number, payload, kind, owner)
        else:
            thinking = self.bots.run(
                worker_tasks.choose, game, seat, level, payload, worker_tasks.seed(), kind=kind, owner=owner
            )
            try:
                action = int(await thinking)
            except (NoAnswer, TooMany) as fault:
                raise BotFailed(str(fault)) from fault
        self.answered += 1
        return action

    async def warm_up(self) -> None:
        """Start the workers, so that the first bot does not wait for them."""
        with contextlib.suppress(NoAnswer):
            await self.bots.run(worker_tasks.warm_up)

    def ready(self, game: Game) -> bool:
        """Whether a game is compiled, so that its bots play at their level."""
        with contextlib.suppress(Exception):  # a game that does not compile is never ready
            if game.reference not in self._ready and worker_tasks.is_ready(game):
                self._ready.add(game.reference)
        return game.reference in self._ready

    async def prepare(self, game: Game, *, build: bool = True) -> bool:
        """Compile a game in a process of its own, one game after another; True if it was not compiled before.

        Without `build` only find out whether it is compiled: another server process compiles.
        """
        async with self._turn:
            if self._closed or game.reference in self._ready:
                return False
            with contextlib.suppress(NoAnswer, Failed):  # a game that cannot be asked is compiled, or says why not
                if await self.bots.run(worker_tasks.compiled, game.reference):
                    self._ready.add(game.reference)
                    return False
            if not build:
                return False
            try:
                took = await self._compiler.run(
                    worker_tasks.compile_ahead, game.reference, limit=COMPILING, tries=1, precious=False
                )
                log.info("%s is compiled (%.0f s)", game.id, took)
            except NoAnswer:
                return False
            except Failed as fault:  # a game that does not compile is still played, interpreted
                log.warning("%s could not be compiled: %s", game.id, fault)
                return False
            return self.ready(game)

    # ---- the queue in the database

    async def _queued(
        self, match: str, game: str, seat: int, level: str, number: int, payload: bytes, kind: Kind, owner: str
    ) -> int:
        key = (match, seat, number)
        answer = self._jobs.get(key)
        if answer is None:
            answer = self._jobs[key] = asyncio.get_running_loop().create_future()
        try:
            while True:
                new = await self.store.queue_job(
                    match, seat, number, level, game.encode() + b"\0" + payload, now=now(), owner=owner, kind=kind
                )
                if not new and not await self._look(match, key):
                    raise BotFailed("too many jobs wait")
                with contextlib.suppress(TimeoutError):
                    return await asyncio.wait_for(asyncio.shield(answer), LATE)
        except asyncio.CancelledError:
            self._spawn(self.store.drop_job(match, seat, number))
            raise
        finally:
            self._jobs.pop(key, None)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        """Let something be stored beside everything else; it may fail."""

        async def guarded() -> None:
            with contextlib.suppress(StoreError):
                await work

        task = asyncio.create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self, match: str, wanted: tuple[str, int, int] | None = None) -> bool:
        """Take the answers that have come for a match; whether there is a job of this key."""
        found = False
        for job in await self.store.jobs(match):
            key = (job.match, job.seat, job.number)
            found |= key == wanted
            future = self._jobs.get(key)
            if job.done and future is not None and not future.done() and isinstance(job.answer, dict):
                future.set_result(int(job.answer["action"]))
        return found

    async def heard(self, change: Change) -> None:
        """A job was queued or answered somewhere."""
        if any(key[0] == change.id for key in self._jobs):
            await self._look(change.id)

    async def work(self, name: str, stop: asyncio.Event, wake: asyncio.Event, *, moves: bool = False) -> None:
        """Take jobs from the queue until told to stop: ``taku worker``, and a server with workers of its own.

        One of several that takes only ``moves`` is free for those for which a person waits. While the database is gone
        it waits, however long; the store tells in the log, once, that it is gone and that it is back.
        """
        taken = 0
        await self.warm_up()  # a job must not be taken by one who has to load everything first
        while not stop.is_set():
            job, turned = None, taken % URGENT == URGENT - 1
            try:
                job = await self.store.take_job(
                    name, now=now(), least=Kind.MOVE if moves else Kind.ANALYSIS, turned=turned
                )
                if job is not None:
                    taken += 1
                    await self._do(job)
                    continue
                wake.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(wake.wait(), LATE)
            except StoreError:
                await self._back(stop)

    async def _do(self, job: Job) -> None:
        game, _, payload = job.payload.partition(b"\0")
        began = time.monotonic()
        try:
            action = await self.bots.run(
                worker_tasks.choose,
                game.decode(),
                job.seat,
                job.level,
                payload,
                worker_tasks.seed(),
                kind=Kind(job.kind),
                tries=1,
            )
        except (NoAnswer, Failed, TooMany) as fault:
            log.warning("the bot job of %s seat %d: %s", job.match, job.seat, fault)
            await self.store.return_job(job)
            return
        took = round(1000 * (time.monotonic() - began))
        for _ in range(2):
            try:
                await self.store.finish_job(job, {"action": int(action)}, took)
                return
            except Unavailable:  # the answer is good still when the database is back
                await self.store.recovered()

    async def _back(self, stop: asyncio.Event) -> None:
        """Wait until the database is there again, or the end."""
        waits = [asyncio.ensure_future(self.store.recovered()), asyncio.ensure_future(stop.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waits:
                one.cancel()
        await asyncio.sleep(AGAIN)

    def close(self) -> None:
        """End the workers."""
        self._closed = True
        self.bots.close()
        self._compiler.close()
