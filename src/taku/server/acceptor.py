"""Connections that have just arrived: kept until their first bytes tell which process they are for.

Whoever connects and says nothing is let go after a few seconds; there are at most so many of them, and of one address.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Callable

from taku.server import limits
from taku.server.budget import source
from taku.server.route import complete, process_for, trusted_proxies, trusts

log = logging.getLogger(__name__)
BACKLOG = 2048
AT_ONCE = 64
"""Connections accepted before anything else has its turn."""
AGAIN = 0.02
"""Seconds until bytes of an incomplete head are looked at again; twice as long each time."""


def listening(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen on all addresses of a host; with port 0 on one port that is free."""
    made: list[socket.socket] = []
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    try:
        for family, kind, protocol, _, address in dict.fromkeys(found):
            if made and not port:
                address = (address[0], made[0].getsockname()[1], *address[2:])
            one = socket.socket(family, kind, protocol)
            made.append(one)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            one.bind(address)
            one.listen(BACKLOG)
            one.setblocking(False)
    except OSError:
        for one in made:
            one.close()
        raise
    return made


class Waiting:
    """A connection whose process is not known yet."""

    __slots__ = ("again", "host", "socket", "timer", "until")

    def __init__(self, connection: socket.socket, host: str, until: float) -> None:
        self.socket, self.host, self.until = connection, host, until
        self.again = AGAIN
        self.timer: asyncio.TimerHandle | None = None


class Acceptor:
    """Accepts connections and hands each over as soon as it is known where to."""

    def __init__(
        self, sockets: list[socket.socket], hand_over: Callable[[socket.socket, int], bool], count: int
    ) -> None:
        self._sockets, self._hand_over, self._count = sockets, hand_over, count
        self._waiting: dict[int, Waiting] = {}
        self._of: Counter[str] = Counter()
        self._proxies = trusted_proxies()
        self._full = False

    def open(self) -> None:
        """Accept from now on."""
        loop = asyncio.get_running_loop()
        for one in self._sockets:
            loop.add_reader(one, self._accept, one)

    def close(self) -> None:
        """Accept nothing more, and let go who has said nothing."""
        loop = asyncio.get_running_loop()
        for one in self._sockets:
            loop.remove_reader(one)
            one.close()
        self._sockets = []
        for waiting in tuple(self._waiting.values()):
            self._let_go(waiting)

    def _accept(self, listener: socket.socket) -> None:
        for _ in range(AT_ONCE):
            try:
                connection, address = listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as fault:  # no file descriptors left: those that are open must end first
                if not self._full:
                    log.error("no connection can be accepted: %s", fault)
                self._full = True
                loop = asyncio.get_running_loop()
                loop.remove_reader(listener)
                loop.call_later(1.0, self._accept_again, listener)
                return
            self._full = False
            self._arrived(connection, str(address[0]))

    def _accept_again(self, listener: socket.socket) -> None:
        if listener in self._sockets:
            asyncio.get_running_loop().add_reader(listener, self._accept, listener)

    def _arrived(self, connection: socket.socket, host: str) -> None:
        loop = asyncio.get_running_loop()
        connection.setblocking(False)
        if self._of[source(host)] >= limits.SILENT_EACH and not trusts(self._proxies, host):
            connection.close()
            return
        while len(self._waiting) >= limits.SILENT:
            self._let_go(next(iter(self._waiting.values())))
        waiting = Waiting(connection, host, loop.time() + limits.HEAD_SECONDS)
        self._waiting[connection.fileno()] = waiting
        self._of[source(host)] += 1
        waiting.timer = loop.call_later(limits.HEAD_SECONDS, self._let_go, waiting)
        loop.add_reader(connection, self._look, waiting)

    def _look(self, waiting: Waiting) -> None:
        try:
            head = waiting.socket.recv(limits.HEAD, socket.MSG_PEEK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            head = b""
        if not head:
            self._let_go(waiting)
            return
        forwarded = trusts(self._proxies, waiting.host)
        if complete(head, forwarded=forwarded) or len(head) >= limits.HEAD:
            self._forget(waiting)
            index = process_for(head, waiting.host, self._count, forwarded=forwarded)
            if not self._hand_over(waiting.socket, index):
                waiting.socket.close()
            return
        # What was looked at stays in the socket, which therefore counts as ready: look again a little later.
        loop = asyncio.get_running_loop()
        loop.remove_reader(waiting.socket)
        if waiting.timer is not None:
            waiting.timer.cancel()
        waiting.timer = loop.call_later(min(waiting.again, waiting.until - loop.time()), self._look_again, waiting)
        waiting.again *= 2

    def _look_again(self, waiting: Waiting) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() >= waiting.until:
            self._let_go(waiting)
            return
        waiting.timer = loop.call_later(waiting.until - loop.time(), self._let_go, waiting)
        loop.add_reader(waiting.socket, self._look, waiting)

    def _let_go(self, waiting: Waiting) -> None:
        self._forget(waiting)
        waiting.socket.close()

    def _forget(self, waiting: Waiting) -> None:
        if self._waiting.pop(waiting.socket.fileno(), None) is None:
            return
        asyncio.get_running_loop().remove_reader(waiting.socket)
        if waiting.timer is not None:
            waiting.timer.cancel()
        who = source(waiting.host)
        self._of[who] -= 1
        if not self._of[who]:
            del self._of[who]
