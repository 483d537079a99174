"""One of several server processes: it listens nowhere and is handed its connections by the supervisor."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import socket
import sys
from functools import partial
from typing import Any

from taku.server.config import Config
from taku.server.main import Server, make_server, tune
from taku.server.siblings import Siblings

log = logging.getLogger(__name__)
AT_ONCE = 32
"""Connections taken before anything else has its turn."""


class Connections:
    """Connections that come through a local socket, each with a byte."""

    def __init__(self, server: Server, channel: socket.socket) -> None:
        self._server, self._channel = server, channel
        self._tasks: set[asyncio.Task[Any]] = set()

    def open(self) -> None:
        self._channel.setblocking(False)
        asyncio.get_running_loop().add_reader(self._channel, self._take)

    def _take(self) -> None:
        for _ in range(AT_ONCE):
            try:
                byte, files, _, _ = socket.recv_fds(self._channel, 1, 1)
            except BlockingIOError:
                return
            except OSError:
                byte, files = b"", []
            if not byte:
                self.close()
                return
            for file in files:
                os.set_inheritable(file, False)
                task = asyncio.create_task(self._serve(socket.socket(fileno=file)))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _serve(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(self._server.protocol, connection)
        except OSError:  # whoever it was has gone
            connection.close()

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._channel)


class Child(Server):
    """The server of one process."""

    def __init__(self, channel: socket.socket, *more: Any) -> None:
        super().__init__(*more)
        self._connections = Connections(self, channel)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        self._connections.open()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._connections.close()
        await super().shutdown([])


def main() -> None:
    """Serve what the supervisor hands over, until it says stop or is gone itself."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    line, channel = (int(number) for number in sys.argv[1:3])
    for file in (line, channel):
        os.set_inheritable(file, False)  # the workers for bots must not keep a dead server's lines open
    config: Config
    config, index, count = pickle.load(sys.stdin.buffer)
    siblings = Siblings(index, count, socket.socket(fileno=line))
    server = make_server(config, siblings=siblings, kind=partial(Child, socket.socket(fileno=channel)))

    def lost() -> None:
        server.should_exit = True

    siblings.lost = lost
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    tune()
    server.run()
    sys.exit(0 if server.started else 1)
