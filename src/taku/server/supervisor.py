"""One port, several server processes: accepts connections, hands each to its process, and keeps the processes running.

Python computes on one core a process. A port that processes share by SO_REUSEPORT would spread the players of a table
over all of them, and each would replay and draw the table; so one small process accepts, looks at the first bytes
(they stay in the socket) and passes the socket on to the process that owns the table. That costs about 0.1 ms a
connection and nothing for what is said on it afterwards.

Processes tell each other of changes through the lines that this one holds to each of them (``siblings.py``). A process
that dies is started again at once; meanwhile its connections wait for it. If this process dies, the others end.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import pickle
import signal
import socket
import sys
import time
from collections import deque
from dataclasses import replace
from typing import Any

from taku.server.acceptor import Acceptor, listening
from taku.server.announce import announce
from taku.server.config import Config
from taku.server.siblings import LONGEST

log = logging.getLogger(__name__)
CODE = "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); from taku.server.child import main; main()"
STOP = 8.0
"""Seconds that a process has to stop: it gives open requests three, and systemd ends everything after ten."""
YOUNG = 10.0
"""A process that dies sooner than so many seconds after its start will do so again: it is started later each time."""
HUNG = 60.0
"""Seconds without a word, after which a process is taken to hang: it tells its numbers every second, and the longest
pause that was ever measured, memory given back after 2,000 sockets, took 0.1 s."""
SLOWEST = 10.0
"""Seconds between two starts at most."""
QUEUE = 256
"""Connections kept for a process that does not take them."""
BEHIND = 4 * 1024 * 1024
"""Bytes kept for a process that does not listen; it is told to read everything again instead."""
ALL = b'["change","all","",0,""]\n'


class Process:
    """A server process, as the supervisor sees it."""

    def __init__(self, index: int) -> None:
        self.index = index
        self.running: asyncio.subprocess.Process | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.channel: socket.socket | None = None
        self.ready = asyncio.Event()
        self.games = 0
        self._missed = False
        self._queue: deque[socket.socket] = deque()

    async def start(self, config: Config, count: int) -> asyncio.StreamReader:
        """Start it; what it says can be read then."""
        line, its_line = socket.socketpair()
        channel, its_channel = socket.socketpair()
        with its_line, its_channel:
            files = (its_line.fileno(), its_channel.fileno())
            self.running = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", CODE, *map(str, files)),
                pass_fds=files,
                stdin=asyncio.subprocess.PIPE,
                process_group=0,  # Ctrl-C in the terminal is for the supervisor, which then stops all
            )
        assert self.running.stdin is not None
        self.running.stdin.write(pickle.dumps(sys.path) + pickle.dumps((config, self.index, count)))
        self.running.stdin.close()
        channel.setblocking(False)
        self.channel, self._missed = channel, False
        reader, self.writer = await asyncio.open_unix_connection(sock=line, limit=LONGEST)
        return reader

    def take(self, connection: socket.socket) -> bool:
        """Hand over a connection; False if the process is not there or does not take any more."""
        if self.channel is None or len(self._queue) >= QUEUE:
            return False
        self._queue.append(connection)
        if len(self._queue) == 1:
            self._flush()
        return True

    def _flush(self) -> None:
        loop = asyncio.get_running_loop()
        while self._queue and self.channel is not None:
            try:
                socket.send_fds(self.channel, [b"c"], [self._queue[0].fileno()])
            except BlockingIOError:
                loop.add_writer(self.channel, self._flush)
                return
            except OSError:  # it has just died: who waits is told by the closed connection
                break
            self._queue.popleft().close()
        self._drop_queue()
        if self.channel is not None:
            loop.remove_writer(self.channel)

    def _drop_queue(self) -> None:
        while self._queue:
            self._queue.popleft().close()

    def tell(self, line: bytes) -> None:
        """Pass on what another process says. One that is too far behind reads everything again when it comes back."""
        if self.writer is None or self.writer.is_closing():
            return
        if self.writer.transport.get_write_buffer_size() > BEHIND:
            self._missed = True
            return
        if self._missed:
            self._missed = False
            self.writer.write(ALL)
        self.writer.write(line)

    def signal(self, number: int) -> None:
        if self.running is not None and self.running.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.running.send_signal(number)

    async def ended(self) -> int:
        """It has closed its line: wait until it is gone, and clear away."""
        assert self.running is not None
        try:
            code = await asyncio.wait_for(self.running.wait(), STOP)
        except TimeoutError:
            self.signal(signal.SIGKILL)
            code = await self.running.wait()
        self.ready.clear()
        if self.writer is not None:
            self.writer.close()
        if self.channel is not None:
            asyncio.get_running_loop().remove_writer(self.channel)
            self.channel.close()
        self.writer = self.channel = None
        self._drop_queue()
        return code


class Supervisor:
    """Starts the processes, hands them connections, replaces those that die, and stops all."""

    def __init__(self, config: Config) -> None:
        self.config = replace(config, secret=config.key(), open_browser=False)
        self._announced = config
        count = config.processes
        self.processes = [Process(index) for index in range(count)]
        self._stop = asyncio.Event()
        self._failed = False
        self._signal = 0

    def run(self) -> int:
        """Serve until stopped; the exit code."""
        sockets = listening(self.config.host, self.config.port)
        code = asyncio.run(self._run(sockets))
        if self._signal == signal.SIGINT:
            raise KeyboardInterrupt
        return code

    async def _run(self, sockets: list[socket.socket]) -> int:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._asked_to_stop, number)
        tending = [asyncio.create_task(self._tend(process)) for process in self.processes]
        stopped = asyncio.create_task(self._stop.wait())
        begun = asyncio.create_task(self._all_ready())
        await asyncio.wait((stopped, begun), return_when=asyncio.FIRST_COMPLETED)
        acceptor = Acceptor(sockets, self._hand_over, len(self.processes))
        if not self._stop.is_set():
            acceptor.open()
            announce(self._announced, sockets[0].getsockname()[1], self.processes[0].games)
            await self._stop.wait()
        for task in (begun, stopped):
            task.cancel()
        acceptor.close()
        for process in self.processes:
            process.signal(signal.SIGTERM)
        await asyncio.wait(tending, timeout=STOP)
        for process in self.processes:
            process.signal(signal.SIGKILL)
        await asyncio.gather(*tending)
        return 1 if self._failed else 0

    async def _all_ready(self) -> None:
        for process in self.processes:
            await process.ready.wait()

    def _asked_to_stop(self, number: int) -> None:
        if self._stop.is_set():  # asked again: now
            for process in self.processes:
                process.signal(signal.SIGKILL)
        self._signal = self._signal or number
        self._stop.set()

    def _hand_over(self, connection: socket.socket, index: int) -> bool:
        """To its process, or to the next that is there: any of them can answer."""
        at = self.processes[index:] + self.processes[:index]
        return any(process.take(connection) for process in at)

    # ---- processes

    def _workers(self, index: int) -> int:
        """The share of a process in the workers for bots: at least one, if there are any."""
        workers, count = self.config.workers, len(self.processes)
        return max(1, workers // count + (index < workers % count)) if workers else 0

    async def _tend(self, process: Process) -> None:
        """Keep a process running until all are to stop."""
        config = replace(self.config, workers=self._workers(process.index))
        wait = 0.1
        while not self._stop.is_set():
            began = time.monotonic()
            try:
                await self._attend(process, await process.start(config, len(self.processes)))
            except OSError as fault:
                log.error("server process %d cannot be started: %s", process.index, fault)
            code = await process.ended() if process.running is not None else 1
            if self._stop.is_set():
                return
            if not process.games and code >= 0:  # what keeps it from starting has been said by the process itself
                self._failed = True
                self._stop.set()
                return
            self._tell_others(process, b'["down",%d]\n' % process.index)
            log.error("server process %d has ended (%s); it is started again", process.index, reason(code))
            wait = min(2 * wait, SLOWEST) if time.monotonic() - began < YOUNG else 0.1
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), wait)

    async def _attend(self, process: Process, reader: asyncio.StreamReader) -> None:
        """Pass on what a process says until it closes its line."""
        for other in self.processes:
            if other is not process and other.games and not other.ready.is_set():
                process.tell(b'["down",%d]\n' % other.index)
        with contextlib.suppress(OSError, ValueError):
            while line := await self._said(process, reader):
                if line.startswith(b'["ready"'):
                    again = bool(process.games)
                    process.games = max(1, self._number(line))
                    process.ready.set()
                    if again:  # whatever was told while it was away, to whoever needs it
                        self._tell_others(process, ALL)
                else:
                    self._tell_others(process, line)

    @staticmethod
    async def _said(process: Process, reader: asyncio.StreamReader) -> bytes:
        """What a process says next; one that serves and says nothing for too long is killed, to be started again."""
        try:
            async with asyncio.timeout(HUNG if process.ready.is_set() else None):
                return await reader.readline()
        except TimeoutError:
            log.error("server process %d has said nothing for %g s: it is killed", process.index, HUNG)
            process.signal(signal.SIGKILL)
            return b""

    @staticmethod
    def _number(line: bytes) -> int:
        message: list[Any] = json.loads(line)
        return int(message[1])

    def _tell_others(self, process: Process, line: bytes) -> None:
        for other in self.processes:
            if other is not process:
                other.tell(line)


def reason(code: int) -> str:
    """Why a process ended, in words."""
    if code < 0:
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(-code).name}"
    return f"exit code {code}"
