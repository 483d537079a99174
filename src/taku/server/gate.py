"""Connections before anything is known about them: how many, how long they may be silent, how much they say first.

uvicorn has a limit for none of these: a connection that never sends a whole request stays open for good, and a head of
any length is read if it comes in one piece.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from typing import Any

import h11
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol
from websockets.frames import Frame

from taku.server import limits
from taku.server.budget import Budget, source
from taku.server.deflate import Deflated
from taku.server.descriptors import room_for

log = logging.getLogger(__name__)
quiet = logging.getLogger("taku.server.gate.requests")
"""What strangers send wrong is no news: only errors of ours are written to the log."""
quiet.setLevel(logging.ERROR)
BARRED = 1000
"""Addresses that are barred at once; the first give way."""


class Gate:
    """Counts the open connections of a server, and lets the silent ones go when there is no room."""

    def __init__(self, allow: float = 1.0, trusted: str | list[str] = "127.0.0.1", most: int = 0) -> None:
        self.most = most or room_for()
        self.most_of_one = int(limits.CONNECTIONS_EACH * max(1.0, allow))
        self.refused = 0
        self._trusted = _TrustedHosts(trusted)
        self._open: dict[int, str] = {}
        """For each connection who has it; a proxy has as many as it needs."""
        self._by: Counter[str] = Counter()
        self._barred: dict[str, float] = {}
        """Until when nobody is let in from an address."""
        self._silent: dict[int, asyncio.Transport] = {}
        """Those that wait for a request, the oldest first."""

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, transport: asyncio.Transport, host: str | None) -> bool:
        """Whether a new connection may stay."""
        who = "" if host is None or host in self._trusted else source(host)
        if who and (self._by[who] >= self.most_of_one or self._barred.get(who, 0) > time.monotonic()):
            self.refused += 1
            return False
        if len(self._open) >= self.most and not self._make_room():
            self.refused += 1
            return False
        self._open[id(transport)] = who
        self._by[who] += 1
        self._silent[id(transport)] = transport
        return True

    def bar(self, who: str, seconds: float) -> None:
        """Let nobody in from an address for a moment: it has used up all that it may ask for."""
        self._barred[who] = time.monotonic() + min(seconds, limits.BARRED)
        while len(self._barred) > BARRED:
            del self._barred[next(iter(self._barred))]

    def _make_room(self) -> bool:
        oldest = next(iter(self._silent), None)
        if oldest is None:
            return False
        self._silent[oldest].abort()
        self._forget(oldest)
        return True

    def spoke(self, transport: asyncio.Transport) -> None:
        """A connection has sent a request."""
        self._silent.pop(id(transport), None)

    def rests(self, transport: asyncio.Transport) -> None:
        """A connection was answered and may ask again; it gives way when there is no room."""
        if id(transport) in self._open:
            self._silent[id(transport)] = transport

    def leave(self, transport: asyncio.Transport) -> None:
        self._forget(id(transport))

    def _forget(self, key: int) -> None:
        self._silent.pop(key, None)
        who = self._open.pop(key, None)
        if who is not None:
            self._by[who] -= 1
            if not self._by[who]:
                del self._by[who]


class Head(h11.Connection):
    """Refuses a request by its first lines: too long, too many, or with a body of unknown length."""

    status = 400

    def next_event(self) -> Any:
        try:
            event = super().next_event()
            if isinstance(event, h11.Request):
                self._look(event)
        except h11.RemoteProtocolError as fault:
            self.status = fault.error_status_hint
            raise
        return event

    def _look(self, request: h11.Request) -> None:
        size = len(request.target) + sum(len(name) + len(value) + 4 for name, value in request.headers)
        if size > limits.HEAD or len(request.headers) > limits.HEADERS:
            raise h11.RemoteProtocolError("too long a head", error_status_hint=431)
        if len(request.target.partition(b"?")[2]) > limits.QUERY:
            raise h11.RemoteProtocolError("too long a query", error_status_hint=414)
        for name, value in request.headers:
            # Parsing one-byte chunks takes a second for a quarter of a megabyte, and no browser sends forms so.
            if name == b"transfer-encoding":
                raise h11.RemoteProtocolError("the length of the body is not said", error_status_hint=411)
            if name == b"content-length" and (len(value) > 12 or int(value) > limits.UPLOAD):
                raise h11.RemoteProtocolError("too long a body", error_status_hint=413)


class Entrance(H11Protocol):
    """uvicorn's own protocol with these limits."""

    def __init__(self, gate: Gate, **about: Any) -> None:
        super().__init__(**about)
        self.logger = quiet
        self._gate = gate
        self._head = self.conn = Head(h11.SERVER, limits.HEAD)
        self._timer: asyncio.TimerHandle | None = None
        self._answered = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._gate.enter(transport, self.client[0] if self.client else None):
            self._wait(limits.HEAD_SECONDS)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait(None)
        self._gate.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        while data and not self.transport.is_closing():
            waits = self.conn.their_state is h11.IDLE
            piece = data[: limits.HEAD] if waits else data
            if self.conn.their_state is h11.DONE and len(data) > limits.HEAD:  # more requests than were answered
                self.transport.abort()
                return
            super().data_received(piece)
            data = data[len(piece) :]
            if isinstance(self.transport.get_protocol(), Socket):
                return
        if self.transport.is_closing():
            return
        if self.conn.their_state is h11.IDLE:
            if self._timer is None:
                self._wait(limits.HEAD_SECONDS)
        elif self.cycle is not None and self.cycle.response_complete:
            if self._timer is None:  # the rest of a body that was refused: browsers read the answer only after it
                self._wait(limits.REST_SECONDS)
        else:
            self._gate.spoke(self.transport)
            self._wait(None)

    def on_response_complete(self) -> None:
        self._answered = self.loop.time()
        self._wait(None)
        self._gate.rests(self.transport)
        super().on_response_complete()

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more was asked; who is still reading the answer may do so for a while."""
        if self.transport.is_closing() or not self.transport.get_write_buffer_size():
            super().timeout_keep_alive_handler()
        elif self.loop.time() - self._answered > limits.ANSWER_SECONDS:
            self.transport.abort()
        else:
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._wait(None)
        self._gate.spoke(self.transport)
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """A request that is none, or too long to be one."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()
            return
        status = self._head.status
        text = STATUS_PHRASES[status] + b"\n"
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", b"%d" % len(text)),
            (b"connection", b"close"),
        ]
        for event in (h11.Response(status_code=status, headers=headers), h11.Data(data=text), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _wait(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        self._timer = None
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.close()


GOODBYE = 1.0
"""Seconds in which a page that sends too much can read why it is not heard any more."""


class Socket(Deflated):
    """The protocol of tables' sockets, in which every frame counts: pings, pongs and pieces of messages too."""

    def __init__(self, gate: Gate, **about: Any) -> None:
        super().__init__(**about)
        self._gate = gate
        self._frames = Budget(limits.FRAMES, limits.FRAMES_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._gate.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for at in range(0, len(data), limits.FRAMES_BYTES):  # frames are parsed before they can be counted
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + limits.FRAMES_BYTES])

    def handle_ping(self) -> None:
        if self._paid():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._paid():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._paid():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        if self._paid():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._paid():
            super().handle_bytes(event)

    def _paid(self) -> bool:
        if self.transport.is_closing():
            return False
        if self._frames.spend():
            return True
        if not self.close_sent:
            self.conn.fail(1008, "too many frames")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.stop_reading()
        # closed at once, with frames unread, the connection would be reset and the reason lost
        self.read_paused = False
        self.transport.pause_reading()
        if self.close_timer is None:
            self.close_timer = self.loop.call_later(GOODBYE, self.transport.close)
        return False


def hush(loop: asyncio.AbstractEventLoop) -> None:
    """Where no connection can be accepted for lack of descriptors, say so once a minute and not for each."""
    last = [-60.0]

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if "accept" in str(context.get("message", "")):
            if loop.time() - last[0] >= 60:
                last[0] = loop.time()
                log.error("connections cannot be accepted: %s", context.get("exception"))
            return
        loop.default_exception_handler(context)

    loop.set_exception_handler(handle)
