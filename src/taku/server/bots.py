"""The workers in which bots think: processes beside the server, never in its loop; one that dies is replaced."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any

from taku.server import think
from taku.server.config import now
from taku.server.store import Change, Job, Store

if TYPE_CHECKING:
    from taku.engine.game import Game
    from taku.server.live.table import Table

log = logging.getLogger(__name__)
LIMIT = 30.0
"""Seconds after which an answer is given up: a level's budget is far below."""
START = 180.0
"""Seconds for the first answer of new workers, which import everything first."""
ANALYSIS = 900.0
"""Seconds for the analysis of a whole match."""
MAX_WAITING = 2_000
LATE = 3.0
"""Seconds between looks at the queue in the database, should a message be lost."""


class BotFailed(Exception):
    """No worker answered."""


class Pool:
    """A bot's choice for a seat: in this server's own workers, or by the queue in the database."""

    best = think.BEST

    def __init__(self, workers: int, store: Store, *, shared: bool) -> None:
        self.workers = workers
        self.store = store
        self.shared = shared
        self.waiting = 0
        self.answered = 0
        self.crashes = 0
        self._ready: set[str] = set()
        self._pool: ProcessPoolExecutor | None = None
        self._awake: ProcessPoolExecutor | None = None
        """The pool that has answered before."""
        self._compiler: ProcessPoolExecutor | None = None
        self._turn = asyncio.Lock()
        self._jobs: dict[tuple[str, int, int], asyncio.Future[int]] = {}
        self._closed = False

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(max(1, self.workers), context, think.begin, max_tasks_per_child=None)
        return self._pool

    async def _run(self, function: Any, *arguments: Any, limit: float = LIMIT) -> Any:
        """Call a function in a worker; twice more if the worker dies of it."""
        if self._closed or self.waiting >= MAX_WAITING:
            raise BotFailed("too many bots wait")
        self.waiting += 1
        try:
            for _ in range(3):
                pool = self._executor()
                try:
                    work = asyncio.get_running_loop().run_in_executor(pool, function, *arguments)
                    answer = await asyncio.wait_for(work, limit if self._awake is pool else max(limit, START))
                    self._awake = pool
                    return answer
                except BrokenProcessPool:
                    self.crashes += 1
                    log.warning("a bot's worker died; a new one starts")
                    if self._pool is pool:
                        self._pool = None
                        pool.shutdown(wait=False, cancel_futures=True)
                except TimeoutError:
                    raise BotFailed("no answer in time") from None
            raise BotFailed("workers die of this position")
        finally:
            self.waiting -= 1

    async def choose(
        self, table: Table, seat: int, level: str, number: int, payload: bytes, *, hint: bool = False
    ) -> int:
        """The action for a seat, from the bytes that it sees."""
        game, seed = table.game.id, think.seed()
        if not self.shared or hint:
            action = int(await self._run(think.choose, game, seat, level, payload, seed))
        else:
            action = await self._queued(table.id, game, seat, level, number, payload)
        self.answered += 1
        return action

    async def warm_up(self) -> None:
        """Start the workers, so that the first bot does not wait for them."""
        with contextlib.suppress(BotFailed):
            await asyncio.gather(*(self._run(think.warm_up) for _ in range(self.workers)))

    async def analyse(self, file: str, language: str) -> dict[str, Any]:
        """The analysis of a match file, in a worker."""
        found: dict[str, Any] = await self._run(think.analyse, file, language, limit=ANALYSIS)
        return found

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
            with contextlib.suppress(Exception):  # a game that cannot be asked is compiled, or says why it cannot be
                if await self._run(think.compiled, game.id):
                    self._ready.add(game.id)
                    return False
            if self._compiler is None:
                self._compiler = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), think.settle_in)
            try:
                run = asyncio.get_running_loop().run_in_executor(self._compiler, think.compile_ahead, game.id)
                log.info("%s is compiled (%.0f s)", game.id, await run)
            except BrokenProcessPool:
                self._compiler = None
                return False
            except Exception as fault:  # a game that does not compile is still played, interpreted
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
            except BotFailed as fault:
                log.warning("the bot job of %s seat %d: %s", job.match, job.seat, fault)

    async def _do(self, job: Job) -> int:
        game, _, payload = job.payload.partition(b"\0")
        return int(await self._run(think.choose, game.decode(), job.seat, job.level, payload, think.seed()))

    def close(self) -> None:
        """End the workers."""
        self._closed = True
        for pool in (self._pool, self._compiler):
            if pool is not None:
                pool.shutdown(wait=False, cancel_futures=True)
                for process in list((pool._processes or {}).values()):
                    process.terminate()
        self._pool = self._compiler = None
