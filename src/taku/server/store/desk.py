"""A thread that does one thing after another, for a loop that may wait for it in two ways.

`concurrent.futures` does the same with a lock, a condition, a list and a future for each thing, and another of the
loop's own for each that is awaited. Where a hundred commits a second are handed over and waited for, that was a
thirtieth of a server's processor time.
"""

from __future__ import annotations

import asyncio
import threading
from _thread import allocate_lock
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Job(Generic[T]):
    """One thing to do."""

    __slots__ = ("_fault", "_made", "_open", "_waits", "_work", "done")

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._made: T
        self._fault: BaseException | None = None
        self._waits: tuple[asyncio.AbstractEventLoop, asyncio.Future[None]] | None = None
        self._open = allocate_lock()
        self._open.acquire()
        self.done = False

    def do(self) -> None:
        """In the thread."""
        try:
            self._made = self._work()
        except BaseException as fault:
            self._fault = fault
        self.done = True  # before it looks who waits: whoever begins to wait looks at this afterwards
        self._open.release()
        if self._waits is not None:
            loop, future = self._waits
            with suppress(RuntimeError):  # the loop has ended: nobody waits any more
                loop.call_soon_threadsafe(_wake, future)

    def wait(self, seconds: float) -> None:
        """Stop the loop until it is done, so long at most."""
        if self._open.acquire(timeout=seconds):
            self._open.release()

    async def ended(self) -> T:
        """Wait beside everything else until it is done: what came of it. Who gives up takes nothing back."""
        if not self.done:
            loop = asyncio.get_running_loop()
            future = loop.create_future()
            self._waits = loop, future
            if not self.done:
                await future
        if self._fault is not None:
            raise self._fault
        return self._made


def _wake(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


class Desk:
    """The thread."""

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[Job[Any] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def begin(self, work: Callable[[], T]) -> Job[T]:
        job = Job(work)
        self._jobs.put(job)
        return job

    async def do(self, work: Callable[[], T]) -> T:
        return await self.begin(work).ended()

    def close(self) -> None:
        """What was begun is done first."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job.do()
            del job  # what it holds is not kept until the next one
