"""Processes for what strangers send: one is killed when its job takes too long or too much memory, and replaced.

One person has one job at work and few waiting, so that nobody alone can fill them.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from taku.server import limits, worker_tasks
from taku.server.workers import NoAnswer, Workers


class TooMuch(Exception):
    """The job was ended: it took too long, or too much memory."""


class Busy(Exception):
    """There is no room for another job of this person, or of anybody."""


class Sandbox:
    """Runs functions of ours on what was sent to us, in processes that can be killed."""

    def __init__(self, processes: int = limits.JOBS, seconds: float = limits.JOB_SECONDS) -> None:
        self.killed = 0
        self._processes, self._seconds = processes, seconds
        self._workers: Workers | None = None
        self._turn: dict[str, asyncio.Lock] = {}
        self._jobs: Counter[str] = Counter()
        """Of each person, at work or waiting."""
        self._rest: asyncio.TimerHandle | None = None
        self._closed = False

    async def run(self, who: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """What the function returns or raises; `TooMuch` if it had to be ended, `Busy` if it cannot be begun."""
        full = self._jobs.total() >= limits.JOBS_WAITING or self._jobs[who] > limits.JOBS_WAITING_EACH
        if self._closed or full:
            raise Busy
        self._jobs[who] += 1
        try:
            async with self._turn.setdefault(who, asyncio.Lock()):
                good, found = await self._do(who, function, arguments)
        finally:
            self._jobs[who] -= 1
            if not self._jobs[who]:
                del self._jobs[who], self._turn[who]
            self._rest_later()
        try:
            if good:
                return found
            raise found
        finally:
            del found, arguments  # an error's frames must not hold the error, nor what was sent

    async def _do(self, who: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
        if self._workers is None:
            self._workers = Workers(self._processes, _begin, "a process for uploads", nice=limits.JOB_NICE)
        work = (_limited, self._seconds, function, arguments)
        try:
            # Its processor time is limited from inside; it may have to wait for the processor, but not forever.
            answer: tuple[bool, Any] = await self._workers.run(
                *work, owner=who, limit=limits.JOB_PATIENCE * self._seconds, tries=1, precious=False
            )
            return answer
        except NoAnswer as fault:
            traceback.clear_frames(fault.__traceback__)  # they hold the job, which holds the error and what was sent
            self.killed += 1
        return False, TooMuch()

    def _rest_later(self) -> None:
        """Let the processes go when nobody has needed them for a while."""
        if self._rest is not None:
            self._rest.cancel()
        if not self._closed:
            self._rest = asyncio.get_running_loop().call_later(limits.JOBS_REST, self._end)

    def _end(self) -> None:
        if self._workers is not None and not self._jobs:
            self._workers.close()
            self._workers = None

    def close(self) -> None:
        """End the processes."""
        self._closed = True
        if self._rest is not None:
            self._rest.cancel()
        if self._workers is not None:
            self._workers.close()
            self._workers = None


# ---- in the process


def timed(function: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    """A job that also tells how much processor time it took."""
    began = time.process_time()
    found = function(*arguments)
    return time.process_time() - began, found


def _begin() -> None:
    worker_tasks.start_worker()
    from taku.server import upload_replay  # noqa: F401  # what the jobs need is loaded before the first one comes

    _limit_memory()


def _limited(seconds: float, function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    """Whether it went well, and what the function returned or raised."""
    try:
        with _limited_time(seconds):
            return True, function(*arguments)
    except MemoryError:
        os._exit(1)  # who knows what it has left half done
    except RecursionError:
        return False, RecursionError("nested too deeply")
    except Exception as fault:
        fault.__traceback__ = fault.__context__ = fault.__cause__ = None
        known = type(fault).__module__.split(".")[0] in ("taku", "builtins") and "<" not in type(fault).__qualname__
        return False, fault if known else RuntimeError(f"{type(fault).__name__}: {fault}"[:1000])


def _limit_memory() -> None:
    """No more memory than now and so much; where the system cannot say how much there is, time alone is limited."""
    if sys.platform != "linux":
        return
    import resource

    with open("/proc/self/statm", encoding="ascii") as facts:
        now = int(facts.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # one that is ended leaves no gigabyte on the disk
    most = now + limits.JOB_MEMORY
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or most < hard:
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


@contextlib.contextmanager
def _limited_time(seconds: float) -> Iterator[None]:
    """The processor time of one job: the system ends the process that takes more."""
    if not hasattr(signal, "SIGXCPU"):
        yield
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    most = int(used.ru_utime + used.ru_stime) + 1 + int(seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
