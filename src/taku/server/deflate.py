"""WebSockets with a deflate window as long as a view, so that each view is squeezed against the one before it."""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.server import ServerProtocol

WINDOW_BITS = 15
"""32 kB, the last ten updates of a table and more; with uvicorn's own 12 bits they cost three times as much."""
CLIENT_BITS = 12
"""What clients send is short."""
COMPRESS = {"memLevel": 6, "level": 4}
"""At most 0.16 MB a connection. Updates of Goofspiel's first rounds, bytes (mean, 95 %) and time with 160 in turn on a
busy machine: 174, 585 and 0.054 ms; at level 3 188, 617 and 0.046 ms; with a window of 14 bits 205, 808 and 0.051."""
MANY = 8
THOROUGH = 6
"""The level for tables of more seats, where much happens at once. With twenty (and 15 bits) a message takes 0.044 ms
instead of 0.024 at level 3, 297 bytes instead of 412, and the largest one 3.8 kB instead of 4.7."""

SOCKET = "taku.socket"
"""Where an ASGI scope has the protocol among its extensions."""
STUCK = 20
"""Seconds in which a page must take what it is sent; one that does not read is closed. (The system and the transport
hold some hundred kilobytes for it: a slow phone has read a view long before.)"""
FEW = 4
"""Messages of a page that may wait to be heard; with more it is not read on."""
DEFLATED_TEXT = 0xC1
"""The first byte of a frame: a whole message of compressed text."""


def settings(seats: int) -> dict[str, int]:
    """How a page of a table with so many seats is squeezed."""
    return COMPRESS | {"level": THOROUGH} if seats > MANY else COMPRESS


def asks(seats: int) -> str:
    """What the address of such a table's socket says about it: the squeezing is fixed before anything is looked up."""
    return "?many=1" if seats > MANY else ""


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
        self._squeeze = ServerPerMessageDeflateFactory(
            server_max_window_bits=WINDOW_BITS, client_max_window_bits=CLIENT_BITS, compress_settings=COMPRESS
        )
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
        if "many=1" in event.path.partition("?")[2].split("&"):
            self._squeeze.compress_settings = settings(MANY + 1)
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][SOCKET] = self  # type: ignore[assignment]

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
