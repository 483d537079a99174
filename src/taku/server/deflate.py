"""WebSockets with a deflate window as long as a view, so that each view is squeezed against the one before it."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.http11 import Request
from websockets.server import ServerProtocol

WINDOW_BITS = 15
"""32 kB: what changed of a table, 4 kB, costs 0.3 kB on the wire; with uvicorn's own 12 bits it costs 0.9 kB."""
CLIENT_BITS = 12
"""What clients send is short."""
COMPRESS = {"memLevel": 7, "level": 3}
"""0.19 MB a connection. With 800 of them in turn a message takes 0.03 ms; level 5 takes 0.06 ms and saves 0.1 kB."""
MANY = 8
THOROUGH = 6
"""The level for tables of more seats, where much happens at once. With twenty a message takes 0.044 ms instead of
0.024, 297 bytes instead of 412, and the largest one 3.8 kB instead of 4.7."""


def settings(seats: int) -> dict[str, int]:
    """How a page of a table with so many seats is squeezed."""
    return COMPRESS | {"level": THOROUGH} if seats > MANY else COMPRESS


def asks(seats: int) -> str:
    """What the address of such a table's socket says about it: the squeezing is fixed before anything is looked up."""
    return "?many=1" if seats > MANY else ""


class Deflated(WebSocketsSansIOProtocol):
    """uvicorn's own protocol, which has no setting for the window."""

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

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.extensions = []  # the protocol holds itself, and so the windows, until cycles are searched

    def handle_connect(self, event: Request) -> None:
        if "many=1" in event.path.partition("?")[2].split("&"):
            self._squeeze.compress_settings = settings(MANY + 1)
        super().handle_connect(event)
