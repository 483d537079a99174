"""The door of a table's socket: who may come in, and with which seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.websockets import WebSocket

from taku.server import files, limits
from taku.server.live.connection import Connection
from taku.server.people import known_language, own_cookie
from taku.server.web import address, same_origin, site_of
from taku.server.words import best_language, text_of

if TYPE_CHECKING:
    from taku.server.site import Site

MOST = 1000
"""Pages of one table."""
MOST_OF_ONE = 12
"""Pages of one table that one guest may have open."""


async def table_socket(sock: WebSocket) -> None:
    """Check where it comes from and how many of it there are, then serve the page."""
    site = site_of(sock)
    who = address(sock)
    many = site.open_sockets[who] >= limits.SOCKETS_EACH * max(1.0, site.config.allow)
    if many or not same_origin(sock, site.config.base_url) or not site.sockets.spend(who):
        await sock.close(1008)
        return
    site.open_sockets[who] += 1
    try:
        await _serve(sock, site)
    finally:
        site.open_sockets[who] -= 1
        if not site.open_sockets[who]:
            del site.open_sockets[who]


async def _serve(sock: WebSocket, site: Site) -> None:
    """Find out who it is."""
    kept = site.keeper.read(own_cookie(sock.scope["headers"]))
    player = await site.people.of(kept)
    table = await site.registry.table(sock.path_params["id"][:64])
    if table is None:
        await sock.close(1008)
        return
    if player is not None and player.banned is not None:
        player = None  # who was excluded may still watch
    chosen = known_language(kept.language) if kept else ""
    t = text_of(chosen or best_language(sock.headers.get("accept-language", "")))
    await sock.accept()
    if sock.query_params.get("build", files.build()) != files.build():
        await sock.send_json({"t": "reload", "text": t("page.reload")})
        await sock.close(1000)
        return
    id = player.id if player else ""
    mine = sum(c.player == id for c in table.connections) if id else 0
    if len(table.connections) >= MOST or mine >= MOST_OF_ONE:
        await sock.send_json({"t": "notice", "level": "error", "text": t("problem.busy.text")})
        await sock.close(1008)
        return
    seat = table.seat_of(id)
    if seat >= 0 and seat not in table.presence.last and table.history is not None:
        last = await site.store.derived(table.id, f"seen:{seat}")
        if isinstance(last, int):
            table.presence.last[seat] = last
    asked = sock.query_params
    patches, room = asked.get("patch") == "1", asked.get("room") == "1"
    generation = player.generation if player else 0
    connection = Connection(table, sock, id, t, generation=generation, patches=patches, room=room)
    await connection.run(_number(sock.query_params.get("step", "-1")))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.lstrip("-").isdigit() and len(text) < 10 else -1
