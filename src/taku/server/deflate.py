"""WebSockets with a deflate window as long as a view, so that each view is squeezed against the one before it."""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.server import ServerProtocol

CLIENT_BITS = 12
"""What clients send is short."""


@dataclass(frozen=True, slots=True)
class Squeeze:
    """How what a page is sent is compressed."""

    bits: int
    """Of the window: 15 are 32 kB."""
    memory: int
    level: int

    def stream(self) -> Any:
        """A new connection's compressor."""
        return zlib.compressobj(self.level, zlib.DEFLATED, -self.bits, self.memory)


SQUEEZES = {"": Squeeze(15, 6, 4), "small": Squeeze(14, 5, 4), "many": Squeeze(15, 6, 6)}
"""By name. The usual one has the last ten updates of a table and more in its window, and takes 0.16 MB a connection; at
uvicorn's own 12 bits an update costs three times as much. Bytes of an update of Destroy (mean, 95 %): 626 and 2,255;
with 14 bits 1,004 and 3,338.

*small* is for small tables, whose last updates fit such a window: 0.08 MB a connection, and that much less to touch.
Goofspiel with four seats: 148 and 456 bytes instead of 142 and 439.

*many* is for tables of more seats, where much happens at once. With twenty a message takes 0.044 ms instead of 0.024 at
level 3, 297 bytes instead of 412, and the largest one 3.8 kB instead of 4.7."""
SMALL = 24_000
"""Characters of a small table: 1.5 windows, of which an update tells a fourth at most."""
MANY = 8
"""Seats of a table that has not many yet."""

SOCKET = "taku.socket"
"""Where an ASGI scope has the protocol among its extensions."""
STUCK = 20
"""Seconds in which a page must take what it is sent; one that does not read is closed. (The system and the transport
hold some hundred kilobytes for it: a slow phone has read a view long before.)"""
FEW = 4
"""Messages of a page that may wait to be heard; with more it is not read on."""
DEFLATED_TEXT = 0xC1
"""The first byte of a frame: a whole message of compressed text."""


def squeeze(seats: int, size: int) -> str:
    """Which one is for a table with so many seats and so many characters."""
    return "many" if seats > MANY else "small" if size <= SMALL else ""


def asks(seats: int, size: int) -> str:
    """What the address of such a table's socket says about it: the squeezing is fixed before anything is looked up."""
    name = squeeze(seats, size)
    return f"?squeeze={name}" if name else ""


class Deflated(WebSocketsSansIOProtocol):
    """uvicorn's own protocol, which has no setting for the window, and goes through the whole application, twenty
    coroutines deep, for each message.

    A table's connection finds it in its ASGI scope (``SOCKET``). It writes to it without waiting: a view for four
    players is four calls, not four tasks. And it reads from it (``next``): the application around it sleeps meanwhile.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._squeeze = ServerPerMessageDeflateFactory(client_max_window_bits=CLIENT_BITS)
        self._agree_on("")
        self.conn = ServerProtocol(
            extensions=[self._squeeze], max_size=config.ws_max_size, logger=logging.getLogger("uvicorn.error")
        )
        self.drained: Callable[[], None] | None = None
        """Called when there is room again for what could not be written."""
        self.stuck: Callable[[], None] | None = None
        """Called when there was none for too long."""
        self._waits: asyncio.TimerHandle | None = None
        self._inbox: deque[str] = deque()
        self._ended = False
        """Nothing more is heard."""
        self._listener: asyncio.Future[None] | None = None

    def handle_connect(self, event: Request) -> None:
        for asked in event.path.partition("?")[2].split("&"):
            key, _, name = asked.partition("=")
            if key == "squeeze" and name in SQUEEZES:
                self._agree_on(name)
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][SOCKET] = self  # type: ignore[assignment]

    def _agree_on(self, name: str) -> None:
        chosen = SQUEEZES[name]
        self._squeeze.server_max_window_bits = chosen.bits
        self._squeeze.compress_settings = {"memLevel": chosen.memory, "level": chosen.level}

    @property
    def congested(self) -> bool:
        """The page reads too slowly: what is written now would only wait in memory."""
        return not self.writable.is_set()

    def write(self, message: bytes) -> None:
        """Send a text now; nothing happens if the connection is ending."""
        if self.close_sent or self.transport.is_closing():
            return
        squeeze = getattr(self.conn.extensions[0], "encoder", None) if self.conn.extensions else None
        if squeeze is None:  # a client without deflate, or one that wants each message by itself
            self.conn.send_text(message)
            self.transport.write(b"".join(self.conn.data_to_send()))
            return
        data = squeeze.compress(message) + squeeze.flush(zlib.Z_SYNC_FLUSH)
        length = len(data) - 4  # without the empty block at the end (RFC 7692, 7.2.1)
        if length < 126:
            head = bytes((DEFLATED_TEXT, length))
        elif length < 1 << 16:
            head = bytes((DEFLATED_TEXT, 126)) + length.to_bytes(2)
        else:
            head = bytes((DEFLATED_TEXT, 127)) + length.to_bytes(8)
        self.transport.write(head + data[:-4])

    async def next(self) -> str | None:
        """The next text that the page sends; None when there will be none any more."""
        while not self._inbox:
            if self._ended:
                return None
            self._listener = self.loop.create_future()
            await self._listener
        if self.read_paused and len(self._inbox) <= FEW:
            self.read_paused = False
            self.transport.resume_reading()
        return self._inbox.popleft()

    def send_receive_event_to_app(self) -> None:
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        try:
            text = data.decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()  # closes the connection
            return
        self.frames = []
        if self.close_sent or self._ended:
            return
        if self.curr_msg_data_type != "text":  # pages send none
            self.stop_reading()
            return
        self._inbox.append(text)
        self._wake()
        if len(self._inbox) > FEW and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _wake(self) -> None:
        if self._listener is not None and not self._listener.done():
            self._listener.set_result(None)

    def handle_close(self, event: Frame) -> None:
        super().handle_close(event)
        self.stop_reading()

    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        self.stop_reading()

    def shutdown(self) -> None:
        super().shutdown()
        self.stop_reading()

    def stop_reading(self) -> None:
        """Whoever reads from this connection learns that it has ended."""
        self._ended = True
        self._wake()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._waits = self.loop.call_later(STUCK, lambda: self.stuck and self.stuck())

    def _go_on(self) -> None:
        if self._waits is not None:
            self._waits.cancel()
            self._waits = None

    def resume_writing(self) -> None:
        super().resume_writing()
        self._go_on()
        if self.drained is not None:
            self.drained()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.stop_reading()
        self.conn.extensions = []  # the protocol holds itself, and so the windows, until cycles are searched
        self._go_on()
        self.drained = self.stuck = None
