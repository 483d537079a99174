"""The application: its routes, and the headers that every answer carries."""

from __future__ import annotations

import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from taku.page.document import CSP
from taku.server import files, limits, metrics, web
from taku.server.config import Config
from taku.server.live.socket import table_socket
from taku.server.pages import (
    analysis,
    campaign,
    create,
    devices,
    fair,
    home,
    join,
    lab,
    match,
    replay,
    rules,
    start,
    upload,
)
from taku.server.pages import app as app_pages
from taku.server.siblings import Siblings
from taku.server.site import Site
from taku.server.store import StoreError, Unavailable
from taku.server.web import Problem, Visit, address, get, post, problem_page

log = logging.getLogger(__name__)

HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


class Headers:
    """Puts the security headers on every answer, and counts."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app, self.site = app, site
        self.headers = [(k.encode(), v.encode()) for k, v in HEADERS.items()]
        if site.config.base_url.startswith("https:"):
            self.headers.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        self.site.requests += 1
        who = address(HTTPConnection(scope))
        wait = self.site.all.wait(who)
        if wait:
            if self.site.gate is not None:
                self.site.gate.bar(who, wait)
            headers = {"Retry-After": str(math.ceil(wait)), "Connection": "close"}
            await PlainTextResponse("too many requests\n", 429, headers)(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *self.headers]
            await send(message)

        await self.app(scope, receive, sending)


async def not_found(request: Request, _: Exception) -> Response:
    visit = Visit(request)
    return visit.finish(problem_page(visit, Problem("problem.lost", 404)))


async def failed(request: Request, fault: Exception) -> Response:
    """Something of ours went wrong: the log has the trace, the reader a page."""
    visit = Visit(request)
    visit.site.errors += 1
    if isinstance(fault, Unavailable):
        return visit.finish(problem_page(visit, Problem("problem.store", 503)))
    log.error("%s %s", request.method, request.url.path, exc_info=fault)
    return visit.finish(problem_page(visit, Problem("problem.ours", 500)))


def routes() -> list[Any]:
    """All addresses of the site."""
    return [
        get("/", home.home),
        get("/lobby", home.lobby),
        get("/offline", app_pages.offline),
        get("/manifest.webmanifest", app_pages.manifest),
        get("/worker.js", app_pages.worker),
        get("/icon.svg", app_pages.icon_svg),
        get("/icon.png", app_pages.icon_png),
        get("/tables", home.tables),
        get("/finished", home.finished),
        get("/language/{code}", home.language),
        get("/me", devices.me),
        post("/me", devices.save),
        post("/me/code", devices.code),
        post("/me/forget", devices.forget),
        get("/code", devices.enter),
        post("/code", devices.redeem),
        get("/new/{game}", create.form),
        post("/new/{game}", create.make),
        post("/play/{game}", start.play),
        get("/campaign/{game}", campaign.page),
        get("/t/{id}", match.table),
        post("/t/{id}/sit", join.sit),
        post("/t/{id}/leave", join.leave),
        post("/t/{id}/bot", join.bot),
        post("/t/{id}/begin", join.begin),
        post("/t/{id}/close", join.close),
        get("/i/{token}", join.invited),
        post("/i/{token}", join.accept),
        get("/t/{id}/steps", replay.steps),
        get("/t/{id}/replay", replay.page, limits.READ_REPLAY),
        get("/t/{id}/match.json", replay.download, limits.READ_FILE),
        get("/t/{id}/fair", fair.page),
        get("/t/{id}/analysis", analysis.page),
        post("/t/{id}/analysis", analysis.start),
        post("/t/{id}/analysis/cancel", analysis.cancel),
        get("/fair", fair.explain),
        get("/upload", upload.form),
        web.upload("/upload", upload.take),
        get("/u/{id}", upload.page, limits.READ_REPLAY),
        get("/u/{id}/steps", upload.steps),
        get("/lab", lab.index),
        get("/lab/{name}", lab.report),
        get("/rules/{game}", rules.page),
        get("/rules/{game}/clause/{clause}", rules.clause),
        Route("/static/{build}/{name}", files.serve),
        Route("/healthz", metrics.healthz),
        Route("/metrics", metrics.metrics),
        WebSocketRoute("/t/{id}/ws", table_socket),
    ]


def make_app(config: Config, siblings: Siblings | None = None) -> Starlette:
    """The whole application for uvicorn."""
    site = Site(config, siblings)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await site.open()
        yield
        await site.close()

    app = Starlette(
        routes=routes(),
        lifespan=lifespan,
        middleware=[Middleware(Headers, site=site), Middleware(GZipMiddleware, minimum_size=800, compresslevel=6)],
        exception_handlers={404: not_found, 405: not_found, StoreError: failed, 500: failed},
    )
    app.state.site = site
    return app
