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

from taku import lab
from taku.engine.game import found_games
from taku.server.modules import CLIENT, bare, bundles

log = logging.getLogger(__name__)
LAYERS, PARTS = "reset tokens", "controls cards boards people status talk overlays"
STYLES = f"{LAYERS} {PARTS} shell table frames site campaign".split()
TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}


@dataclass(frozen=True)
class File:
    """One file as it is sent."""

    body: bytes
    squeezed: bytes
    type: str


@cache
def files() -> dict[str, File]:
    """All files by name; made once, about 150 kB. The sheets are sent as one, which ends with what the games add."""
    found = {f"{name}.js": _file(text.encode(), ".js") for name, text in bundles().items()}
    found["taku.css"] = _file(b"\n".join([styles(), *_games_styles()]), ".css")
    found["lab.css"] = _file((Path(lab.__path__[0]) / "report" / "report.css").read_bytes(), ".css")
    return found


def styles() -> bytes:
    """What all pages share, in the order in which it counts."""
    texts = ((CLIENT / "styles" / f"{name}.css").read_text(encoding="utf-8") for name in STYLES)
    return bare("\n".join(texts)).encode()


def _file(body: bytes, suffix: str) -> File:
    return File(body, gzip.compress(body, 9, mtime=0), TYPES[suffix])


def _games_styles() -> Iterator[bytes]:
    """A game may bring ``page.css`` in its folder: rules in the layer ``game``, all of them below ``.game-<id>``."""
    for name, load in found_games().items():
        try:
            path = load().folder / "page.css"
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
