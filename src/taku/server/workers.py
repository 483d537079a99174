"""Worker processes: functions that take long run there, one at a time in each; one that dies or hangs is replaced."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import multiprocessing.connection
import os
import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from taku.server.fair_queue import FairQueue, Granted, Kind, TooMany

log = logging.getLogger(__name__)
LIMIT = 10.0
"""Seconds after which a worker is taken to hang and is killed: a level's budget is 1.6 s."""
START = 180.0
"""Seconds that a new worker may take to import everything on a busy machine."""
STARVED = 6
"""A worker that was given less than half of its limit in processor time does not hang, the machine is too busy: it may
take so many times as long for a short job, and for its start. Killed for that it would only have to load everything
again, and so would the next."""
NICE = 5
"""How much a worker gives way to the server: its loop answers clicks, and bots may think a moment longer."""
TRIES = 3
"""A job of which so many workers died is given up."""
AGAIN = (0.0, 0.5, 1, 2, 5, 10, 30)
"""Seconds before a worker is replaced, the longer the more of them died in a row before they were ready."""

Function = Callable[..., Any]
Heard = Callable[..., None]


class NoAnswer(Exception):
    """No worker answered: there are none, or they die or hang of this job."""


class Failed(Exception):
    """The function raised; the message is its trace."""


@dataclass(eq=False)
class Job:
    """A call that somebody waits for."""

    function: Function
    arguments: tuple[Any, ...]
    limit: float
    tries: int
    progress: Heard | None
    precious: bool
    """Whether it is let run to its end though nobody waits any more: short jobs are, the process is worth more."""
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class Workers:
    """So many processes, and the jobs that wait for them in fair order."""

    def __init__(
        self,
        number: int,
        begin: Callable[[], None],
        what: str = "a bot's worker",
        *,
        stay: bool = True,
        nice: int = NICE,
    ) -> None:
        self.number = max(1, number)
        self.crashes = 0
        self.begin = begin
        self._what = what
        self._stay = stay
        """Whether idle processes are kept: each takes some 150 MB."""
        self.nice = nice
        """How much its processes give way to the server."""
        self._queue: FairQueue[Job] = FairQueue()
        self._workers: list[_Worker] = []
        self._busy: dict[_Worker, Granted[Job]] = {}
        self._closed = False

    @property
    def waiting(self) -> int:
        """Jobs that nobody works on yet."""
        return len(self._queue)

    @property
    def running(self) -> int:
        return len(self._busy)

    @property
    def processes(self) -> list[int]:
        """The process ids of workers that are ready."""
        return [w.pid for w in self._workers if w.ready and w.pid]

    def start(self) -> None:
        """Start the processes, so that the first job does not wait for them."""
        while len(self._workers) < self.number and not self._closed:
            self._workers.append(_Worker(self))

    async def run(
        self,
        function: Function,
        *arguments: Any,
        kind: Kind = Kind.MOVE,
        owner: str = "",
        limit: float = LIMIT,
        tries: int = TRIES,
        progress: Heard | None = None,
        precious: bool = True,
    ) -> Any:
        """Call a function in a worker when its owner's turn comes.

        Whoever is cancelled here takes the job back: one that waits is dropped; one that runs is let run to its end,
        unless it is not ``precious``: then its process is killed. With ``progress`` the function gets one more
        argument, to be called with plain values.
        """
        if self._closed:
            raise NoAnswer("the workers have ended")
        job = Job(function, arguments, limit, tries, progress, precious)
        self._queue.add(kind, owner, job)
        self.start()
        self.dispatch()
        try:
            return await job.answer
        except asyncio.CancelledError:
            self._queue.remove(kind, owner, job)
            for worker, granted in tuple(self._busy.items()):
                if granted.job is job and not precious:
                    worker.kill()
            raise

    def position(self, kind: Kind, owner: str) -> int:
        """How many jobs come before the next one of this owner; 0 while it runs."""
        if any(granted.owner == owner and granted.kind == kind for granted in self._busy.values()):
            return 0
        return self._queue.position(kind, owner) + len(self._busy)

    def dispatch(self) -> None:
        """Give jobs to those who are free. Where there are two workers or more one is kept for moves: whatever else
        runs, a move that a person waits for begins at once if no other such move does."""
        for worker in self._workers:
            if not worker.ready or worker in self._busy:
                continue
            others = sum(granted.kind > Kind.MOVE for granted in self._busy.values())
            granted = self._queue.take(Kind.MOVE if self.number > 1 and others >= self.number - 1 else Kind.ANALYSIS)
            if granted is None:
                continue
            self._busy[worker] = granted
            worker.do(granted.job)

    # ---- what workers tell, on the loop

    def ended(self, worker: _Worker, seconds: float, answer: Any = None, error: Exception | None = None) -> None:
        """A worker has done its job."""
        granted = self._busy.pop(worker)
        self._queue.ended(granted, seconds)
        if error is not None:
            granted.job.fail(error)
        elif not granted.job.answer.done():
            granted.job.answer.set_result(answer)
        self.dispatch()
        if not self._stay and worker not in self._busy:
            worker.kill()

    def died(self, worker: _Worker, seconds: float, why: str) -> None:
        """A worker is gone: another takes its place, and its job is given to the next if it may be."""
        granted = self._busy.pop(worker, None)
        self._workers.remove(worker)
        if granted is not None:
            self._queue.ended(granted, seconds)
        wanted = granted is not None and not granted.job.answer.done()
        if not worker.dismissed or wanted:
            self.crashes += 1
            if worker.failures <= 1:  # one that never comes up is told of once
                log.warning("%s ended%s (%s); a new one starts", self._what, " in a job" if granted else "", why)
        if granted is not None and wanted:
            granted.job.tries -= 1
            if granted.job.tries > 0 and not self._closed:
                self._queue.add(granted.kind, granted.owner, granted.job, again=True)
            else:
                granted.job.fail(NoAnswer(why))
        if not self._closed and (self._stay or len(self._queue)):
            self._workers.append(_Worker(self, 0 if worker.was_ready else worker.failures + 1))
        self.dispatch()

    def close(self) -> None:
        """End the processes; whoever waits is told."""
        self._closed = True
        while (granted := self._queue.take()) is not None:
            granted.job.fail(NoAnswer("the workers have ended"))
        for granted in self._busy.values():
            granted.job.fail(NoAnswer("the workers have ended"))
        for worker in self._workers:
            worker.kill()


