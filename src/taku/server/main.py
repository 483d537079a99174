"""One process of ``taku serve``, and ``taku worker``: the web application, or only thinking for its bots."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import uvicorn

from taku.server import memory
from taku.server.announce import announce
from taku.server.app import make_app
from taku.server.bots import Pool
from taku.server.config import Config
from taku.server.gate import Entrance, Gate, Socket, hush
from taku.server.siblings import Siblings
from taku.server.store import open_store

MAX_MESSAGE = 8 * 1024
"""Bytes of one message of a page: the longest is a line of talk."""
GRACE = 3
"""Seconds for open requests when the server stops."""


class Server(uvicorn.Server):
    """uvicorn, which closes sockets with "the server restarts" before it waits for them."""

    def __init__(self, config: uvicorn.Config, site: Any, opened: Any) -> None:
        super().__init__(config)
        self._site, self._opened = site, opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        hush(asyncio.get_running_loop())
        if not self.should_exit:
            self._opened(self)

    def protocol(self) -> asyncio.Protocol:
        """What speaks on a connection that was accepted elsewhere."""
        make: Any = self.config.http_protocol_class
        made: asyncio.Protocol = make(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state, _loop=None
        )
        return made

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        registry = getattr(self._site, "registry", None)
        if registry is not None:
            for table in tuple(registry.tables.values()):
                for connection in tuple(table.connections):
                    connection.close(1012)
            await asyncio.sleep(0.1)
        await super().shutdown(sockets)


def make_server(
    config: Config,
    *,
    quiet: bool = False,
    siblings: Siblings | None = None,
    kind: Callable[[uvicorn.Config, Any, Any], Server] = Server,
) -> Server:
    """The server for these options, not yet started; with `siblings` one process of several."""
    app = make_app(config, siblings)
    gate = Gate(config.allow, os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"), config.connections)
    app.state.site.gate = gate
    pages: Any = partial(Entrance, gate)
    sockets: Any = partial(Socket, gate)
    settings = uvicorn.Config(
        app,
        host=config.host,
        port=config.port,
        http=pages,
        ws=sockets,
        ws_max_size=MAX_MESSAGE,
        ws_max_queue=16,
        log_level="warning",
        access_log=False,
        proxy_headers=True,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=30,
    )

    def opened(server: uvicorn.Server) -> None:
        port = config.port
        for one in server.servers:
            for listening in one.sockets:
                port = listening.getsockname()[1]
        games = len(app.state.site.games.all())
        if siblings is None:
            announce(config, port, games, quiet=quiet)
        else:
            siblings.ready(games)

    return kind(settings, app.state.site, opened)


SWITCH = 0.0005
"""Seconds after which a busy loop lets the thread that stores go on. With Python's 5 ms a move that is being stored
waits so long at each of its statements: at 800 players half of all moves took 45 ms to be seen instead of 15."""


def tune() -> None:
    """Set Python up for a loop that must never pause for long."""
    sys.setswitchinterval(SWITCH)
    memory.tune()


def serve(config: Config) -> int:
    """Serve until stopped; the exit code."""
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    server = make_server(config)
    # uvicorn, once it has stopped, lets the signal do what it did before: end as a program, which tidies up
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    tune()
    server.run()
    return 0 if server.started else 1


def work(config: Config) -> int:
    """Think for the bots of a server that uses the same database, until stopped."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")

    async def run() -> None:
        stop, wake = asyncio.Event(), asyncio.Event()
        loop = asyncio.get_running_loop()

        def end() -> None:
            stop.set()
            wake.set()

        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, end)
        async with await open_store(config.store) as store:
            store.listen(lambda change: wake.set() if change.what in ("job", "all") else None)
            pool = Pool(config.workers, store, shared=True)
            name = f"{socket.gethostname()[:40]}-{secrets.token_hex(3)}"
            print(f"Taku worker {name}: {config.workers} at work (Ctrl-C stops it)", flush=True)
            many = config.workers > 1
            await asyncio.gather(
                *(pool.work(f"{name}-{i}", stop, wake, moves=many and i == 0) for i in range(config.workers))
            )
            pool.close()

    asyncio.run(run())
    return 0
