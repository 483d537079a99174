"""The browser client's files, under a path that changes with their content, so that browsers may keep them forever."""

from __future__ import annotations

import gzip
import hashlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from taku.engine.game import found_games

log = logging.getLogger(__name__)
CLIENT = Path(__file__).parent.parent / "client"
TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}


@dataclass(frozen=True)
class File:
    """One file as it is sent."""

    body: bytes
    squeezed: bytes
    type: str


@cache
def files() -> dict[str, File]:
    """All files by name; read once, about 150 kB. The stylesheet ends with what the games add to it."""
    found = {}
    for path in sorted(CLIENT.iterdir()):
        if path.suffix in TYPES:
            body = path.read_bytes()
            if path.name == "taku.css":
                body = b"\n".join([body, *_games_styles()])
            found[path.name] = File(body, gzip.compress(body, 9, mtime=0), TYPES[path.suffix])
    return found


def _games_styles() -> Iterator[bytes]:
    """A game may bring ``table.css`` in its folder: rules in the layer ``game``, all of them below ``.game-<id>``."""
    for name, load in found_games().items():
        try:
            path = load().folder / "table.css"
        except Exception:
            log.exception("the game %s cannot be used", name)
            continue
        if path.is_file():
            yield path.read_bytes()


@cache
def build() -> str:
    """A hash over all of them: a client with another one is told to reload."""
    digest = hashlib.sha256()
    for name, file in files().items():
        digest.update(name.encode() + b"\0" + file.body + b"\0")
    return digest.hexdigest()[:12]


def static() -> str:
    """The folder of the client's files in addresses."""
    return f"/static/{build()}"


async def serve(request: Request) -> Response:
    """A file of the client; one of an older build is not there any more."""
    file = files().get(request.path_params["name"])
    if file is None or request.path_params["build"] != build():
        return Response("not found", 404, media_type="text/plain")
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.squeezed, headers={**headers, "Content-Encoding": "gzip"}, media_type=file.type)
    return Response(file.body, headers=headers, media_type=file.type)
