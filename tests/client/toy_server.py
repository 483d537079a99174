"""A small server of a toy table that speaks docs/protocol.md under the real security header, for the client's tests.

It runs in a thread of the test's process, so that a test can look into it, push messages and pull the plug.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
import time
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from taku.page import frames, parts, svg
from taku.page.document import CSP, document, live, top
from taku.page.html import Raw, el
from taku.server.files import styles
from taku.server.modules import bundles, sources
from tests.client.toy import NAMES, Toy
from tests.server.kit import PATIENCE, free_port

BUILD = "b1"


class Server:
    """The toy's web server, in a thread."""

    def __init__(self, toy: Toy) -> None:
        self.toy = toy
        self.got: list[dict[str, Any]] = []
        self.sockets: dict[WebSocket, int] = {}
        self.deaf = False  # acts vanish, as on a dead line
        self.build = BUILD
        self.wanted: list[dict[str, str]] = []
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.app = Starlette(
            routes=[
                Route("/", self.page),
                Route("/replay", self.replay),
                Route("/steps", self.steps),
                Route("/clause/{id}", self.clause),
                Route("/specimen", self.specimen),
                Route("/map", self.map),
                Route("/home", self.home),
                Route("/fair", self.fair),
                Route("/match.json", self.match_json),
                Route("/empty", self.empty),
                Route("/worker.js", self.worker),
                WebSocketRoute("/ws", self.ws),
                Route(f"/static/{BUILD}/taku.css", self.styles),
                Route(f"/static/{BUILD}/{{name}}.js", self.module),
            ]
        )
        self.start()

    async def styles(self, request: Request) -> Response:
        return Response(styles(), media_type="text/css")

    async def module(self, request: Request) -> Response:
        """A script as it is sent, or one of the modules that it is made of, for tests of that alone."""
        name = request.path_params["name"]
        text = bundles().get(name) or sources()[name]
        return Response(text, media_type="text/javascript")

    def hears(self, message: dict[str, Any], seconds: float = PATIENCE) -> None:
        """Wait until the page has said this."""
        end = time.monotonic() + seconds
        while message not in self.got:
            assert time.monotonic() < end, f"{message} never came, but {self.got[-5:]}"
            time.sleep(0.01)

    # ---- running

    def start(self) -> None:
        config = uvicorn.Config(
            self.with_headers,
            interface="asgi3",
            lifespan="off",
            port=self.port,
            log_level="error",
            timeout_graceful_shutdown=1,
        )
        self.uvicorn = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.uvicorn.run, daemon=True)
        self.thread.start()
        while not self.uvicorn.started:
            assert self.thread.is_alive(), "the server did not start"
            time.sleep(0.01)

    def stop(self) -> None:
        self.uvicorn.should_exit = self.uvicorn.force_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), "the server does not stop"
        self.sockets.clear()

    async def with_headers(self, scope: Any, receive: Any, send: Any) -> None:
        self.loop = asyncio.get_running_loop()

        async def sent(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"content-security-policy", CSP.encode())]
            await send(message)

        await self.app(scope, receive, sent)

    def push(self, message: dict[str, Any], seat: int | None = None) -> None:
        """Send a message to all pages, or to a seat's."""

        async def do() -> None:
            for sock, s in list(self.sockets.items()):
                if seat is None or s == seat:
                    await sock.send_text(json.dumps(message))

        asyncio.run_coroutine_threadsafe(do(), self.loop).result(PATIENCE)

    def cut(self, code: int = 1012) -> None:
        """Close every socket."""

        async def do() -> None:
            for sock in list(self.sockets):
                await sock.close(code)

        asyncio.run_coroutine_threadsafe(do(), self.loop).result(PATIENCE)

    def show(self) -> None:
        """Everybody gets the newest view."""
        for seat in set(self.sockets.values()):
            self.push(self.toy.view(seat), seat)

    # ---- pages

    def frame(self, title: str, *body: Any, **more: Any) -> HTMLResponse:
        return HTMLResponse(document(title, *body, lang=self.toy.lang, static=f"/static/{BUILD}", **more))

    async def page(self, request: Request) -> Response:
        seat = int(request.query_params.get("seat", 0))
        return self.frame(
            "Lanterns",
            live(top("/home", "Lanterns"), Raw(self.toy.html(seat)), heading="Lanterns"),
            script="client",
            class_="at-table",
            ws=f"/ws?seat={seat}",
            build=BUILD,
            step=self.toy.step,
            seq=self.toy.seq[max(0, seat)],
            steps="/steps",
            clauses="/clause/{}",
        )

    async def replay(self, request: Request) -> Response:
        at = int(request.query_params.get("step", 0))
        log = [
            parts.log_line(
                e["id"],
                Raw(e["html"]),
                step=e["step"],
                seat=e["seat"],
                icon=e["icon"],
                clause=e["clause"],
                href=f"/replay?step={e['step']}",
                again="moment" in e,
            )
            for e in self.toy.events
        ]
        here = self.toy.history[at]
        nav = [
            el("a", w, href=f"/replay?step={n}", class_="button quiet")
            for w, n in (("Back", max(0, at - 1)), ("On", min(self.toy.step, at + 1)))
        ]
        return self.frame(
            "Replay",
            live(
                top("/home", "Replay"),
                Raw(here["html"]),
                heading="Replay",
                log=log,
                status=el("div", el("p", here["status"], class_="status-text"), nav, id="status", class_="status"),
            ),
            script="client",
            class_="at-table",
            replay=True,
            steps="/steps",
            step=at,
            clauses="/clause/{}",
            status=here["status"],
        )

    async def steps(self, request: Request) -> Response:
        a, b = int(request.query_params["from"]), int(request.query_params["to"])
        return JSONResponse({"last": self.toy.step, "steps": self.toy.history[a : b + 1]})

    async def clause(self, request: Request) -> Response:
        return HTMLResponse(el("p", "A lantern moves one step. ", el("a", "Rulebook", href="/home")))

    async def worker(self, request: Request) -> Response:
        return Response("", media_type="text/javascript")

    async def empty(self, request: Request) -> Response:
        return HTMLResponse("<!doctype html><html lang=en><title>x</title><div id=view></div>")

    async def map(self, request: Request) -> Response:
        grid = svg.square_grid(30, 30, size=30, gap=1, round_=0, label=lambda r, c: f"{r},{c}")
        board = el(
            "div",
            svg.board(900, 900, svg.pattern_defs("waves", "trees"), grid, label="Map"),
            id="map",
            data_viewport=True,
        )
        return self.frame(
            "Map",
            live(top("/home", "Map"), frames.wide_map("toy", board=board, players=None), heading="Map"),
            script="client",
            class_="at-table",
        )

    async def home(self, request: Request) -> Response:
        from tests.client import specimen

        return self.frame("Home", *specimen.home(self.toy.lang), clauses="/clause/{}")

    async def specimen(self, request: Request) -> Response:
        from tests.client import specimen

        return self.frame("Parts", *specimen.parts_page(), clauses="/clause/{}")

    async def fair(self, request: Request) -> Response:
        from tests.client import specimen

        return self.frame("Fair", *specimen.fair(), script="fair")

    async def match_json(self, request: Request) -> Response:
        secret = bytes(range(32))
        return JSONResponse(
            {
                "id": "k3",
                "commitment": hashlib.sha256(secret).hexdigest(),
                "secret": secret.hex(),
                "nonces": ["a", "灯"],
                "entries": [["move", 0, 3], ["move", 1, 5]],
            }
        )

    # ---- the socket

    async def ws(self, sock: WebSocket) -> None:
        await sock.accept()
        seat = int(sock.query_params.get("seat", -1))
        self.wanted.append(dict(sock.query_params))
        if sock.query_params.get("build") != self.build:
            await sock.send_text(json.dumps({"t": "reload", "text": "A new version is here."}))
            return
        self.sockets[sock] = seat
        toy = self.toy
        hello = {
            "t": "hello",
            "now": time.time() * 1000,
            "seat": seat,
            "seats": [{"name": n, "kind": "human"} for n in NAMES[: toy.seats]],
            "channels": [{"id": "table", "label": "Table"}, {"id": "team", "label": "Team"}],
            "phrases": [{"id": "gg", "text": "Good game!"}],
            "can": ["undo", "pause", "resign", "hint", "point", "rematch"],
            "rules": "/home",
            "fair": "/fair",
        }
        view = toy.view(seat) | {"events": [], "log": {"reset": True, "lines": toy.events}}
        if sock.query_params.get("step") == str(toy.step):
            del view["html"]
        await sock.send_text(json.dumps(hello))
        await sock.send_text(json.dumps(view))
        try:
            while True:
                m = json.loads(await sock.receive_text())
                if m["t"] == "ping":
                    await sock.send_text(json.dumps({"t": "pong", "c": m["c"], "now": time.time() * 1000}))
                    continue
                deaf = self.deaf  # as it was when this came: whoever waits for it may change that
                self.got.append(m)
                if m["t"] == "act" and not deaf:
                    if m["seq"] == toy.seq[seat] and not toy.act(seat, m["action"]):
                        await sock.send_text(
                            json.dumps({"t": "refused", "seq": m["seq"], "text": "That is not allowed now."})
                        )
                    else:
                        for other, s in list(self.sockets.items()):
                            await other.send_text(json.dumps(toy.view(s)))
                elif m["t"] == "sync":
                    await sock.send_text(json.dumps(toy.view(seat) | {"events": []}))
                elif m["t"] == "chat":
                    line = {
                        "id": len(self.got),
                        "channel": m["channel"],
                        "seat": seat,
                        "name": NAMES[seat],
                        "text": m.get("text", "Good game!"),
                    }
                    for other in list(self.sockets):
                        await other.send_text(json.dumps({"t": "chat", "lines": [line]}))
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self.sockets.pop(sock, None)
