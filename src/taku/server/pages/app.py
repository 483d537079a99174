"""Taku on a home screen: the manifest, the icons, the worker of the browser and the page without a connection."""

from __future__ import annotations

import json

from starlette.responses import Response

from taku.page import icons
from taku.page.html import el
from taku.server import files
from taku.server.modules import CLIENT
from taku.server.web import Visit

DAY = "public, max-age=86400"
ICON = 192
"""Pixels a side: what home screens ask for."""


async def manifest(visit: Visit) -> Response:
    """What a browser must know to put Taku on the home screen."""
    facts = {
        "name": "Taku",
        "short_name": "Taku",
        "description": visit.t("home.lead"),
        "lang": visit.language,
        "start_url": "/",
        "display": "standalone",
        "background_color": "#e2d3ba",
        "theme_color": "#5b3f28",
        "icons": [
            {"src": "/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": "/icon.png", "sizes": f"{ICON}x{ICON}", "type": "image/png", "purpose": "any"},
        ],
    }
    return Response(json.dumps(facts, ensure_ascii=False), media_type="application/manifest+json")


async def icon_svg(_: Visit) -> Response:
    return Response(icons.svg(), media_type="image/svg+xml", headers={"Cache-Control": DAY})


async def icon_png(_: Visit) -> Response:
    return Response(icons.png(ICON), media_type="image/png", headers={"Cache-Control": DAY})


async def worker(_: Visit) -> Response:
    """The browser's worker; it keeps the page without a connection, with the styles of this build, and nothing else."""
    text = (CLIENT / "worker" / "worker.js").read_text(encoding="utf-8").replace("{static}", files.static())
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


async def offline(visit: Visit) -> Response:
    """What is shown where there is no connection."""
    t = visit.t
    again = el("p", el("a", t("offline.again"), href="/", class_="button main"))
    return visit.page(
        t("offline.title"), el("h1", t("offline.title")), el("p", t("offline.text"), class_="lead"), again
    )