def used_seconds(pid: int | None) -> float | None:
    """The processor time that a process has taken so far; only Linux says it in a file."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def give_way(nice: int) -> None:
    """Let a thread, and the processes that it starts, have less of the processor: they load for seconds before they
    could say so themselves. Only Linux knows threads of their own priority."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice + os.getpriority(os.PRIO_PROCESS, os.getpid()))


_starting = threading.Lock()
"""Processes are started one after another: multiprocessing does not promise that threads may do it at once."""


class _Worker:
    """One process, and the thread that speaks with it: only pipes that block are portable."""

    def __init__(self, workers: Workers, failures: int = 0) -> None:
        self.ready = False
        self.was_ready = False
        self.dismissed = False
        """It was told to end."""
        self.failures = failures
        self.pid: int | None = None
        self._workers = workers
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._began = time.monotonic()
        self._used: float | None = 0.0
        """The processor time that the process had taken when its job began."""
        self._why = ""
        self._wait = AGAIN[min(failures, len(AGAIN) - 1)]
        self._timer = self._loop.call_later(self._wait + START, self._late, START, STARVED)
        self._process: BaseProcess | None = None
        threading.Thread(target=self._talk, daemon=True, name="taku worker").start()

    def do(self, job: Job) -> None:
        self._began = time.monotonic()
        self._used = used_seconds(self.pid)
        self._timer = self._loop.call_later(job.limit, self._late, job.limit, STARVED if job.precious else 1)
        self._jobs.put(job)

    def kill(self) -> None:
        """End the process at once, whatever it does."""
        self.dismissed = True
        self.ready = False
        self._timer.cancel()
        self._jobs.put(None)
        if self._process is not None:
            self._process.kill()

    def _late(self, limit: float, times: int) -> None:
        """The limit is over; so many times at most it is given again to who could not use it."""
        now = used_seconds(self._process.pid) if self._process is not None else None
        if times > 1 and now is not None and self._used is not None and now - self._used < limit / 2:
            self._timer = self._loop.call_later(limit, self._late, limit, times - 1)
            return
        self._why = f"no answer in {limit:g} s"
        self.kill()

    # ---- in the thread

    def _talk(self) -> None:
        try:
            give_way(self._workers.nice)
            time.sleep(self._wait)
            context = multiprocessing.get_context("spawn")
            here, there = context.Pipe()
            with here:
                if self.dismissed:
                    return
                with _starting:
                    process = context.Process(target=_live, args=(there, self._workers.begin), daemon=True)
                    process.start()
                    there.close()
                self._process = process  # from now on it can be killed
                threading.Thread(target=self._watch, args=(self._process.sentinel,), daemon=True).start()
                if self.dismissed:
                    return
                self._tell(self._is_ready, here.recv(), self._process.pid)
                while (job := self._jobs.get()) is not None:
                    self._exchange(here, job)
        except (EOFError, OSError):
            pass
        except Exception:
            log.exception("a worker could not be started")
        finally:
            why = "it could not be started"
            if self._process is not None:
                self._process.kill()
                self._process.join()
                why = f"exit code {self._process.exitcode}"
            self._tell(self._gone, why)

    def _watch(self, sentinel: int) -> None:
        """Notice also the death of a process that has nothing to do."""
        multiprocessing.connection.wait([sentinel])
        self._jobs.put(None)

    def _exchange(self, pipe: Connection, job: Job) -> None:
        pipe.send((job.function, job.arguments, job.progress is not None))
        while True:
            what, value = pipe.recv()
            if what == "progress":
                self._tell(job.progress, *value)
                continue
            self._tell(self._done, value if what == "done" else None, Failed(value) if what == "failed" else None)
            return

    def _tell(self, function: Callable[..., Any] | None, *arguments: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            if function is not None:
                self._loop.call_soon_threadsafe(function, *arguments)

    # ---- on the loop again

    def _is_ready(self, _: Any, pid: int | None) -> None:
        if not self.dismissed:
            self._timer.cancel()
            self.pid = pid
            self.ready = self.was_ready = True
            self._workers.dispatch()

    def _done(self, answer: Any, error: Exception | None) -> None:
        if not self.dismissed:
            self._timer.cancel()
            self._workers.ended(self, time.monotonic() - self._began, answer, error)

    def _gone(self, why: str) -> None:
        self._timer.cancel()
        self.ready = False
        self._workers.died(self, time.monotonic() - self._began, self._why or why)


def _live(pipe: Connection, begin: Callable[[], None]) -> None:
    """The life of a worker process."""
    begin()
    pipe.send(None)
    while True:
        try:
            function, arguments, tells = pipe.recv()
        except EOFError:
            return
        if tells:
            arguments = (*arguments, lambda *values: pipe.send(("progress", values)))
        try:
            answer = ("done", function(*arguments))
        except Exception:
            answer = ("failed", traceback.format_exc())
        try:
            pipe.send(answer)
        except OSError:
            return


__all__ = ["LIMIT", "Failed", "Kind", "NoAnswer", "TooMany", "Workers"]
