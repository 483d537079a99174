"""A process for what strangers send: it is killed when a job takes too long or too much memory, and replaced.

Jobs are shared fairly between people: each has one at work and few waiting, and who had a turn last goes to the end.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import pickle
import signal
import sys
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from taku.server import limits, think

log = logging.getLogger(__name__)


class TooMuch(Exception):
    """The job was ended: it took too long, or too much memory."""


class Busy(Exception):
    """There is no room for another job of this person, or of anybody."""


@dataclass
class _Job:
    who: str
    work: bytes
    """The function and its arguments, pickled."""
    answer: asyncio.Future[Any]


class Sandbox:
    """Runs functions of ours on what was sent to us, in processes that can be killed."""

    def __init__(self, processes: int = limits.JOBS, seconds: float = limits.JOB_SECONDS) -> None:
        self.killed = 0
        self._seconds = seconds
        self._threads = ThreadPoolExecutor(processes, "sandbox")
        self._idle: list[_Process] = []
        self._free = processes
        self._waiting: OrderedDict[str, deque[_Job]] = OrderedDict()
        self._working: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def run(self, who: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """What the function returns or raises; `TooMuch` if it had to be ended, `Busy` if it cannot be begun."""
        if self._closed or sum(map(len, self._waiting.values())) >= limits.JOBS_WAITING:
            raise Busy
        queue = self._waiting.setdefault(who, deque())
        if len(queue) >= limits.JOBS_WAITING_EACH:
            raise Busy
        job = _Job(who, pickle.dumps((self._seconds, function, arguments)), asyncio.get_running_loop().create_future())
        queue.append(job)
        self._next()
        answer = job.answer
        del job
        return await answer

    def _next(self) -> None:
        """Begin what can be begun: one job for each person, in turn."""
        for who in tuple(self._waiting):
            queue = self._waiting[who]
            while queue and queue[0].answer.cancelled():  # nobody waits for it any more
                queue.popleft()
            if not queue:
                del self._waiting[who]
            elif self._free and who not in self._working:
                self._free -= 1
                self._working.add(who)
                task = asyncio.create_task(self._do(queue.popleft()))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _do(self, job: _Job) -> None:
        process = self._idle.pop() if self._idle else _Process()
        good, found = False, TooMuch("the server stops")
        try:
            loop = asyncio.get_running_loop()
            good, found = await loop.run_in_executor(self._threads, process.ask, job.work, self._seconds)
            self.killed += isinstance(found, TooMuch)
        finally:
            self._free += 1
            self._working.discard(job.who)
            if job.who in self._waiting:
                self._waiting.move_to_end(job.who)
            if process.alive and not self._closed:
                self._idle.append(process)
                asyncio.get_running_loop().call_later(limits.JOBS_REST, self._rest, process, process.jobs)
            else:
                process.end()
            if job.answer.done():  # nobody waits for it any more
                pass
            elif good:
                job.answer.set_result(found)
            else:
                job.answer.set_exception(found)
            del job, found  # the error's frames will be those of who waits: they must not lead back to it
            self._next()

    def _rest(self, process: _Process, jobs: int) -> None:
        """Let a process go that nobody has needed since."""
        if process in self._idle and process.jobs == jobs:
            self._idle.remove(process)
            process.end()

    def close(self) -> None:
        """End the processes."""
        self._closed = True
        for process in self._idle:
            process.end()
        for task in tuple(self._tasks):
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)


class _Process:
    """One process that does jobs, one after another."""

    def __init__(self) -> None:
        self.alive = True
        self.jobs = 0
        self._process: Any = None
        self._pipe: Connection[Any, Any] | None = None

    def ask(self, work: bytes, seconds: float) -> tuple[bool, Any]:
        """Hand a job over and wait: whether it went well, and its result or what it raised. Runs in a thread."""
        self.jobs += 1
        try:
            if self._pipe is None:
                self._begin()
            assert self._pipe is not None
            self._pipe.send_bytes(work)
            # Its processor time is limited from inside; it may have to wait for the processor, but not forever.
            if self._pipe.poll(limits.JOB_PATIENCE * seconds):
                good, found = pickle.loads(self._pipe.recv_bytes())
                if not isinstance(found, MemoryError):
                    return good, found
        except (EOFError, OSError):
            pass
        self.end()
        return False, TooMuch("it took too long or too much memory")

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True, name="sandbox")
        self._process.start()
        theirs.close()
        if not self._pipe.poll(limits.JOB_START):
            raise EOFError("it did not start")
        self._pipe.recv_bytes()

    def end(self) -> None:
        self.alive = False
        if self._process is not None:
            self._process.kill()
            self._process.join(1)
        if self._pipe is not None:
            self._pipe.close()


def _serve(pipe: Connection[Any, Any]) -> None:
    """The process itself: a job, its answer, the next job, until nobody is there any more."""
    think.settle_in()
    from taku.server import replaying  # noqa: F401  # what the jobs need is loaded before the first one comes

    _limit_memory()
    pipe.send_bytes(b"ready")
    with contextlib.suppress(EOFError, OSError):
        while True:
            work = pipe.recv_bytes()
            pipe.send_bytes(_answer(work))


def _answer(work: bytes) -> bytes:
    try:
        seconds, function, arguments = pickle.loads(work)
        with _limited_time(seconds):
            found = function(*arguments)
        return pickle.dumps((True, found))
    except MemoryError:
        return pickle.dumps((False, MemoryError()))
    except RecursionError:
        return pickle.dumps((False, RecursionError("nested too deeply")))
    except Exception as fault:
        fault.__traceback__ = fault.__context__ = fault.__cause__ = None
        try:
            pickle.loads(made := pickle.dumps((False, fault)))
        except Exception:  # an error that cannot travel is told by its words
            made = pickle.dumps((False, RuntimeError(f"{type(fault).__name__}: {fault}"[:1000])))
        return made


def _limit_memory() -> None:
    """No more memory than now and so much; where the system cannot say how much there is, time alone is limited."""
    if sys.platform != "linux":
        return
    import resource

    with open("/proc/self/statm", encoding="ascii") as facts:
        now = int(facts.read().split()[0]) * resource.getpagesize()
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
    yield
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
